// The part of WASI (preview 1) that the command line uses, on Node's file functions.
//
// `node:wasi` is not used: it resolves paths itself, so that it opens neither drives of Windows nor
// the pipes of a shell's `<(…)`, and it prints a warning. Here every path reaches Node as the user
// wrote it.
import * as fs from "node:fs";
import { isatty } from "node:tty";

/** The folders that are open at the start, from descriptor 3 on: a name, and what precedes its paths. */
const FOLDERS = [
  { name: "/", before: "/" },
  { name: "/casegate:working-directory", before: "" }, // WORKING_DIRECTORY in Rust
];

/** The numbers of errors in WASI. Any other error of Node is EIO. */
const ERRORS = {
  EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EDQUOT: 19, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32,
  EMFILE: 33, ENAMETOOLONG: 37, ENOENT: 44, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55, ENXIO: 60, EPERM: 63,
  EPIPE: 64, EROFS: 69, ESPIPE: 70, EXDEV: 75,
};

const CREATE = 1, EXCLUSIVE = 4, TRUNCATE = 8; // of path_open
const APPEND = 1; // of a descriptor
const READS = 1n << 1n, SEEKS = (1n << 2n) | (1n << 5n), WRITES = 1n << 6n; // rights
const FOLLOWS = 1; // symbolic links
const DEVICE = 2, FOLDER = 3, FILE = 4, SOCKET = 6, LINK = 7; // types of files; a pipe has type 0
const REALTIME = 0;

/** Runs a module with the arguments of a command, and returns its exit code. */
export function run(module, args, env) {
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: calls(() => instance.exports.memory, args, env) });
  try {
    instance.exports._start();
    return 0;
  } catch (reason) {
    if (reason instanceof Exit) return reason.code;
    throw reason;
  }
}

/** Thrown to leave the module. */
class Exit {
  constructor(code) {
    this.code = code;
  }
}

/** A failure that Node did not report. */
class Failure {
  constructor(code) {
    this.code = code;
  }
}

