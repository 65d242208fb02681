//! Messages about the losses of a migration.

use crate::rulebook::codes::Code;

pub(crate) const LEGACY: &[(Code, &str)] = &[
    (
        Code::ForeignStep,
        "This is no step of the legacy flow. It has no part in the new request; make it by itself if it is needed.",
    ),
    (Code::OtherTicket, "This step belongs to another ticket. Migrate that one by itself."),
    (
        Code::NoCreateStep,
        "The trace lacks the step that creates the ticket, so there is no case to send. Add that step.",
    ),
    (
        Code::TicketUnclear,
        "It is not clear which ticket these steps belong to, and the files of one case must not reach another. Give one ticket, or name it in ticket_id.",
    ),
    (
        Code::FieldLeftOut,
        "This field is left out of the new case ({reason}). If it says something that matters, give it in a current field.",
    ),
    (
        Code::LabelMerged,
        "The create endpoint knows the label {label} only without a number. The file keeps its place among the others.",
    ),
    (
        Code::LabelReplaced,
        "The create endpoint does not know this label. The file is sent as {label}; choose a better label where one fits.",
    ),
    (
        Code::NeverUploaded,
        "A file of this label was declared and never uploaded. The legacy flow would stop here; the new request goes without it. Check that no file is missing.",
    ),
    (
        Code::NeverDeclared,
        "The file was uploaded under a label that was not declared, which the legacy flow refuses. The new request has it; check that it belongs to the case.",
    ),
    (
        Code::UploadedTwice,
        "The label was uploaded before, and it is open whether the later file takes the earlier one's place. Both are sent; remove the one that is not meant.",
    ),
    (
        Code::MovedToAppend,
        "One request that creates a case has no room for this file. Send it to the case once it is created; the list append has it.",
    ),
    (
        Code::NeverReady,
        "The ticket was never declared ready. The new request submits the case at once; send it only when it is complete.",
    ),
    (
        Code::CaseTypeDisagrees,
        "The case names another product than the address that it was sent to. The address decides, and the new case says so.",
    ),
    (Code::Required, "The trace lacks {member} here, so the step cannot be carried over. Add it."),
    (
        Code::WrongType,
        "The value of {member} is of another kind than a trace has here, so the step cannot be carried over. Correct it.",
    ),
];
