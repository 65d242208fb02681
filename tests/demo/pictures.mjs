// Writes the pictures of README.md (scripts/pictures).
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { target } from "../support/target.mjs";
import { fill, next, option, setting, visit } from "./support.mjs";

const image = (name) => fileURLToPath(new URL(`../../docs/images/${name}`, import.meta.url));
const it = setting();

test("the form", async () => {
  const { page, close } = await visit(it, { width: 760, height: 1240 });
  await option(page, "/case_type", "pe").click();
  await fill(page, { "/base_product": "commercial_auto_policy_existence" });
  await next(page);
  await page.screenshot({ path: image("form.png"), clip: { x: 0, y: 620, width: 760, height: 620 } });
  await close();
});

test("the terminal", () => {
  const program = process.env.CASEGATE_PROGRAM ?? target("debug/casegate");
  const { stdout } = spawnSync(program, ["check", "--color", "always", "--today", "2026-03-01", "examples/case.json"], { encoding: "utf8" });
  const lines = stdout.trimEnd().split("\n");
  const height = 20 * (lines.length + 2) + 16;
  writeFileSync(image("terminal.svg"), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 ${height}" role="img">
<title>casegate check examples/case.json</title>
<rect width="920" height="${height}" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3">
${["$ casegate check --today 2026-03-01 examples/case.json", ...lines].map(row).join("\n")}
</g>
</svg>
`);
});

const colors = { 91: "#ff7b72", 93: "#e3b341", 94: "#79c0ff" };

/** A line of the terminal as SVG, with bold and the colors of findings. */
function row(text, at) {
  let style = "";
  const spans = text.split(/\x1b\[(\d+)m/).map((part, index) => {
    if (index % 2 === 0) return part && `<tspan${style}>${part.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</tspan>`;
    style = { 0: "", 1: `${style} font-weight="bold"` }[part] ?? `${style} fill="${colors[part]}"`;
    return "";
  });
  return `<text x="16" y="${30 + 20 * at}" xml:space="preserve">${spans.join("")}</text>`;
}
