// Takes the pictures of the documents that are no drawings (scripts/pictures).
import { test } from "node:test";
import { fileURLToPath } from "node:url";
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
