// The figures of a run beside their aims:  node report.mjs FIGURES [--gate] [--figures]
//
//   --gate     ends with 1 when an aim is missed, or with --all was not measured
//   --figures  writes docs/figures.md, its pictures, and the sentence in README.md
import { readFileSync, writeFileSync } from "node:fs";
import { aimOf, aims, figuresOf, outcome, shown } from "./aims.mjs";
import { pictures, summary, svg } from "./pictures.mjs";

const page = new URL("../../../docs/figures.md", import.meta.url);

const readme = new URL("../../../README.md", import.meta.url);

const figures = figuresOf(readFileSync(process.argv[2], "utf8"));
const measured = aims.filter(({ figure }) => figures.has(figure));
const unmeasured = aims.filter(({ figure }) => !figures.has(figure));

console.log(`\n${"aims".padEnd(68)}${"figure".padStart(10)}${"aim".padStart(10)}`);
for (const aim of measured) {
  const what = aim.over ? `${aim.what}, over ${aim.over}` : aim.what;
  const missed = outcome(aim, figures) === "missed" ? "  MISSED" : "";
  console.log(`  ${plain(what).padEnd(78)}${shown(figures.get(aim.figure), aim).padStart(10)}${aimOf(aim).padStart(10)}${missed}`);
}
const missed = measured.filter((aim) => outcome(aim, figures) === "missed");
for (const aim of missed) console.log(`  ${plain(aim.what)}: ${plain(reasonOf(aim))}`);
console.log(`  ${measured.length} aims, ${missed.length} missed`);

if (process.argv.includes("--all")) for (const { figure } of unmeasured) console.log(`  ${figure} was not measured`);

if (process.argv.includes("--figures")) write();
if (process.argv.includes("--gate") && (missed.length > 0 || (process.argv.includes("--all") && unmeasured.length > 0))) process.exitCode = 1;

function write() {
  const open = unmeasured.filter((aim) => aim.main);
  if (open.length > 0) throw new Error(`not measured in this run: ${open.map(({ figure }) => figure).join(", ")}`);
  const entries = [...new Set(missed.map(reasonOf))].map((reason) => {
    const names = missed.filter((aim) => reasonOf(aim) === reason).map(({ what }) => `**${what}**`);
    return wrapped(`- ${names.join("; ")}: ${reason}`, "  ");
  });
  const seen = pictures(figures);
  for (const picture of seen) writeFileSync(new URL(`images/figures-${picture.id}.svg`, page), svg(picture));
  const start = readFileSync(readme, "utf8");
  writeFileSync(readme, start.replace(/(?<=<!-- figures -->\n)[^]*(?=<!-- \/figures -->)/, `${wrapped(summary(figures))}\n`));
  const shownAs = seen.map(({ id, title, about, means }) => `## ${title}\n\n![${about}](images/figures-${id}.svg)\n\n${wrapped(means)}\n`);
  writeFileSync(page, `# Figures

\`scripts/bench --figures\` writes this page from one run on two cores.

${shownAs.join("\n")}
## All figures

A ratio (×) compares two measurements that follow each other in the run; only ratios carry over to
another machine. A scan reads a text with serde's \`IgnoredAny\`, and took
${figures.get("native.typical.scan.micros").toFixed(2)} µs for a typical payload. "Ahead" means that a schema is compiled before the run. Slowed
Chromium runs at a quarter of the speed, and its figures are the 95th percentile.

${table(measured)}

## Where an aim was not reached

${entries.join("\n")}
`);
}

/** Breaks a text at 100 columns. `indent` begins each further line. */
function wrapped(text, indent = "") {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (longer.length > 100) lines.push(indent + word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join("\n");
}

function table(rows) {
  const lines = rows.map((aim) => {
    const others = (aim.others ?? []).filter(({ figure }) => figures.has(figure));
    const beside = others.map(({ name, figure }) => `${name} ${shown(figures.get(figure), aim).replace(/ ×$/, "")}`).join(", ");
    const what = aim.over ? `${aim.what}, over ${aim.over}` : aim.what;
    return `| ${what} | ${shown(figures.get(aim.figure), aim)} | ${aimOf(aim)}, ${outcome(aim, figures)} | ${beside} |`;
  });
  return ["| | casegate | aim | others, in the same run |", "|---|---|---|---|", ...lines].join("\n");
}

function reasonOf({ reason = "no reason is known" }) {
  return reason.replace(/\{([^}]+)\}/g, (_, figure) => figures.get(figure)?.toFixed(1) ?? "(not measured)");
}

/** Without the marks of Markdown. */
function plain(text) {
  return text.replaceAll("`", "");
}
