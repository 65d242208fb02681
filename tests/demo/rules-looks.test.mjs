// The rule explorer at both widths and in both color schemes: axe, horizontal scrolling, target
// sizes, and a screenshot of each.
import { test } from "node:test";
import { accessible, everyLook, screenshot, setting, visit } from "./support.mjs";

const it = setting();

/** Opens each view in several states and calls `look`. */
async function tour(page, look) {
  const to = async (hash, there) => {
    await page.goto("about:blank");
    await page.goto(`${it.url}rules.html${hash}`);
    await page.locator(there).first().waitFor();
  };
  await to("#/", ".rule-row");
  await look("list");
  await page.locator("#filter-text").fill("nothing like this");
  await look("list-empty");
  for (const rule of ["pe.usdot_number_given", "pl.specialty_carrier_fee", "legacy.sunset"]) {
    await to(`#/rule/${rule}`, "details.case");
    await page.locator("details.case summary").first().click();
    await page.locator("details.case .payload").first().waitFor();
    await look(rule);
  }
  await to("#/rule/nothing", "#heading");
  await look("unknown");
  await to("#/lifecycle?state=in_progress", "svg.lifecycle-picture");
  await look("lifecycle");
}

test("layout and accessibility of every view, width and color scheme", async () => {
  const { page, close } = await visit(it);
  await tour(page, (name) => everyLook(page, `rules-${name}`));
  await close();
});

test("the page is accessible without the cases, and in Spanish", async () => {
  const { page, context } = await visit(it, { width: 320 });
  await page.route("**/rule-cases-*.json", (route) => route.fulfill({ status: 500 }));
  await page.goto(`${it.url}rules.html#/rule/pl.one_family`);
  await page.getByRole("alert").waitFor();
  await page.locator("#language-es").click();
  await page.getByText("No se cargaron los casos").waitFor();
  await accessible(page, "no cases");
  await screenshot(page, "rules-no-cases-320-light");
  await context.close();
});
