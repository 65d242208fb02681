//! Spanish, as it is spoken in the United States; people are addressed as usted.

pub(crate) mod files;
