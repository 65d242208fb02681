// The pictures of the documents that are drawn from what the program prints. tests/examples/guides.test.mjs compares
// docs/images with them, and with GUIDES=overwrite writes them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { target } from "./target.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Each picture by the name of its file in docs/images. */
export const pictures = {
  "terminal.svg": () => terminal(["check", "--today", "2026-03-01", "examples/case.json"], root),
  "drift.svg": () =>
    inFolder((folder) => {
      const page = readFileSync(join(root, "docs/drift.md"), "utf8");
      writeFileSync(join(folder, "log.ndjson"), /> log\.ndjson <<'JSON'\n([^]*?)JSON\n/.exec(page)[1]);
      run(["record", "--from", "log.ndjson", "--into", "saved.ndjson"], folder);
      run(["record", "reveal", "saved.ndjson", "--word", "rental_limits"], folder); // the hash differs from run to run
      return terminal(["drift", "saved.ndjson"], folder);
    }),
  "calendar.svg": () => inFolder(calendar),
  "lifecycle.svg": async () => lifecycle((await import("../../pkg/dist/service.js")).transitions().transitions),
};

function run(args, cwd) {
  const { stdout, error } = spawnSync(process.env.CASEGATE_PROGRAM ?? target("debug/casegate"), args, { cwd, encoding: "utf8" });
  if (error) throw error;
  return stdout;
}

