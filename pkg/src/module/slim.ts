// The module from a source of the program.
import { nodeModule } from "../node.js";
import type { Source } from "../slim.js";
import { explained } from "./policy.js";

/** The version of the package and of its modules, which build.mjs writes here and into each module. */
declare const MODULE_VERSION: string;

let module: WebAssembly.Module | undefined;

export function compiled(): WebAssembly.Module {
  if (!module) throw new TypeError("casegate/slim and casegate/form have no module inside: await init(…) before the first call.");
  return module;
}

export async function prepare(source: Source | Promise<Source>): Promise<void> {
  const given = await source;
  if (module) return;
  const mine = await compile(given).catch((error) => {
    throw explained(error);
  });
  // A cache or an incomplete copy may mix two releases. A module without a version was built by hand.
  const version = WebAssembly.Module.customSections(mine, "casegate")[0]; // no pattern, for Safari 14
  if (version !== undefined && String.fromCharCode(...new Uint8Array(version)) !== MODULE_VERSION) {
    throw new TypeError("The module and this script differ in version. Serve the files of one package.", { cause: "version" });
  }
  // Another module may have arrived meanwhile, and may have open sessions.
  module ??= mine;
}

/**
 * Members identify a source, because classes do not: jsdom has a URL of its own and lacks Response,
 * and a test under Jest has other classes than Node.
 */
async function compile(source: Source): Promise<WebAssembly.Module> {
  // JavaScript callers may forget it.
  if ((source as unknown) === undefined) throw new TypeError("init takes the address of the module, its bytes, or the response to a request for it.");
  if (typeof source === "string" || "href" in source) return compileAt(source);
  if ("arrayBuffer" in source) return compileResponse(source);
  const isModule = Object.prototype.toString.call(source) === "[object WebAssembly.Module]";
  return isModule ? (source as WebAssembly.Module) : WebAssembly.compile(source as ArrayBuffer);
}

/** Node's `fetch` has neither `file:` addresses nor paths. */
async function compileAt(address: string | URL): Promise<WebAssembly.Module> {
  const files = nodeModule<{ readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>> }>("node:fs/promises");
  const text = String(address);
  if (!files || /^(?:https?|data|blob):/.test(text)) return compileResponse(await fetch(address));
  return WebAssembly.compile(await files.readFile(text.startsWith("file:") ? new URL(text) : text));
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`The module cannot be fetched: status ${response.status}.`);
  // Not every server sends the type that streaming compilation requires.
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  const copy = response.clone();
  const streamed = isTyped && "compileStreaming" in WebAssembly ? WebAssembly.compileStreaming(copy).catch(() => undefined) : undefined;
  return (await streamed) ?? WebAssembly.compile(await response.arrayBuffer());
}
