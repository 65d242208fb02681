import { checkCaseText } from "casegate/check";

export async function POST(request) {
  const { ok, issues } = checkCaseText(await request.text(), { today: "2026-03-01" });
  return Response.json({ ok, issues }, { status: ok ? 202 : 400 });
}
