//! Maps between a firm's own columns and cases: data that says where each field of a case comes from, and where results go.
//!
//! ```
//! use casegate::Context;
//! use casegate_map::{Map, cases_of, read_csv};
//!
//! let map = Map::parse(r#"{ "name": "Intake", "row_id": "File", "fields": {
//!     "/case_type": { "value": "pe" }, "/base_product": { "value": ["personal_auto_policy_existence"] },
//!     "/plaintiff_name": { "column": "Client" }, "/date_of_loss": { "column": "DOL", "format": "MDY" },
//!     "/search_reason": { "value": "insurance_denied_coverage" }, "/should_exclude_other_insurance_from_search": { "value": false }, "/cc_emails": { "column": "Paralegal" },
//!     "/is_incident_report_provided": { "column": "Report", "values": { "x": true, "": false } } } }"#)
//!     .map_err(|faults| faults[0].message.clone())?;
//! let csv = b"File,Client,DOL,Paralegal,Report\nM-1,Ada Example,13/2/2026,p@firm.example,x\n";
//! let table = read_csv(csv, &map).map_err(|fault| fault.message)?;
//! let report = cases_of(&map, &table, &Context::new("2026-03-01".parse()?));
//! let finding = &report.rows[0].findings[0];
//! assert_eq!((finding.code.as_ref(), finding.columns[0].as_str()), ("date_not_in_format", "DOL"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A map has no expressions, and nothing is guessed. [`Map::check`] finds its faults before the first row.

mod cases;
mod check;
mod dates;
mod finding;
mod map;
mod rows;
mod table;
pub mod wire;

pub use cases::{CasesReport, Omitted, Row, cases_of};
pub use check::MapReport;
pub use finding::{ERRORS, Finding, WARNINGS};
pub use map::Map;
pub use rows::{RowsReport, rows_of};
pub use table::{LeftOut, Reason, Table, TableRow, read_csv, to_csv};