function inFolder(draw) {
  const folder = mkdtempSync(join(tmpdir(), "casegate-pictures-"));
  try {
    return draw(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const svg = (width, height, title, ground, attributes, content) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="${ground}"/>
<g ${attributes}>
${content.join("\n")}
</g>
</svg>
`;
const drawing = (width, height, title, content) => svg(width, height, title, "#ffffff", `font-family="system-ui, sans-serif" font-size="13" fill="#1b2733"`, content);
const text = (x, y, words, more = "") => `<text x="${x}" y="${y}"${more}>${escaped(words)}</text>`;

const colors = { 31: "#ff7b72", 33: "#e3b341", 91: "#ff7b72", 93: "#e3b341", 94: "#79c0ff" };

/** A command and what it prints on a terminal, with bold and colors. */
function terminal(args, cwd) {
  const [command, ...options] = args;
  const lines = [`$ casegate ${args.join(" ")}`, ...run([command, "--color", "always", ...options], cwd).trimEnd().split("\n")];
  const longest = Math.max(...lines.map((line) => line.replaceAll(/\x1b\[\d+m/g, "").length));
  const row = (line, at) => {
    let style = "";
    const spans = line.split(/\x1b\[(\d+)m/).map((part, index) => {
      if (index % 2 === 0) return part && `<tspan${style}>${escaped(part)}</tspan>`;
      style = { 0: "", 1: `${style} font-weight="bold"` }[part] ?? `${style} fill="${colors[part]}"`;
      return "";
    });
    return `<text x="16" y="${30 + 20 * at}" xml:space="preserve">${spans.join("")}</text>`;
  };
  const font = `font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3"`;
  return svg(Math.max(920, 32 + 8 * longest), 20 * lines.length + 36, `casegate ${args.join(" ")}`, "#0d1117", font, lines.map(row));
}

/** For how long cases are accepted, by `casegate forecast`. */
function calendar(folder) {
  const [from, until] = ["2026-10-01", "2027-01-31"];
  const common = { cc_emails: "me@example.com", plaintiff_name: "Test Plaintiff", date_of_loss: "2025-12-01", is_incident_report_provided: false };
  const existence = { case_type: "pe", ...common, base_product: ["personal_auto_policy_existence"], should_exclude_other_insurance_from_search: false, search_reason: ["no_insurance_information"] };
  const limit = { case_type: "pl", ...common, base_product: ["personal_auto_policy_limits"], insurance_company: "Example Mutual" };
  const x = (day) => 270 + Math.round((620 * (Date.parse(day) - Date.parse(from))) / (Date.parse(until) - Date.parse(from)));
  const content = ["2026-10-01", "2026-11-01", "2026-12-01", "2027-01-01"].map((day) => text(x(day), 28, day) + `<path d="M${x(day)} 36V160" stroke="#c8d1da"/>`);
  const rows = [["Policy Limit", limit, "create"], ["Policy Existence", existence, "create"], ["Policy Limit, legacy endpoints", limit, "legacy"]];
  for (const [at, [name, payload, surface]] of rows.entries()) {
    writeFileSync(join(folder, "case.json"), JSON.stringify(payload));
    const changes = run(["forecast", "case.json", "--surface", surface, "--today", from, "--on", until, "--format", "json"], folder);
    const answer = changes ? JSON.parse(changes) : { ok: true, changes: [] };
    if (!answer.ok) throw new Error(`${name} is refused`);
    const end = answer.changes.find(({ ok }) => !ok);
    const y = 50 + 38 * at;
    content.push(text(16, y + 17, name), `<rect x="${x(from)}" y="${y}" width="${x(end?.on ?? until) - x(from)}" height="26" fill="#cdeed6"/>`, text(x(from) + 8, y + 17, "accepted"));
    if (end === undefined) continue;
    content.push(`<rect x="${x(end.on)}" y="${y}" width="${x(until) - x(end.on)}" height="26" fill="#ffd7d5"/>`);
    content.push(text(x(end.on) + 8, y + 17, `from ${end.on}: ${end.new.find(({ severity }) => severity === "error").code}`));
  }
  return drawing(920, 176, "How long cases with a loss on December 1, 2025 are accepted", content);
}

/** The states of a case, with what leads from one to another and what is possible in one. */
function lifecycle(transitions) {
  const places = { received: [130, 110], in_progress: [370, 110], results_ready: [630, 110], closed: [890, 110], action_required: [370, 300] };
  const [width, height] = [140, 40];
  const content = [`<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#3d5a80"/></marker></defs>`];
  const arrow = (path) => content.push(`<path d="${path}" fill="none" stroke="#3d5a80" marker-end="url(#end)"/>`);
  const stays = new Map();
  for (const { from, to, trigger } of transitions) {
    if (from.length === 0) {
      arrow(`M8 110H${places[to][0] - 70}`);
      content.push(text(8, 102, trigger, ` font-size="12"`));
    }
    for (const state of from) {
      const [x, y] = places[state];
      if (to === null) {
        stays.set(state, [...(stays.get(state) ?? []), trigger]);
      } else if (trigger === "cancel") {
        const start = state === "action_required" ? `M${x + 70} ${y}C${x + 280} ${y} 890 300` : `M${x} 90C${x} 20 890 20`;
        arrow(`${start} 890 ${state === "action_required" ? 130 : 90}`);
      } else if (y === places[to][1]) {
        arrow(`M${x + 70} ${y}H${places[to][0] - 70}`);
        content.push(text((x + places[to][0]) / 2, y - 8, trigger, ` text-anchor="middle" font-size="12"`));
      } else if (to === "received") {
        arrow(`M${x - 70} ${y}C130 ${y} 130 ${y} 130 130`);
        content.push(text(146, y + 18, trigger));
      } else {
        arrow(`M${x} ${y + 20}V${places[to][1] - 20}`);
        content.push(text(x - 76, 250, trigger));
      }
    }
  }
  content.push(text(780, 34, "cancel"), text(640, 318, "cancel"));
  for (const [state, [x, y]] of Object.entries(places)) {
    content.push(`<rect x="${x - 70}" y="${y - 20}" width="${width}" height="${height}" rx="8" fill="#e3eefb" stroke="#3d5a80"/>`);
    content.push(text(x, y + 5, state, ` text-anchor="middle" font-weight="bold"`));
    const names = [...new Set(stays.get(state))];
    for (const [at, name] of names.entries()) content.push(text(x + 8, y + 38 + 16 * at, `↻ ${name}`, ` font-size="12" fill="#55636f"`));
  }
  return drawing(1000, 350, "The states of a case", content);
}
