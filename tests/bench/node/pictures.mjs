// The pictures of docs/figures.md: bars from the figures of a run.

/**
 * Each picture with its rows. `own` marks casegate's; a row that was not measured is left out.
 */
export function pictures(figures) {
  const of = (figure) => figures.get(figure) ?? Number.NaN;
  const kilobytes = (value) => `${value.toFixed(0)} KB`;
  const micros = (value) => `${value.toFixed(value < 10 ? 1 : 0)} µs`;
  const thousands = (value) => `${(value / 1000).toFixed(0)} thousand`;
  const row = (name, figure, own = false) => ({ name, own, value: of(figure) });
  return [
    {
      id: "size",
      title: "Size",
      about: "Kilobytes that one check adds to a page, casegate beside zod, ajv and valibot",
      shown: kilobytes,
      rows: [
        row("casegate/check", "size.one-call.check", true),
        row("casegate", "size.one-call.index", true),
        row("zod, the same rules", "weight.zod"),
        row("ajv, the same rules", "weight.ajv"),
        row("valibot, the same rules", "weight.valibot"),
      ],
      means:
        "What one check adds to a page, compressed with gzip. A page that checks only before it sends can load `casegate/check` just then. " +
        "The others have the rules alone: no words for people, no field states, no files, no dates on which a rule ends.",
    },
    {
      id: "check",
      title: "A check",
      about: "Time of a check in Node from JSON text, casegate beside JSON.parse alone and other validators after it",
      shown: micros,
      rows: [
        row("JSON.parse alone", "node.text.clients.parse.micros"),
        row("casegate", "node.text.clients.casegate.micros", true),
        row("casegate/check", "node.text.clients.check.micros", true),
        row("JSON.parse + by hand", "node.text.clients.handwritten.micros"),
        row("JSON.parse + ajv", "node.text.clients.ajv.micros"),
        row("JSON.parse + valibot", "node.text.clients.valibot.micros"),
        row("JSON.parse + zod", "node.text.clients.zod.micros"),
      ],
      means:
        "A backend that checks the body of a request in Node takes about as long as `JSON.parse` alone. The payloads are those of eight clients; four in ten have a warning. " +
        "`casegate/check` is built for the smallest download and is slower; backends use `casegate`.",
    },
    {
      id: "edit",
      title: "An edit",
      about: "Time of a form edit in Node, casegate beside a whole check with other validators",
      shown: micros,
      rows: [
        row("casegate: an edit, with the states of all fields", "node.session.micros", true),
        row("casegate: a check", "node.object.clients.casegate.micros", true),
        row("ajv: a check", "node.object.clients.ajv.micros"),
        row("zod: a check", "node.object.clients.zod.micros"),
      ],
      means: "After each keystroke a form learns which fields are now required, forbidden or wrong. A screen has 16,000 µs between frames.",
    },
    {
      id: "batch",
      title: "A file of cases",
      about: "Cases a second of casegate batch, beside a pass over the same lines",
      shown: thousands,
      rows: [
        row("casegate batch, one core", "batch.typical.one.cases", true),
        row("casegate batch, two cores", "batch.typical.two.cases", true),
        row("a scan of the lines, one core", "batch.typical.scan.cases"),
      ],
      means: "Cases a second from a file of JSON lines, with a report for each. Memory does not grow with the file.",
    },
  ].map((picture) => ({ ...picture, rows: picture.rows.filter(({ value }) => Number.isFinite(value)) }));
}

/** The figures in one sentence. */
export function summary(figures) {
  const of = (figure, digits = 0) => figures.get(figure).toFixed(digits);
  return `Checking adds ${of("size.one-call.index")} KB to a page, or ${of("size.one-call.check")} KB with \`casegate/check\`; ` +
    `in Node it takes ${of("node.text.clients.casegate", 1)} times as long as \`JSON.parse\` alone; a form edit takes ${of("node.session.micros")} µs; ` +
    `\`casegate batch\` reads ${of("batch.typical.two.cases").replace(/\d{3}$/, ",000")} cases a second on two cores ([figures](docs/figures.md)).`;
}

const width = 720, label = 300, line = 30, top = 8;

/** Returns a picture as SVG, for light and dark pages. */
export function svg({ about, rows, shown }) {
  const most = Math.max(...rows.map(({ value }) => value));
  const bars = rows.map(({ name, own, value }, at) => {
    const y = top + at * line, length = Math.max(2, ((width - label - 110) * value) / most);
    return `<text x="${label - 10}" y="${y + 19}" text-anchor="end">${name}</text>`
      + `<rect${own ? ' class="own"' : ""} x="${label}" y="${y + 5}" width="${length.toFixed(1)}" height="20" rx="3"/>`
      + `<text x="${(label + length + 8).toFixed(1)}" y="${y + 19}">${shown(value)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${2 * top + rows.length * line}" role="img">
<title>${about}</title>
<style>text { font: 14px system-ui, sans-serif; fill: #24292f } rect { fill: #8c959f } .own { fill: #0b63ce } @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .own { fill: #58a6ff } }</style>
${bars.join("\n")}
</svg>
`;
}
