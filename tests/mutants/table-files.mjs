// The files of the core whose tables `tables.mjs` changes.

export const TABLE_FILES = [
  "rulebook/fields/common.rs", "rulebook/fields/policy_limit.rs", "rulebook/fields/policy_existence.rs", "rulebook/fields/records.rs",
  "rulebook/rules/table.rs", "rulebook/rules/mod.rs", "rulebook/vocabulary.rs", "rulebook/tokens.rs", "rulebook/lifetime.rs",
  "rulebook/codes.rs", "context/carriers.rs", "case/files/limits.rs",
  "service/lifecycle/table.rs", "service/lifecycle/trigger.rs", "service/lifecycle/cancellation.rs",
  "service/events/table.rs", "service/results/table.rs", "service/records/table.rs",
  "service/requests/table.rs", "service/requests/kinds.rs",
].map((file) => `crates/core/src/${file}`);
