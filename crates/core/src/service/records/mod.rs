//! The records that the service returns, read without rejecting any, and as Rust types.

pub(crate) mod read;
pub(crate) mod table;
pub(crate) mod types;

pub use crate::service::or_unknown::OrUnknown;

pub(crate) use read::of_input;
pub use read::{ReadRecord, read_record};
pub use table::Record;
pub use types::{
    Attachment, CancelError, CancellationAccepted, CancellationBlock, CancellationFee, CaseDetail, CaseList,
    CaseListItem, CreateResponse, FileAppended, LoginResponse, Offer, OfferedUpgrade, RecordType, RecordTypeError,
    Responded, ResultsPdf, ResultsRecord, Ticket,
};

/// Returns the tables of all records.
pub(crate) fn shapes() -> impl Iterator<Item = &'static crate::service::record_schema::Shape> {
    Record::ALL.iter().map(|record| record.shape())
}
