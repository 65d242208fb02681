// The life of a case in words. Triggers are named by the package.
import type { Actor, Condition, Firing, State } from "casegate/service";

const states: Record<State, string> = {
  received: "Received",
  in_progress: "In progress",
  action_required: "Action required",
  results_ready: "Results ready",
  closed: "Closed",
};

const actors: Record<Actor, string> = { caller: "Law firm", service: "Service" };

const conditions: Record<Condition, string> = {
  interaction_named: "the request for input has an id",
  interaction_new: "its id was not used before",
  message_within_limit: "its message is not too long",
  interaction_open: "the request for input is open",
  reply_says_something: "the reply has a message or a file",
  offer_named: "the offer has an id",
  offer_new: "its id was not used before",
  offer_not_empty: "the offer is not empty",
  offer_known: "the offer is known",
  selection_not_empty: "something is selected",
  selection_offered: "everything selected was offered",
  selection_accepted: "everything selected was accepted before",
  cancellation_eligible: "the case can be canceled",
  closed_by_cancellation: "the case was closed by a cancellation",
  label_known: "the label is known",
  size_within_limit: "the file is not too large",
  count_within_limit: "there are not too many files",
  total_within_limit: "all files together are not too large",
};

const firings: Record<Firing, string> = {
  always: "",
  unless_repeated: "unless it was the last one sent",
  when_results_differ: "if the results differ",
};

export const words = {
  states, actors, conditions, firings,
  start: "No case yet",
  stays: "Stays in its state",
  next: "Possible now",
  noEvent: "No event",
  table: "Every transition",
  columns: { from: "From", trigger: "What happens", by: "By whom", conditions: "Only if", to: "To", event: "Event", sources: "Specification" },
};
