import { checkCase } from "casegate";
import { prepareCase } from "casegate/check";

const payload = { case_type: "pl", summary: "" };
console.log(checkCase(payload, { today: "2026-03-01" }).issues[0].at, JSON.stringify(prepareCase(payload, { today: "2026-03-01" }).prepared));