function calls(memory, args, env) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** By descriptor. `at` is the position in a file; a stream has none. */
  const opened = [0, 1, 2].map((fd) => ({ fd, stream: true }));
  for (const { before } of FOLDERS) opened.push({ before });

  // The memory may grow between two calls, which detaches its buffer.
  const view = () => new DataView(memory().buffer);
  const bytes = (at, length) => new Uint8Array(memory().buffer, at, length);
  const parts = (at, count) => {
    const list = view();
    return Array.from({ length: count }, (_, index) => bytes(list.getUint32(at + 8 * index, true), list.getUint32(at + 8 * index + 4, true)));
  };

  function handle(fd) {
    const found = opened[fd];
    if (found === undefined) throw new Failure("EBADF");
    return found;
  }

  function pathOf(folder, at, length) {
    const { before } = handle(folder);
    if (before === undefined) throw new Failure("ENOTDIR");
    return before + decoder.decode(bytes(at, length));
  }

  /** Writes null-terminated texts, and the addresses of each. */
  function putTexts(texts, addresses, at) {
    for (const text of texts) {
      const encoded = encoder.encode(`${text}\0`);
      view().setUint32(addresses, at, true);
      bytes(at, encoded.length).set(encoded);
      addresses += 4;
      at += encoded.length;
    }
  }

  function putSizes(texts, count, size) {
    view().setUint32(count, texts.length, true);
    view().setUint32(size, texts.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0), true);
  }

  function putStat(about, at) {
    const to = view();
    to.setBigUint64(at, about.dev, true);
    to.setBigUint64(at + 8, about.ino, true);
    to.setBigUint64(at + 16, BigInt(typeOf(about)), true);
    to.setBigUint64(at + 24, about.nlink, true);
    to.setBigUint64(at + 32, about.size, true);
    for (const [index, time] of [about.atimeNs, about.mtimeNs, about.ctimeNs].entries()) {
      to.setBigUint64(at + 40 + 8 * index, BigInt.asUintN(64, time), true);
    }
  }

  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);

  const table = {
    args_sizes_get: (count, size) => putSizes(args, count, size),
    args_get: (addresses, at) => putTexts(args, addresses, at),
    environ_sizes_get: (count, size) => putSizes(variables, count, size),
    environ_get: (addresses, at) => putTexts(variables, addresses, at),
    proc_exit(code) {
      throw new Exit(code);
    },
    random_get: (at, length) => void crypto.getRandomValues(bytes(at, length)),

    clock_time_get(clock, _precision, out) {
      // The module knows no time zones, so that its clock shows local time: it reads only the date.
      const now = new Date();
      const local = now.getTime() - now.getTimezoneOffset() * 60_000;
      view().setBigUint64(out, clock === REALTIME ? BigInt(local) * 1_000_000n : process.hrtime.bigint(), true);
    },

    fd_prestat_get(fd, out) {
      const folder = FOLDERS[fd - 3];
      if (folder === undefined) throw new Failure("EBADF");
      view().setUint32(out, 0, true);
      view().setUint32(out + 4, folder.name.length, true);
    },
    fd_prestat_dir_name: (fd, at, length) => void encoder.encodeInto(FOLDERS[fd - 3].name, bytes(at, length)),

    fd_fdstat_get(fd, out) {
      const { fd: file, before } = handle(fd);
      const type = before === undefined ? typeOf(fs.fstatSync(file)) : FOLDER;
      const rights = before === undefined && isatty(file) ? ~SEEKS : ~0n;
      bytes(out, 24).fill(0);
      view().setUint8(out, type);
      view().setBigUint64(out + 8, BigInt.asUintN(64, rights), true);
      view().setBigUint64(out + 16, BigInt.asUintN(64, ~0n), true);
    },
    fd_filestat_get: (fd, out) => putStat(fs.fstatSync(handle(fd).fd, { bigint: true }), out),
    fd_filestat_set_size: (fd, size) => fs.ftruncateSync(handle(fd).fd, Number(size)),
    fd_sync: (fd) => fs.fsyncSync(handle(fd).fd),
    fd_close(fd) {
      const { fd: file, stream } = handle(fd);
      if (file !== undefined && !stream) fs.closeSync(file);
      opened[fd] = undefined;
    },
    fd_read(fd, at, count, out) {
      const from = handle(fd);
      const read = patiently(() => fs.readvSync(from.fd, parts(at, count), from.at));
      if (from.at !== undefined) from.at += read;
      view().setUint32(out, read, true);
    },
    fd_write(fd, at, count, out) {
      const to = handle(fd);
      const written = to.stream && isatty(to.fd) ? print(to.fd, parts(at, count)) : patiently(() => fs.writevSync(to.fd, parts(at, count), to.at));
      if (to.at !== undefined) to.at += written;
      view().setUint32(out, written, true);
    },
    fd_seek(fd, offset, whence, out) {
      const file = handle(fd);
      if (file.at === undefined) throw new Failure("ESPIPE");
      const from = [0, file.at, fs.fstatSync(file.fd).size][whence];
      file.at = from + Number(offset);
      view().setBigUint64(out, BigInt(file.at), true);
    },
    fd_readdir(fd, at, length, cookie, out) {
      const folder = handle(fd);
      if (folder.path === undefined) throw new Failure("ENOTDIR");
      if (cookie === 0n) folder.entries = fs.readdirSync(folder.path, { withFileTypes: true });
      let used = 0;
      for (const entry of folder.entries.slice(Number(cookie))) {
        const name = encoder.encode(entry.name);
        const record = new Uint8Array(24 + name.length);
        const to = new DataView(record.buffer);
        to.setBigUint64(0, ++cookie, true);
        to.setUint32(16, name.length, true);
        to.setUint8(20, typeOf(entry));
        record.set(name, 24);
        const part = record.subarray(0, length - used); // a part shows that the buffer is too small
        bytes(at + used, part.length).set(part);
        used += part.length;
        if (used === length) break;
      }
      view().setUint32(out, used, true);
    },

    path_open(folder, _lookup, at, length, how, rights, _inherited, flags, out) {
      const path = pathOf(folder, at, length);
      const writes = (rights & WRITES) !== 0n;
      // Who may write everything, as root may, still respects the protection of a file.
      const about = writes ? fs.statSync(path, { throwIfNoEntry: false }) : undefined;
      if (about !== undefined && (about.mode & 0o222) === 0) throw new Failure("EACCES");
      const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND } = fs.constants;
      let mode = !writes ? O_RDONLY : (rights & READS) === 0n ? O_WRONLY : O_RDWR;
      if (how & CREATE) mode |= O_CREAT;
      if (how & EXCLUSIVE) mode |= O_EXCL;
      if (how & TRUNCATE) mode |= O_TRUNC;
      if (flags & APPEND) mode |= O_APPEND;
      const fd = fs.openSync(path, mode);
      const type = fs.fstatSync(fd);
      opened.push({ fd, path, ...(type.isFile() && { at: 0 }), ...(type.isDirectory() && { before: `${path}/` }) });
      view().setUint32(out, opened.length - 1, true);
    },
    path_filestat_get(folder, lookup, at, length, out) {
      const stat = lookup & FOLLOWS ? fs.statSync : fs.lstatSync;
      putStat(stat(pathOf(folder, at, length), { bigint: true }), out);
    },
    path_create_directory: (folder, at, length) => fs.mkdirSync(pathOf(folder, at, length)),
  };
  return Object.fromEntries(Object.entries(table).map(([name, call]) => [name, guarded(call)]));
}

/** Turns an exception of a call into the number of an error. */
function guarded(call) {
  return (...args) => {
    try {
      call(...args);
      return 0;
    } catch (error) {
      if (error instanceof Exit || typeof error.code !== "string") throw error;
      return ERRORS[error.code] ?? ERRORS.EIO;
    }
  };
}

function typeOf(about) {
  if (about.isFile()) return FILE;
  if (about.isDirectory()) return FOLDER;
  if (about.isCharacterDevice()) return DEVICE;
  if (about.isSymbolicLink()) return LINK;
  return about.isSocket() ? SOCKET : 0;
}

/** Waits for a stream that another program made non-blocking. */
function patiently(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code === "EOF") return 0; // the end of a pipe on Windows
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Prints on a terminal. A console of Windows takes text, which only Node's streams convert. */
function print(fd, parts) {
  const copy = Buffer.concat(parts);
  (fd === 2 ? process.stderr : process.stdout).write(copy);
  return copy.length;
}
