//! English: the life cycle.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;

pub(crate) const LIFECYCLE: &[(Code, &str)] = &[
    (Code::NotAnObject, "The input must be an object."),
    (Code::Required, "The property `{member}` is missing. Add it."),
    (Code::WrongType, "`{member}` must be an array of triggers."),
    (Code::UnknownWord, "`{member}` must be one of the service's reasons for or against a cancellation."),
    (
        Code::CaseUnreadable,
        "The saved case cannot be read: a property is unknown, has the wrong type or contradicts another. Use the case as this library wrote it.",
    ),
];

pub(crate) const LIFECYCLE_FEE: &[(Code, &str)] = &[(
    Code::WrongType,
    "`{member}` must be a string with two decimal places, such as 75.00, because a number may lose cents.",
)];

pub(crate) const REFUSALS: &[(Refusal, &str)] = &[
    (Refusal::UnknownTrigger, "This type of trigger is unknown. Check the spelling of the type."),
    (
        Refusal::MalformedTrigger,
        "The trigger cannot be read, because a property is missing, blank or of the wrong type. Check its properties.",
    ),
    (Refusal::NoCase, "There is no case yet. Create it first."),
    (Refusal::CaseExists, "The case already exists. Create a new one for another request."),
    (Refusal::CaseClosed, "The case is closed and cannot be changed. Create a new case."),
    (Refusal::WrongState, "This is not possible in the current state of the case. Check its state first."),
    (Refusal::RequestOpen, "A request for input is already open. Wait for its reply."),
    (Refusal::ReusedInteraction, "An earlier request in this case has the same id. Use a new id."),
    (Refusal::MessageTooLong, "The message must be at most {limit} bytes long. Shorten it."),
    (Refusal::UnknownInteraction, "This is not a reply to the open request. Use the interaction_id of the latest one."),
    (Refusal::AlreadyResponded, "This request is already in status responded. Do not send the reply again."),
    (Refusal::EmptyReply, "The reply is empty. Write a message or add a file."),
    (Refusal::ReusedOffer, "An earlier offer in this case has the same id. Use a new id."),
    (Refusal::EmptyOffer, "The offer has no policies. Add the policies that were found."),
    (Refusal::UnknownOffer, "The case has no offer with this id. Use the offer_id of an offer that the service made."),
    (Refusal::EmptySelection, "No policy is selected. Select the policies to accept."),
    (Refusal::UnknownUpgrade, "A selected policy is not part of this offer. Select from its policies only."),
    (Refusal::ResearchComplete, "Research is complete, so this case cannot be canceled. Fetch the results instead."),
    (Refusal::CancellationPending, "A cancellation of this case is under way. Wait until it is done."),
    (Refusal::CaseProcessing, "The case is being processed and cannot be canceled now. Try again later."),
    (Refusal::UnknownLabel, "The file's label is not one of the four allowed. Choose one, or leave it out."),
    (Refusal::FileTooLarge, "A file must be at most {limit} MB. Send a smaller one, or split it."),
    (
        Refusal::TooManyFiles,
        "A case accepts at most {limit} files after it is created. Send other files with a new case.",
    ),
    (
        Refusal::FilesTooLarge,
        "With this file, the files added to the case exceed {limit} MB in total. Send a smaller file.",
    ),
];

/// The reason why an action is not possible now, and the phrases for the states in which it is.
/// `closed` has none, because no transition leaves it.
pub(crate) const ONLY_WHILE: &[(&str, &str)] = &[
    ("only_while", "This can only be done while {states}."),
    ("received", "the case is waiting to be picked up"),
    ("in_progress", "the case is being researched"),
    ("action_required", "a request for input is open"),
    ("results_ready", "the results are ready"),
];

/// The texts of buttons.
pub(crate) const TRIGGERS: &[(TriggerType, &str)] = &[
    (TriggerType::Create, "Create the case"),
    (TriggerType::PickUp, "Begin research"),
    (TriggerType::NeedInput, "Ask a question"),
    (TriggerType::Respond, "Answer the question"),
    (TriggerType::PublishResults, "Publish results"),
    (TriggerType::FindPolicies, "Offer policies"),
    (TriggerType::AcceptOffers, "Buy details"),
    (TriggerType::ConfirmDelivery, "Confirm delivery"),
    (TriggerType::Cancel, "Cancel the case"),
    (TriggerType::AppendFile, "Add files"),
];
