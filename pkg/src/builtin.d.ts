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
