// The parts of Node's modules that casegate/stand-in uses. The package has no types of Node.
declare module "node:child_process" {
  interface Readable {
    setEncoding(encoding: "utf8"): void;
    on(event: "data", listener: (text: string) => void): void;
  }
  export interface ChildProcess {
    readonly pid: number | undefined;
    readonly stdout: Readable;
    readonly stderr: Readable;
    readonly exitCode: number | null;
    readonly signalCode: string | null;
    kill(signal: "SIGKILL"): boolean;
    on(event: "error", listener: (error: Error) => void): void;
    on(event: "exit", listener: () => void): void;
    unref(): void;
  }
  export function spawn(command: string, words: readonly string[], options: { stdio: readonly ["ignore", "pipe", "pipe"] }): ChildProcess;
}

declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function mkdtempSync(prefix: string): string;
  export function rmSync(path: string, options: { recursive: boolean; force: boolean; maxRetries?: number }): void;
  export function writeFileSync(path: string, text: string): void;
}

declare module "node:os" {
  export function tmpdir(): string;
}

declare module "node:path" {
  export const delimiter: string;
  export function join(...parts: string[]): string;
}

declare module "node:process" {
  const process: {
    readonly env: Record<string, string | undefined>;
    readonly platform: string;
    once(event: "exit", listener: () => void): void;
    off(event: "exit", listener: () => void): void;
  };
  export default process;
}

/** The parts of Node's file system that the client's store uses. */
declare module "node:fs/promises" {
  export function readFile(path: string, encoding: "utf8"): Promise<string>;
  export function readdir(path: string): Promise<string[]>;
  export function rename(from: string, to: string): Promise<void>;
  export function rm(path: string, options: { force: boolean }): Promise<void>;
  export function mkdir(path: string, options: { recursive: boolean; mode: number }): Promise<unknown>;
  export function open(path: string, flags: string, mode: number): Promise<{ writeFile(text: string): Promise<void>; sync(): Promise<void>; close(): Promise<void> }>;
}
