//! Failures of the data folder, with their answers to callers, `/healthz` and the log.

use crate::prose::{self, ProblemKind};
use casegate_axum::Problem;
use rusqlite::ErrorCode;
use std::error::Error;
use std::io::{self, ErrorKind};

/// The reason why the data folder cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("the disk of the data folder is full")]
    Full,
    #[error("the data folder cannot be written")]
    ReadOnly,
    #[error("the data folder, or a part of it, was deleted, moved or replaced while the stand-in ran")]
    Gone,
    #[error("a file that the database lists is not in the data folder")]
    FileMissing,
    #[error("the data folder cannot be read or written")]
    Unusable,
}

impl Trouble {
    /// Returns the failure behind an error; `None` if it is not about the data folder.
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Option<Trouble> {
        if let Some(trouble) = error.downcast_ref::<Trouble>() {
            return Some(*trouble);
        }
        if let Some(rusqlite::Error::SqliteFailure(failure, _)) = error.downcast_ref() {
            return match failure.code {
                ErrorCode::DiskFull => Some(Trouble::Full),
                ErrorCode::ReadOnly => Some(Trouble::ReadOnly),
                ErrorCode::CannotOpen => Some(Trouble::Gone),
                ErrorCode::SystemIoFailure | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => {
                    Some(Trouble::Unusable)
                }
                _ => None,
            };
        }
        Some(match error.downcast_ref::<io::Error>()?.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Trouble::Full,
            ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Trouble::ReadOnly,
            ErrorKind::NotFound | ErrorKind::NotADirectory => Trouble::Gone,
            _ => Trouble::Unusable,
        })
    }

    fn kind(self) -> &'static ProblemKind {
        match self {
            Trouble::Full => &prose::DISK_FULL,
            Trouble::ReadOnly => &prose::DATA_READ_ONLY,
            Trouble::Gone => &prose::DATA_GONE,
            Trouble::FileMissing => &prose::FILE_MISSING,
            Trouble::Unusable => &prose::DATA_UNUSABLE,
        }
    }

    /// Returns the answer to the failed request.
    pub(crate) fn problem(self) -> Problem {
        self.kind().problem()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_tell_what_is_wrong_with_the_folder() {
        let of = |kind: ErrorKind| Trouble::of(&io::Error::from(kind));
        for (kind, trouble) in [
            (ErrorKind::StorageFull, Trouble::Full),
            (ErrorKind::FileTooLarge, Trouble::Full),
            (ErrorKind::QuotaExceeded, Trouble::Full),
            (ErrorKind::ReadOnlyFilesystem, Trouble::ReadOnly),
            (ErrorKind::PermissionDenied, Trouble::ReadOnly),
            (ErrorKind::NotFound, Trouble::Gone),
            (ErrorKind::NotADirectory, Trouble::Gone),
            (ErrorKind::Other, Trouble::Unusable),
        ] {
            assert_eq!(of(kind), Some(trouble), "{kind}");
        }
        let of = |code| Trouble::of(&rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None));
        for (code, trouble) in [
            (rusqlite::ffi::SQLITE_FULL, Some(Trouble::Full)),
            (rusqlite::ffi::SQLITE_READONLY, Some(Trouble::ReadOnly)),
            (rusqlite::ffi::SQLITE_CANTOPEN, Some(Trouble::Gone)),
            (rusqlite::ffi::SQLITE_IOERR, Some(Trouble::Unusable)),
            (rusqlite::ffi::SQLITE_CONSTRAINT, None),
        ] {
            assert_eq!(of(code), trouble, "{code}");
        }
        assert_eq!(Trouble::of(&std::fmt::Error), None);
    }
}
