//! English: the life cycle.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;
use crate::rulebook::tokens::State;

pub(crate) const CODES: &[(Code, &str)] = &[
    (Code::NotAnObject, "The input must be one set of members in curly brackets."),
    (Code::Required, "The member {member} is missing, and there is nothing to work on without it. Give it."),
    (Code::WrongType, "The member {member} must be a list in square brackets. Put what happens to the case into one."),
    (Code::UnknownWord, "The member {member} must be one of the service's reasons for or against a cancellation."),
    (
        Code::CaseUnreadable,
        "The saved case cannot be read: a member is unknown or of another kind, or what it says contradicts itself. Give the case as this library wrote it.",
    ),
];

pub(crate) const FEE: &[(Code, &str)] = &[(
    Code::WrongType,
    "The member {member} must be text with two decimal places, such as 75.00, so that no cent is lost. Write it in quotation marks.",
)];

pub(crate) const REFUSALS: &[(Refusal, &str)] = &[
    (Refusal::UnknownTrigger, "Nothing of this name happens to a case. Check the spelling of the type."),
    (
        Refusal::MalformedTrigger,
        "What happens to the case cannot be read, because a member is missing, blank or of another kind. Check its members.",
    ),
    (Refusal::NoCase, "There is no case yet. Create it first."),
    (Refusal::CaseExists, "The case was created before. Create another one for another request."),
    (Refusal::CaseClosed, "The case is closed, and nothing changes it any more. Create a new case."),
    (Refusal::WrongState, "This has no place in the present state of the case. Look at its state first."),
    (
        Refusal::RequestOpen,
        "A request for input is open, and a case has one at a time. Wait for the reply to that one.",
    ),
    (Refusal::ReusedInteraction, "An earlier request of this case has the same name. Give this one a name of its own."),
    (Refusal::MessageTooLong, "The message must be at most {limit} bytes long. Shorten it."),
    (
        Refusal::UnknownInteraction,
        "The reply names another request than the open one. Take the interaction_id of the latest request.",
    ),
    (
        Refusal::AlreadyResponded,
        "This request is already in status responded: an earlier reply has arrived. Do not send it again.",
    ),
    (Refusal::EmptyReply, "The reply says nothing. Write a message or add a file."),
    (Refusal::ReusedOffer, "An earlier offer of this case has the same name. Give this one a name of its own."),
    (Refusal::EmptyOffer, "The offer holds no policy. Name the policies that were found."),
    (Refusal::UnknownOffer, "The case has no such offer. Take the offer_id of one that the service made."),
    (Refusal::EmptySelection, "No policy is selected. Select the policies to accept."),
    (Refusal::UnknownUpgrade, "A selected policy is not part of this offer. Select from its policies only."),
    (
        Refusal::ResearchComplete,
        "Research is complete, so the case cannot be cancelled any more. Fetch the results instead.",
    ),
    (Refusal::CancellationPending, "A cancellation of this case is under way. Wait until it is done."),
    (Refusal::CaseProcessing, "The case is being processed and cannot be cancelled now. Try again later."),
    (Refusal::UnknownLabel, "The label of the file is not one of the service's four. Choose one, or leave it out."),
    (Refusal::FileTooLarge, "A file must be at most {limit} MB. Send a smaller one, or its parts."),
    (
        Refusal::TooManyFiles,
        "A case takes at most {limit} files after it was created. Send what is needed in a new case.",
    ),
    (
        Refusal::FilesTooLarge,
        "The files that are added to a case must be at most {limit} MB together, and this one goes past that. Send a smaller one.",
    ),
];

/// The reason why an action is not possible now, for actions with known states, which "or"
/// separates.
pub(crate) const ONLY_WHILE: (&str, &str) = ("This can only be done while {states}.", " or ");

/// The phrase after "while". `closed` is missing, because no transition leaves it.
pub(crate) const STATES: &[(State, &str)] = &[
    (State::Received, "the case waits to be picked up"),
    (State::InProgress, "the case is being researched"),
    (State::ActionRequired, "a request for input is open"),
    (State::ResultsReady, "the results are ready"),
];

/// The texts of buttons.
pub(crate) const TRIGGERS: &[(TriggerType, &str)] = &[
    (TriggerType::Create, "Create the case"),
    (TriggerType::PickUp, "Begin research"),
    (TriggerType::NeedInput, "Ask for input"),
    (TriggerType::Respond, "Reply"),
    (TriggerType::PublishResults, "Publish results"),
    (TriggerType::FindPolicies, "Offer additional policies"),
    (TriggerType::AcceptOffers, "Accept offered policies"),
    (TriggerType::ConfirmDelivery, "Confirm delivery"),
    (TriggerType::Cancel, "Cancel the case"),
    (TriggerType::AppendFile, "Add a file"),
];
