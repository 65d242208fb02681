"use client";
import { checkCase } from "casegate";

export default function Page() {
  const { issues } = checkCase({ case_type: "pl" }, { today: "2026-03-01" });
  return <p>{issues[0].message}</p>;
}
