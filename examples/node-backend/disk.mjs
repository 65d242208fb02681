// Files that are whole, old or new, whenever the power fails.
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Replaces a file. Its new content is on disk once this returns. */
export function replaceFile(path, text) {
  onDisk(`${path}.new`, "w", (file) => writeFileSync(file, text));
  renameSync(`${path}.new`, path);
  if (process.platform !== "win32") onDisk(dirname(path), "r"); // the new name; Windows has no way to ask for it
}

function onDisk(path, flags, write = () => {}) {
  const file = openSync(path, flags, 0o600);
  try {
    write(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
