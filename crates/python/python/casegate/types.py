# Written by "casegate export python-types"; do not edit.
"""The types of payloads, and of the input and output of all operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, final


class ContextCarriers(TypedDict):
    """The service does not publish its lists."""

    refused: NotRequired[Sequence[Carrier]]

    specialty: NotRequired[Sequence[Carrier]]


ContextWords = TypedDict(
    "ContextWords",
    {
        "pl.expedited_request": NotRequired["Sequence[str]"],
        "pe.expedited_request": NotRequired["Sequence[str]"],
        "add_on_services": NotRequired["Sequence[str]"],
        "files_to_upload": NotRequired["Sequence[str]"],
        "pl.base_product": NotRequired["Sequence[str]"],
        "pe.base_product": NotRequired["Sequence[str]"],
        "search_reason": NotRequired["Sequence[str]"],
        "file_label": NotRequired["Sequence[str]"],
    },
)
"""Words that the service takes besides the published ones, by list."""


class ContextLimits(TypedDict):
    """Larger payloads are refused unread."""

    text_bytes: NotRequired[int]
    """Bytes of a payload; 1048576 unless set."""

    depth: NotRequired[int]
    """Levels of objects and arrays; 64 unless set."""

    findings: NotRequired[int]
    """Findings of a report; 1000 unless set."""


class Context(TypedDict):
    """What the rulebook cannot know from a payload: the day, the token, carriers, a firm's rules.
    """

    today: str | Callable[[], str]
    """The caller's calendar day, YYYY-MM-DD. Operations that judge a case need it."""

    as_of: NotRequired[str]
    """The day or the version of the service whose rulebook counts; that of `today` unless set. Ages of
    dates are counted to `today`.
    """

    surface: NotRequired[Literal["create", "legacy"]]
    """The way cases are submitted; `create` unless set."""

    product: NotRequired[Literal["pl", "pe"]]
    """The product of the path. Only the surface `legacy` uses it."""

    credential: NotRequired[Literal["user", "master"]]
    """The kind of token that cases are sent with; `user` unless set."""

    token_name: NotRequired[str]
    """The name of the token: the reporter if `cc_emails` names none."""

    financing_enrolled: NotRequired[bool]
    """The account is enrolled with the financing partner; `False` unless set."""

    carriers: NotRequired[ContextCarriers]
    """The service does not publish its lists."""

    words: NotRequired[ContextWords]
    """Words that the service takes besides the published ones, by list."""

    severity: NotRequired[Mapping[Code, Severity]]
    """Warnings that count as errors, by code. Only `legacy_sunset` can become a warning."""

    limits: NotRequired[ContextLimits]
    """Larger payloads are refused unread."""

    include: NotRequired[Sequence[Literal["prepared", "trace"]]]
    """Parts of a report besides the verdict: the payload as it should be sent, and the result of each
    rule.
    """

    language: NotRequired[Literal["en", "es"]]
    """The language of messages; `en` unless set."""

    audience: NotRequired[Literal["developer", "form"]]
    """The readers of messages: people who fill in a form, or people who write programs. The verdict
    does not depend on it.
    """

    clock_tolerance_seconds: NotRequired[int]
    """Times of different clocks order facts about a case only beyond this distance; 300 unless set.
    """

    house: NotRequired[House]
    """The firm's own rules, which only narrow, and its waivers."""


class Settings(TypedDict):
    """The settings of operations that do not depend on the day."""

    today: NotRequired[str | Callable[[], str]]
    """The caller's calendar day, YYYY-MM-DD. Operations that judge a case need it."""

    as_of: NotRequired[str]
    """The day or the version of the service whose rulebook counts; that of `today` unless set. Ages of
    dates are counted to `today`.
    """

    surface: NotRequired[Literal["create", "legacy"]]
    """The way cases are submitted; `create` unless set."""

    product: NotRequired[Literal["pl", "pe"]]
    """The product of the path. Only the surface `legacy` uses it."""

    credential: NotRequired[Literal["user", "master"]]
    """The kind of token that cases are sent with; `user` unless set."""

    token_name: NotRequired[str]
    """The name of the token: the reporter if `cc_emails` names none."""

    financing_enrolled: NotRequired[bool]
    """The account is enrolled with the financing partner; `False` unless set."""

    carriers: NotRequired[ContextCarriers]
    """The service does not publish its lists."""

    words: NotRequired[ContextWords]
    """Words that the service takes besides the published ones, by list."""

    severity: NotRequired[Mapping[Code, Severity]]
    """Warnings that count as errors, by code. Only `legacy_sunset` can become a warning."""

    limits: NotRequired[ContextLimits]
    """Larger payloads are refused unread."""

    include: NotRequired[Sequence[Literal["prepared", "trace"]]]
    """Parts of a report besides the verdict: the payload as it should be sent, and the result of each
    rule.
    """

    language: NotRequired[Literal["en", "es"]]
    """The language of messages; `en` unless set."""

    audience: NotRequired[Literal["developer", "form"]]
    """The readers of messages: people who fill in a form, or people who write programs. The verdict
    does not depend on it.
    """

    clock_tolerance_seconds: NotRequired[int]
    """Times of different clocks order facts about a case only beyond this distance; 300 unless set.
    """

    house: NotRequired[House]
    """The firm's own rules, which only narrow, and its waivers."""


class HouseFiles(TypedDict):
    """The number of files that are sent with a case."""

    label: NotRequired[str]
    """The label of the files that count; all files unless set."""

    count: NotRequired[HouseRange]
    """How many files are sent; at least one unless set."""


class HouseRuleMessage(TypedDict):
    """The firm's words, in one language or both."""

    en: NotRequired[str]

    es: NotRequired[str]


class HouseRule(TypedDict):
    """A firm rule."""

    id: str
    """Small letters, digits, `.`, `-`, `_`; unlike the id of any other rule."""

    title: NotRequired[str]
    """A few words for a list of rules; the id unless set."""

    product: NotRequired[Literal["pl", "pe"]]
    """The product that the rule is for; both unless set."""

    when: NotRequired[Sequence[HouseCondition]]
    """Conditions, all of which must be met; the rule always applies without them."""

    then: Sequence[HouseRequirement]
    """What must hold. Each requirement is judged by itself."""

    message: HouseRuleMessage
    """The firm's words, in one language or both."""

    severity: NotRequired[Literal["error", "warning"]]
    """An error, unless set, refuses the case. A warning advises."""


class Waiver(TypedDict):
    """A warning that is suppressed until a day."""

    code: Code
    """The code of the warning."""

    at: NotRequired[str]
    """A JSON Pointer: this place and what lies below it."""

    rule: NotRequired[str]
    """The rule that found it."""

    reason: str
    """Why the firm sets the warning aside."""

    until: str
    """The last day on which it does."""


class House(TypedDict):
    """The firm's own rules, which only narrow, and its waivers."""

    rules: NotRequired[Sequence[HouseRule]]
    """All rules apply, in this order."""

    waivers: NotRequired[Sequence[Waiver]]
    """Warnings that the firm sets aside."""


class Carrier(TypedDict):
    """A carrier of a list."""

    name: str
    """The carrier's name."""

    spellings: NotRequired[Sequence[str]]
    """Other names of the carrier."""

    patterns: NotRequired[Sequence[str]]
    """`*` stands for any letters of the name in lower case without spaces, such as `acme*`."""


@final
class HouseReport(TypedDict):
    """The errors of firm rules and waivers."""

    ok: bool
    """`True` if no issue is an error, so that the rules can be used."""

    issues: list[Issue]
    """The errors at their places in the rules: first those of reading, then those of the comparison.
    """

    rules: list[Explanation]
    """The descriptions of valid rules."""


@final
class Waived(TypedDict):
    """A warning that a waiver removed from a report's issues."""

    code: Code
    """The code of the finding."""

    at: str
    """The place: a JSON Pointer."""

    rule: NotRequired[str]
    """The rule of the finding, if there is one."""

    reason: str
    """The firm's reason."""

    until: str
    """The last day of the waiver."""


@final
class FixRemove(TypedDict):
    """Remove the value."""

    kind: Literal["remove"]


@final
class FixUppercase(TypedDict):
    """Convert the text to upper case."""

    kind: Literal["uppercase"]


@final
class FixRewrite(TypedDict):
    """Write the same value in the form of the field, such as `2026-03-15` for `March 15, 2026` (D56).
    The case of `case_from_form` has the new value, and the patch of `repair_case` unless the value
    has another error then, so that no report repeats what was submitted.
    """

    kind: Literal["rewrite"]


@final
class FixRename(TypedDict):
    """Move the value to another field."""

    kind: Literal["rename"]

    to: str
    """The pointer of that field."""


@final
class FixWrapInArray(TypedDict):
    """Wrap the value in an array of one element."""

    kind: Literal["wrap_in_array"]


@final
class FixReplace(TypedDict):
    """Replace the value by a known word."""

    kind: Literal["replace"]

    value: str
    """The word."""


@final
class Issue(TypedDict):
    """One finding."""

    code: Code
    """The code for programs."""

    severity: Severity
    """The severity."""

    at: str
    """The place: a JSON Pointer (RFC 6901), empty for the whole payload. A missing field has its own
    place (D10).
    """

    path: list[str | int]
    """The same place as a list of keys and positions."""

    rule: NotRequired[str]
    """The violated rule, if it is one of `rules` or a firm rule."""

    requirement_id: NotRequired[str]
    """The id of the violated statement of the specification. `docs/requirements.md` lists the ids with
    their meaning, and `casegate explain` prints it.
    """

    because: list[str]
    """Pointers of the values that made the rule apply."""

    params: dict[str, int | str | list[str] | list[int]]
    """The parameters of the message, for translations."""

    message: str
    """The message in the context's language: what is wrong, why, and what to do."""

    fix: NotRequired[Fix]
    """An edit that corrects the issue."""


@final
class Facts(TypedDict):
    """The facts about a payload. A fact is `None` if it cannot be known."""

    case_type: Product | None
    """The product that was judged."""

    test: bool
    """`True` for a test case."""

    reporter: Literal["cc_emails", "token_name", "none"] | None
    """The reporting requester (D13)."""

    family: Literal["commercial", "personal", "neither"] | None
    """The family of coverage (D15)."""

    refused_carriers: Literal["checked", "not_checked"]
    """Whether the context gave a list of refused carriers (D19)."""

    specialty_carriers: Literal["checked", "not_checked"]
    """Whether the context gave a list of specialty carriers (D19)."""

    carrier_fee: Literal["none", "applies", "possible"] | None
    """The fee for specialty carriers (rule 5, D50). `None` if no list was checked or no company is
    named.
    """

    carrier_fee_usd: str | None
    """The fee that applies, in US dollars with two places. `None` if a fee is only possible."""


@final
class RuleResult(TypedDict):
    """The outcome of a rule."""

    rule: str
    """The rule."""

    state: Literal["satisfied", "violated", "not_applicable", "blocked", "not_checked"]
    """The outcome."""

    by: list[str]
    """The pointer of the field that a blocked rule waits for."""


@final
class ReportRulebook(TypedDict):
    """The rulebook behind a verdict."""

    version: str
    """The version of this library."""

    digest: str
    """A digest of the tables, which changes with them."""


@final
class Report(TypedDict):
    """The report on a payload."""

    format: Literal[1]
    """The version of the report's JSON form."""

    rulebook: ReportRulebook
    """The rulebook behind the verdict."""

    ok: bool
    """`True` if no issue is an error."""

    issues: list[Issue]
    """The findings in catalogue order. If there are more than the context's limit: the errors in this
    order, then warnings up to the limit, and finally `findings_capped`.
    """

    facts: Facts
    """Facts that follow from the payload."""

    prepared: NotRequired[dict[str, Any] | None]
    """The payload as it should be sent, if the context includes it; `None` if it could not be read.
    """

    trace: NotRequired[list[RuleResult]]
    """The outcome of each rule, if the context includes it."""

    waived: NotRequired[list[Waived]]
    """Warnings that waivers removed from the issues, if the context has waivers."""


@final
class PreparedCaseOmitted(TypedDict):
    """A value that the prepared payload lacks."""

    at: str
    """Its JSON Pointer."""

    reason: Literal["not_set", "deprecated", "ignored", "removed", "read_only", "renamed", "duplicate"]
    """The reason."""


@final
class PreparedCase(TypedDict):
    """A prepared payload."""

    prepared: dict[str, Any] | None
    """The payload; `None` if it could not be read."""

    omitted: list[PreparedCaseOmitted]
    """The values that were omitted or moved."""


@final
class PatchOperationRemove(TypedDict):
    """Removes a value."""

    op: Literal["remove"]

    path: str
    """The pointer of the value."""


@final
class PatchOperationReplace(TypedDict):
    """Replaces a value."""

    op: Literal["replace"]

    path: str
    """The pointer."""

    value: Any
    """The value."""


PatchOperationMove = TypedDict(
    "PatchOperationMove",
    {
        "op": "Literal[\"move\"]",
        # The old pointer.
        "from": "str",
        # The new pointer.
        "path": "str",
    },
)
"""Moves a value to another name."""


@final
class Question(TypedDict):
    """A question that only a person can answer."""

    at: str
    """The place of the answer."""

    path: list[str | int]
    """The same as a list of keys and positions."""

    code: Code
    """The code of the finding."""

    rule: NotRequired[str]
    """The rule behind the question, if there is one."""

    answer: Literal["text", "emails", "date", "boolean", "integer", "state", "word", "words", "one_word", "record"]
    """The kind of answer."""

    must_be_true: bool
    """`True` if only `True` is accepted. Otherwise the case cannot be sent like this."""

    choices: NotRequired[list[str]]
    """The choices, if there is a list."""

    suggestion: NotRequired[str]
    """The word of the list that may have been meant."""

    message: str
    """The question for people."""

    because: list[str]
    """Pointers of the values that made the rule apply."""


@final
class Repair(TypedDict):
    """The repair of a payload."""

    ok: bool
    """`True` if the patch alone makes the payload acceptable."""

    patch: list[PatchOperation]
    """The edits in order, as a JSON Patch (RFC 6902)."""

    questions: list[Question]
    """Questions to a person, in the order of the report. An answer may lead to further questions.
    """

    beyond: list[Issue]
    """Errors that no edit of the payload can correct."""

    payload: dict[str, Any] | None
    """The payload after the patch; `None` if it could not be read."""


@final
class DeltaHidden(TypedDict):
    """A finding that is gone. A place may have several findings with one code: if one of them changes,
    all are hidden, and the current ones are shown.
    """

    at: str
    """The place of the finding."""

    code: Code
    """The code of the finding."""

    rule: NotRequired[str]
    """The violated rule, if there is one."""


@final
class DeltaStale(TypedDict):
    """An answer to a question that is no longer asked."""

    at: str
    """The field of the answer."""

    state: Literal["forbidden", "irrelevant"]
    """The new state of the field: forbidden or irrelevant."""

    rule: NotRequired[str]
    """The rule that forbids the field, if there is one."""

    because: list[str]
    """Pointers of the values behind the decision."""


@final
class Delta(TypedDict):
    """The effects of an edit."""

    ok: bool
    """`True` if the payload has no error now, at touched or other places."""

    shown: list[Issue]
    """Findings at touched places that are new or have changed."""

    hidden: list[DeltaHidden]
    """Findings at touched places that are gone or have changed."""

    states: list[FieldState]
    """The new states of the fields whose state changed."""

    stale: list[DeltaStale]
    """Answers whose field was required or optional before the edit, and is forbidden or irrelevant
    now. A form offers to remove them.
    """


@final
class PlayedSessionStepsRefused(TypedDict):

    refused: str
    """The reason why the step is impossible."""


@final
class PlayedSession(TypedDict):
    """The answers to a script."""

    steps: list[Delta | PlayedSessionStepsRefused]

    payload: dict[str, Any] | None
    """The payload after the last step; `None` if the session could not start."""

    report: Report | None

    issues: list[Issue]
    """The reasons why the script could not be read."""


@final
class FieldState(TypedDict):
    """The state of one field."""

    at: FieldPath
    """The JSON Pointer."""

    path: list[str | int]
    """The same as a list of keys."""

    state: Literal["required", "optional", "forbidden", "irrelevant"]
    """What a form does with the field."""

    rule: NotRequired[str]
    """The rule that decides the state, if there is one."""

    unprompted: NotRequired[Literal[True]]
    """`True` if the field is optional and no rule asks for it now. A form hides it."""

    must_be_true: NotRequired[Literal[True]]
    """Only `True` is accepted."""

    because: list[str]
    """Pointers of the values that made the rule apply."""

    depends_on: list[str]
    """Pointers of the fields, besides `case_type`, that rules read to decide the state. A member
    includes those of its record.
    """

    needed: bool
    """`True` if the field still has to be filled in."""

    one_of: NotRequired[list[str]]
    """Pointers of the fields of which a firm rule requires one, including this field. Until one is
    given, each is required and needed.
    """

    choices: NotRequired[list[str]]
    """The choices of fields with a word list, including additional words of the context, and of state
    codes. Territories, which cause a warning, are not among the codes.
    """


@final
class Explanation(TypedDict):
    """The description of a rule."""

    id: str
    """The id of the rule."""

    number: NotRequired[int]
    """The number among the specification's conditional rules, if it is one of them."""

    product: NotRequired[Product]
    """The product that the rule applies to; absent for both."""

    title: str
    """A short statement of what holds if the rule is satisfied."""

    text: str
    """The full description."""

    conditions: NotRequired[list[str]]
    """For a firm rule, a sentence for each condition."""

    requirements: NotRequired[list[str]]
    """For a firm rule, a sentence for each requirement."""

    until: NotRequired[Moment]
    """The end of the rule's surface, if it has one."""

    reads: list[str]
    """Pointers of the fields that decide if the rule applies."""

    targets: list[str]
    """Pointers of the fields of its findings."""

    requirement_ids: list[str]
    """The statements of the specification that the rule encodes, by id (`docs/requirements.md`)."""

    decisions: list[str]
    """The decisions that settle what the specification leaves open, by number
    (`docs/requirements.md`).
    """


@final
class MomentVersion(TypedDict):
    """This version of the service."""

    version: str


@final
class MomentDate(TypedDict):
    """This day."""

    date: str


class FileRequest(TypedDict):
    """The files of one create request, or files for an existing case."""

    endpoint: NotRequired[FileEndpoint]
    """The endpoint."""

    files: Sequence[FileToSend]
    """The files, in the order of sending."""

    labels: NotRequired[Sequence[str | None]]
    """The parts `labels` of a create request: the first belongs to the first file. A file's own label
    takes precedence.
    """

    sent: NotRequired[Sequence[FileToSend] | Mapping[str, Any]]
    """The files that were appended to the case before; ignored for create."""

    case: NotRequired[Mapping[str, Any] | None]
    """The case of the create request. Only firm rules on files depend on it."""


class FileToSend(TypedDict):
    """The properties of a file that its verdict depends on. Its content causes warnings at most (D57).
    """

    name: str
    """The name, which may include folders."""

    size: int
    """The size in bytes."""

    label: NotRequired[str | None]
    """The label; `None` and blank count as `other`."""

    head: NotRequired[str | None]
    """The first `EDGE_BYTES` bytes, or the whole file if it is shorter; base64 in JSON. Without them
    the content is not examined.
    """

    tail: NotRequired[str | None]
    """The last `EDGE_BYTES` bytes, which a file that `head` contains as a whole does not need; base64
    in JSON.
    """


@final
class FileVerdicts(TypedDict):
    """The verdict on each file, and the findings about no single file."""

    files: list[FileVerdict]
    """The verdicts, in the order of the files."""

    accepted_bytes: int
    """The total size of the accepted files in bytes, without those sent before."""

    ok: bool
    """`True` if no file is rejected and no issue is an error."""

    issues: list[Issue]
    """Findings about no single file: surplus labels, unreadable input, firm rules on files."""


@final
class FileVerdict(TypedDict):
    """The verdict on one file. Its first members are those of the service's attachment result."""

    status: FileStatus
    """Whether the service accepts the file."""

    error_code: FileErrorCode | None
    """The code of the first error."""

    filename: str | None
    """The sanitized name; `None` if the input has no readable name."""

    label: str | None
    """The label that counts, as sent, or `other`; `None` if the label in the input is not a string.
    """

    error: str | None
    """The message of the first error."""

    retry: FileRetry | None
    """How the file can be sent again, and what must change before; `None` for an accepted file, and
    for one that the case has no room for.
    """

    issues: list[Issue]
    """All findings: on the label, the name, the size and the content, then the number and the total
    size of the files.
    """


@final
class FileRetry(TypedDict):
    """How a rejected file can still reach the case."""

    through: FileEndpoint
    """The endpoint: always append, because another create would create another case
    (`CREATE-retry-append`).
    """

    change: list[FileChange]
    """What must change before; empty if the file can be sent unchanged."""


@final
class Unusable(TypedDict):
    """The issues of input that could not be read."""

    issues: list[Issue]


class TriggerCreate(TypedDict):
    """A case is submitted through any intake channel. Its JSON has passed `check_case`."""

    type: Literal["create"]

    is_test: NotRequired[bool]
    """`True` for a test case, which never fires an event (D33)."""


class TriggerPickUp(TypedDict):
    """Research begins."""

    type: Literal["pick_up"]


class TriggerNeedInput(TypedDict):
    """A specialist needs input."""

    type: Literal["need_input"]

    interaction_id: str
    """The id of the request, which is unique within the case."""

    message: NotRequired[str]
    """The input that the specialist needs, at most 8 × 1024 bytes of UTF-8 (D23)."""


class TriggerRespond(TypedDict):
    """The caller replies."""

    type: Literal["respond"]

    interaction_id: str
    """The id of the open request."""

    message: NotRequired[str]
    """The text of the reply. It may be empty if the reply has a file."""

    files: NotRequired[int | Sequence[Any]]
    """The number of files in the reply. Its JSON may have the files themselves."""


class TriggerPublishResults(TypedDict):
    """Results are published for the first time, or again."""

    type: Literal["publish_results"]

    digest: str
    """A digest of the results. It is equal for equal results and differs otherwise (D30)."""


class TriggerFindPolicies(TypedDict):
    """Additional policies are located and offered."""

    type: Literal["find_policies"]

    offer_id: str
    """The id of the offer, which is unique within the case."""

    upgrade_ids: Sequence[int]
    """The offered policies."""


class TriggerAcceptOffers(TypedDict):
    """The caller accepts offered policies."""

    type: Literal["accept_offers"]

    offer_id: str
    """The id of the offer. An earlier offer of the case may still be accepted (D46)."""

    selected_upgrade_ids: Sequence[int]
    """The accepted policies."""

    digest: NotRequired[str | None]
    """The digest of the regenerated results (D45). If it is `None`, the results count as changed.
    """


class TriggerConfirmDelivery(TypedDict):
    """Delivery is confirmed, after payment if one is due."""

    type: Literal["confirm_delivery"]

    note: NotRequired[str | None]
    """A closing note, which becomes the reason of `case.closed` verbatim. A blank note counts as
    absent (D1).
    """


class TriggerCancel(TypedDict):
    """The caller cancels."""

    type: Literal["cancel"]

    reason: NotRequired[str | None]
    """The caller's reason, delivered verbatim with `case.closed`."""

    eligibility: NotRequired[CancellationReason | None]
    """The eligibility of the case for cancellation. If it is `None`, the default of `cancellation`
    applies (D34).
    """

    fee_usd: NotRequired[str | None]
    """The fee, or `None` if no fee applies or the context does not know it."""


class TriggerAppendFile(TypedDict):
    """The caller appends a file."""

    type: Literal["append_file"]

    filename: str
    """The file name."""

    label: NotRequired[str | None]
    """The label. An absent or blank label means `other` (D47)."""

    size: int
    """The size in bytes."""


@final
class CaseState(TypedDict):
    """A case as the lifecycle sees it: its state, and the history that the rules need.

    A case is serialized to JSON for storage and read back. Reading fails on contradictory members.
    It also fails on unknown members, because a later version may give them a meaning. Only `state`
    is required. An absent member means that the event did not happen.
    """

    state: State

    is_test: bool

    picked_up: bool
    """`True` if research has ever started, even if the case is queued again."""

    open_interaction: str | None

    answered_interactions: list[str]

    last_event: EventType | None

    published_digest: str | None

    offers: dict[str, list[int]]
    """The ids of the offered policies, by `offer_id`."""

    latest_offer: str | None

    selected_upgrades: list[int]

    appended_files: int

    appended_bytes: int

    closing: Closing | None


class SavedCase(TypedDict):
    """A case as the lifecycle sees it: its state, and the history that the rules need.

    A case is serialized to JSON for storage and read back. Reading fails on contradictory members.
    It also fails on unknown members, because a later version may give them a meaning. Only `state`
    is required. An absent member means that the event did not happen.
    """

    state: State

    is_test: NotRequired[bool]

    picked_up: NotRequired[bool | None]
    """`True` if research has ever started, even if the case is queued again."""

    open_interaction: NotRequired[str | None]

    answered_interactions: NotRequired[Sequence[str]]

    last_event: NotRequired[EventType | None]

    published_digest: NotRequired[str | None]

    offers: NotRequired[Mapping[str, Sequence[int]]]
    """The ids of the offered policies, by `offer_id`."""

    latest_offer: NotRequired[str | None]

    selected_upgrades: NotRequired[Sequence[int]]

    appended_files: NotRequired[int]

    appended_bytes: NotRequired[int]

    closing: NotRequired[Closing | None]


@final
class ClosingDelivery(TypedDict):
    """The results were delivered."""

    by: Literal["delivery"]

    note: NotRequired[str]
    """The closing note, verbatim."""


@final
class ClosingCancellation(TypedDict):
    """The case was canceled."""

    by: Literal["cancellation"]

    reason: str | None
    """The caller's reason, verbatim (`CQ-reason-verbatim`)."""

    eligibility: CancellationReason
    """The reason why the case was eligible."""

    assumed: bool
    """`True` if `eligibility` was the default of D34, because the context gave none."""

    fee_usd: str | None
    """The locked fee: `0.00` if the cancellation was free, `None` if the context did not give it.
    """


@final
class Fired(TypedDict):
    """An event that a case fired, with the payload members that the trigger provides. Absent members
    are omitted from JSON.
    """

    event: EventType
    """The type of the event."""

    message: NotRequired[str]
    """In `case.action_required`: the input that is needed."""

    interaction_id: NotRequired[str]
    """In `case.action_required`: the id that a reply refers to."""

    label: NotRequired[Label]
    """In `case.files_updated`: the file's label, `other` if the file has none."""

    offer_id: NotRequired[str]
    """In `case.additional_policies_found`: the id of the offer."""

    upgrade_ids: NotRequired[list[int]]
    """In `case.additional_policies_found`: the offered policies."""

    reason: NotRequired[str]
    """In `case.closed`: after delivery, the closing note or `results_delivered`. After a cancellation,
    the caller's reason verbatim or `cancelled`.
    """


@final
class Applied(TypedDict):
    """The effect of a trigger."""

    case: CaseState | None
    """The resulting case. A refused trigger does not change it."""

    events: list[EventType]

    fired: list[Fired]

    refused: Refusal | None

    message: str | None
    """The message for `refused`."""


@final
class ReplaySteps(TypedDict):
    """The outcome of one trigger."""

    state: State | None
    """The state afterwards, or `None` before the case is created."""

    events: list[EventType]
    """The events that the trigger fired."""

    refused: Refusal | None
    """The reason why the trigger was refused. A refused trigger changes nothing."""


@final
class Replay(TypedDict):
    """The outcome of a trace, which is a list of triggers."""

    steps: list[ReplaySteps]
    """One step for each trigger, in order."""

    issues: NotRequired[list[Issue]]
    """The issue if the input has no readable trace. Omitted from JSON if empty."""


@final
class Action(TypedDict):
    """A trigger, and its availability in the current state."""

    trigger: TriggerType
    """The trigger."""

    by: Actor
    """The actor that performs the trigger."""

    label: str
    """The label for a button."""

    allowed: bool
    """`True` if the trigger is possible in this state. The trigger's data may still be refused, for
    example a file with an unknown label.
    """

    to: State | None
    """The state that the trigger leads to, if it is allowed."""

    reason: Refusal | None
    """The reason why the trigger is not allowed."""

    message: str | None
    """The message for `reason`."""

    requirement_ids: list[str]
    """The specification statements behind the action."""

    decisions: list[str]
    """The decisions behind the action."""


@final
class Actions(TypedDict):
    """Every trigger, and its availability."""

    actions: list[Action]


@final
class CancellationCancellation(TypedDict):
    """The cancellation block of a case's detail."""

    eligible: bool
    """`True` if the case may be canceled."""

    fee_usd: str | None
    """The fee: `0.00` if the cancellation is free, `None` if no fee applies or the context did not
    give it.
    """

    reason: CancellationReason
    """The reason why the case is eligible or not."""


@final
class Cancellation(TypedDict):
    """The eligibility of a case for cancellation."""

    cancellation: CancellationCancellation

    assumed: bool
    """`True` if the reason is the default, because none was given."""


Transition = TypedDict(
    "Transition",
    {
        # The states in which the row applies. The list is empty for a trigger that needs no case.
        "from": "list[State]",
        # The trigger.
        "trigger": "TriggerType",
        # The actor that performs the trigger.
        "by": "Actor",
        # The conditions that must be met besides the state.
        "conditions": "list[Condition]",
        # The state afterwards, or `None` if the state does not change.
        "to": "State | None",
        # The event that the transition fires, if any.
        "event": "EventType | None",
        # The circumstances in which the event fires.
        "fires": "Firing",
        # The specification statements behind the row, by id (`docs/requirements.md`).
        "requirement_ids": "list[str]",
        # The decisions behind the row, for questions that the specification leaves open, by number
        # (`docs/requirements.md`).
        "decisions": "list[str]",
    },
)
"""A row of the table: the effect of a trigger in some states."""


@final
class Transitions(TypedDict):
    """The table of transitions."""

    transitions: list[Transition]


@final
class RequestReportExpects(TypedDict):
    """A description of an endpoint for its callers."""

    method: Method
    """The HTTP method."""

    path: str
    """The path with parameters in braces."""

    body: BodyKind
    """The type of the body."""

    query: list[str]
    """The names of the query parameters."""

    members: list[str]
    """The names of the body's members or parts."""

    status: int | None
    """The HTTP status of success, or `None` if it is not published."""

    response: ResponseName | None
    """The name of the response record, or `None` if it is not published."""

    retry: Retry
    """The effect of repeating the request."""

    sunset: str | None
    """The first day on which a deprecated endpoint is no longer available."""


@final
class RequestReport(TypedDict):
    """The result of checking a request."""

    endpoint: EndpointId | None
    """The endpoint, or `None` if it was not recognized."""

    ok: bool
    """`True` if neither the request nor its case has an error. Warnings do not count."""

    issues: list[Issue]
    """The issues of the request. Each `at` is a path in the input."""

    expects: RequestReportExpects | None
    """The description of the endpoint, or `None` if it was not recognized."""

    case: NotRequired[Report]
    """The report on the case, if the endpoint creates a case and the request contains one."""


@final
class MovedFile(TypedDict):
    """A file of the trace. A trace does not contain the content of files."""

    name: str
    """The name, as it was uploaded."""

    size: int | None
    """The size in bytes, in its original spelling. `None` if the trace does not contain it."""

    label: Label
    """The label in the current API."""


@final
class MigrationRequest(TypedDict):
    """One request to the create endpoint."""

    method: Method
    """The HTTP method."""

    path: str
    """The path."""

    case: dict[str, Any]
    """The part `case`, with the original spelling of numbers."""

    files: list[MovedFile]
    """The parts `files`, in the order of the uploads."""

    labels: list[Label]
    """The parts `labels`, one for each file."""


@final
class Migration(TypedDict):
    """The migration of a legacy trace."""

    request: MigrationRequest | None
    """The replacement request. `None` if the trace contains no case, or if it is ambiguous which case
    to migrate.
    """

    append: list[MovedFile]
    """Files beyond the limits of one create request. Each is sent to the append endpoint afterwards,
    in this order.
    """

    unplaced: list[MovedFile]
    """Files that exceed the limits of both endpoints. The losses contain the reasons."""

    losses: list[Issue]
    """Data that the request does not carry over, and uncertain decisions. Each `at` is a path in the
    trace.
    """

    report: Report | None
    """The report on the new case, or `None` if there is no request."""


@final
class ReceiptIssue(TypedDict):
    """An error of a receipt."""

    code: Code
    """The code."""

    at: str
    """The place: a JSON Pointer, empty for the whole payload. It contains no submitted key."""


@final
class ReceiptRule(TypedDict):
    """The outcome of a rule, with the classes of the fields that it reads."""

    id: str
    """The rule."""

    outcome: Literal["satisfied", "violated", "not_applicable", "blocked", "not_checked"]
    """The outcome."""

    read: dict[str, str]
    """The class of each field that the rule reads."""


@final
class ReceiptRulebook(TypedDict):
    """The rulebook behind a verdict."""

    version: str
    """The version of this library."""

    digest: str
    """A digest of the tables, which changes with them."""


@final
class Receipt(TypedDict):
    """What casegate decided about a payload, and why.

    A receipt is about the service's own rules: firm rules and severities of the context do not
    change it. A verifier compares its JSON text byte by byte.
    """

    receipt: Literal[1]
    """The version of the receipt's JSON form."""

    rulebook: ReceiptRulebook
    """The rulebook behind the decision."""

    tables: str
    """The SHA-256 digest of `kit/rules.json`, the tables that decide a case."""

    payload: str
    """The SHA-256 digest of the payload's bytes. A text has those of its UTF-8."""

    context: str
    """The SHA-256 digest of the settings on which the decision depends."""

    today: str
    """The day that counted as today."""

    surface: Literal["create", "legacy"]
    """The surface on which the case is submitted."""

    credential: Literal["user", "master"]
    """The kind of token."""

    product: Product | None
    """The product, if it is known."""

    errors: list[ReceiptIssue]
    """The errors in catalogue order, up to the context's limit of findings."""

    rules: list[ReceiptRule]
    """The rules in effect for the product and the surface, in the order of the tables."""


@final
class AnalysisExamined(TypedDict):
    """The extent of an examination."""

    rules: int
    """The rules, of the rulebook and of the firm."""

    combinations: int
    """The combinations of values of conditions."""

    payloads: int
    """The payloads that were judged."""

    is_exhaustive: bool
    """`True` if no question remains open."""


@final
class Analysis(TypedDict):
    """The examination of a context's rules."""

    ok: bool
    """`True` if there are no findings."""

    findings: list[RuleFinding]
    """The faults of rules."""

    inactive: list[InactiveRule]
    """The rules that a setting of the context turns off."""

    unread: list[UnreadField]
    """The fields whose value changes no verdict."""

    not_examined: list[NotExamined]
    """The questions that remain open."""

    examined: AnalysisExamined
    """The extent of the examination."""


@final
class RuleFinding(TypedDict):
    """A fault of rules."""

    fault: RuleFault
    """The fault."""

    rules: list[str]
    """The ids of the rules. Each of them is necessary for the fault."""

    product: Product
    """The product of the cases."""

    at: list[str]
    """The pointers of the fields that the rules judge."""

    when: list[ValueAt]
    """The values with which the fault occurs. Without any, it occurs in every case."""

    witness: dict[str, Any] | None
    """The smallest payload that was found with the fault; `None` if no payload can show it."""

    message: str
    """The message in the context's language."""


@final
class ValueAt(TypedDict):
    """A value of a field."""

    at: str
    """The pointer of the field."""

    value: Any
    """A value of the class; `None` if the field is not set."""


@final
class InactiveRule(TypedDict):
    """A rule that a setting turns off."""

    rule: str
    """The id of the rule."""

    setting: str
    """The setting."""


@final
class UnreadField(TypedDict):
    """A field whose value changes no verdict."""

    at: str
    """The pointer of the field."""

    reason: UnreadReason
    """The reason."""


@final
class NotExamined(TypedDict):
    """An open question about rules."""

    rules: list[str]
    """The ids of the rules; none if the question is about all of them together."""

    faults: list[RuleFault]
    """The faults that were not excluded."""

    reason: NotExaminedReason
    """The reason."""

    at: str | None
    """The pointer of the field that the reason is about."""


@final
class DifferenceUnseen(TypedDict):
    """A setting that differs without a payload that shows it."""

    setting: str
    """The name of the setting, such as `severity.file_empty`; of a firm rule `house` and its id."""


@final
class Difference(TypedDict):
    """The difference between two contexts."""

    ok: bool
    """`True` if no accepted payload is refused now."""

    changes: list[Change]
    """The changes of verdicts, then those of errors, then those of warnings."""

    unseen: list[DifferenceUnseen]
    """Settings that differ, and whose difference no payload showed."""

    payloads: int
    """The number of payloads that both contexts judged."""

    unusable: NotRequired[str]
    """The error in the settings to compare with, if they cannot be used."""


@final
class Change(TypedDict):
    """A finding that only one of two contexts has, or that has another severity."""

    effect: ChangeEffect
    """The effect on payloads."""

    code: Code
    """The code of the finding."""

    rule: str | None
    """The rule, if it is one of the rulebook or of the firm."""

    places: list[Changed]
    """The places, each with the smallest payload that was found."""

    message: str
    """What changes, and what to do, in the language of the first context."""


@final
class Changed(TypedDict):
    """A place at which a finding changes."""

    at: str
    """The pointer of the field, without the position in an array."""

    witness: dict[str, Any]
    """A payload that shows the change."""

    text: NotRequired[str]
    """The payload as a text, if a key occurs twice in it. A JSON reader retains only one of the two
    from `witness`.
    """

    finding: str
    """The message of the finding for this payload."""


@final
class Teaser(TypedDict):
    """The data of a policy that may be disclosed before it is bought: its type, its price and ids, but
    no policy values (`EVT-additional-redacted`).

    The JSON form is `{"upgrade_id","type","price_usd"}`. An unknown `upgrade_id` is omitted.
    """

    upgrade_id: NotRequired[int]
    """The id with which the policy is accepted. The specification does not list it in the event, but
    the offers endpoint returns it.
    """

    type: str | None
    """The type of policy."""

    price_usd: str | None
    """The price, a decimal string."""


@final
class CaseEventCaseReceived(TypedDict):

    event: Literal["case.received"]

    event_id: NotRequired[str | None]

    case_id: NotRequired[int | None]

    issue_key: NotRequired[str | None]

    occurred_at: NotRequired[str | None]


@final
class CaseEventCaseFilesUpdated(TypedDict):

    event: Literal["case.files_updated"]

    file_id: str | None

    label: str | None

    event_id: NotRequired[str | None]

    case_id: NotRequired[int | None]

    issue_key: NotRequired[str | None]

    occurred_at: NotRequired[str | None]


@final
class CaseEventCaseInProgress(TypedDict):

    event: Literal["case.in_progress"]

    event_id: NotRequired[str | None]

    case_id: NotRequired[int | None]

    issue_key: NotRequired[str | None]

    occurred_at: NotRequired[str | None]


@final
class CaseEventCaseActionRequired(TypedDict):

    event: Literal["case.action_required"]

    message: str | None

    interaction_id: str | None

    event_id: NotRequired[str | None]

    case_id: NotRequired[int | None]

    issue_key: NotRequired[str | None]

    occurred_at: NotRequired[str | None]


@final
class CaseEventCaseAdditionalPoliciesFound(TypedDict):

    event: Literal["case.additional_policies_found"]

    offer_id: str | None

    teasers: list[Teaser]

    event_id: NotRequired[str | None]

    case_id: NotRequired[int | None]

    issue_key: NotRequired[str | None]

    occurred_at: NotRequired[str | None]


@final
class CaseEventCaseResultsReady(TypedDict):

    event: Literal["case.results_ready"]

    results_url: str | None

    event_id: NotRequired[str | None]

    case_id: NotRequired[int | None]

    issue_key: NotRequired[str | None]

    occurred_at: NotRequired[str | None]


@final
class CaseEventCaseClosed(TypedDict):

    event: Literal["case.closed"]

    reason: str | None

    event_id: NotRequired[str | None]

    case_id: NotRequired[int | None]

    issue_key: NotRequired[str | None]

    occurred_at: NotRequired[str | None]


@final
class NormalizedResults(TypedDict):
    """Results in their documented shape."""

    normalized: dict[str, Any] | None
    """The results, or `None` if the text is not JSON or exceeds the context's limits."""

    notes: list[Issue]
    """Changes, and deviations from the documentation. Their paths are valid in the input and the
    output, because no element moves.
    """


@final
class EventReading(TypedDict):
    """The result of reading an event."""

    event: CaseEvent | None
    """The event in its normal form, or `None` if it is not one of the seven events."""

    type: EventType | None
    """The type of the event, or `None` if it is not one of the seven events."""

    notes: list[Issue]
    """Deviations from the specification. They are warnings, unless the text cannot be read at all.
    """


@final
class RedactionOffer(TypedDict):
    """The disclosable part of an offer."""

    offer_id: str | None
    """The id of the offer."""

    teasers: list[Teaser]
    """One teaser for each found policy."""


@final
class Redaction(TypedDict):
    """The result of redacting an offer."""

    offer: RedactionOffer | None
    """The redacted offer, or `None` if the record cannot be read."""

    notes: list[Issue]
    """Missing or invalid members of the record."""


@final
class SavedFollower(TypedDict):
    """The knowledge of a caller about one case."""

    format: Literal[1]
    """The version of the serialized form, 1."""

    is_test: bool

    marks: list[str]
    """Observations that remain when the facts that showed them are dropped."""

    facts: dict[str, Any]

    older: dict[str, dict[str, bool]]
    """For each endpoint, the facts that are older than one of its answers. The value is `True` if such
    an answer reported a state other than `action_required`.
    """


@final
class Followed(TypedDict):
    """The result of `follow`."""

    follower: SavedFollower | None
    """The follower, which the caller stores until the next facts arrive. `None` if the input cannot be
    read.
    """

    view: CaseView | None
    """The view of the case."""

    notes: list[Issue]
    """Notes about ignored input and about deviations from the specification."""


@final
class Ask(TypedDict):
    """A GET request that the caller should make."""

    endpoint: AskSource
    """The endpoint. Its name is that of the fact which takes the answer."""

    method: Method
    """The HTTP method, `GET`."""

    path: str | None
    """The path below the service's address, with its query. `None` while the facts do not have one
    reference of the case: the list of cases has it.
    """

    reason: AskReason
    """The reason for the request."""

    message: str
    """The reason as a message."""


@final
class CaseViewOpenInteraction(TypedDict):
    """A request for input."""

    interaction_id: str
    """The id that the reply refers to."""

    message: str | None
    """The message to the caller. `None` if it is unknown or longer than 8 KB."""


@final
class CaseViewOffersUpgrades(TypedDict):
    """An offered policy."""

    upgrade_id: int | None
    """The id of the upgrade, if it is known."""

    type: str | None
    """The type of policy."""

    price_usd: str | None
    """The price, a decimal string."""

    selected: bool
    """`True` if the policy was accepted, which is final."""


@final
class CaseViewOffers(TypedDict):
    """An offer."""

    offer_id: str
    """The id of the item."""

    complete: bool
    """`True` if every upgrade has a known id, so that the offer can be accepted."""

    upgrades: list[CaseViewOffersUpgrades]
    """The offered policies."""


@final
class CaseViewResults(TypedDict):
    """The availability of the results, and their URL."""

    available: bool
    """`True` if the results are known to be available."""

    url: str | None
    """The URL of the latest event, if it is known which event is the latest."""

    expires_at: str | None
    """The time at which the URL expires, 12 hours after the event fired. If the firing time is
    unknown, this is the latest possible time: 12 hours after the event was received.
    """

    expired: bool | None
    """`True` if the URL has expired. `None` without `now` or `expires_at`."""

    completed_at: str | None
    """The completion time of the fetched results in the service's own format. `None` if the known
    answers disagree.
    """


@final
class CaseViewFiles(TypedDict):
    """A file."""

    file_id: str
    """The id of the item."""

    label: str | None
    """The label. `None` if it is unknown or the facts disagree."""

    sync: SyncState | None
    """The state of the file's synchronization with the tracker."""


@final
class CaseViewClosed(TypedDict):
    """The closing of a case."""

    reason: str | None
    """The reason. `None` if it is unknown or the facts disagree."""


@final
class CaseViewCancellation(TypedDict):
    """The readable members of a case detail's cancellation block."""

    eligible: bool | None
    """`True` if the case can be canceled."""

    fee_usd: str | None
    """The fee, a decimal string."""

    reason: CancellationReason | None
    """The reason why the case is eligible or not."""


@final
class CaseView(TypedDict):
    """The view of a case. It is correct if nothing has happened that the facts do not report."""

    must_poll: bool
    """`True` for a test case, whose state can only be polled."""

    case_id: int | None
    """The case's number."""

    issue_key: str | None
    """The case's reference."""

    state: State | None
    """The state, if the facts allow only one."""

    possible: list[State]
    """The states that the facts allow, in the order of the lifecycle."""

    open_interaction: CaseViewOpenInteraction | None
    """The open request for input."""

    offers: list[CaseViewOffers]
    """Offers of additional policies, by id."""

    results: CaseViewResults
    """The results."""

    files: list[CaseViewFiles]
    """Files, by id."""

    closed: CaseViewClosed | None
    """The closing of the case, or `None` if the case is not known to be closed."""

    cancelled: bool
    """`True` if the case was canceled, or its cancellation was accepted."""

    cancellation: CaseViewCancellation | None
    """The cancellation block of the newest case detail."""

    ask: list[Ask]
    """The requests that the caller should make, each with a reason."""

    basis: list[str]
    """The keys of the facts behind this view. Pass them with the answers to requests that are sent
    from now on.
    """


class PersonalInformation(TypedDict):
    """PersonalInformation, as it is sent."""

    first_name: str
    """First name."""

    last_name: str
    """Last name."""

    address: str
    """Street address."""

    date_of_birth: NotRequired[str]
    """Date of birth."""

    middle_name: NotRequired[str]
    """Middle name."""

    phone_number: NotRequired[str]
    """Phone number."""

    phone_extension: NotRequired[str]
    """Phone extension."""

    license_number: NotRequired[str]
    """Driver license number."""

    apt_or_suite_number: NotRequired[str]
    """Apartment or suite."""

    city: NotRequired[str]
    """City."""

    postal_or_zip_code: NotRequired[str]
    """ZIP code."""

    license_state: NotRequired[str]
    """Driver license state."""

    state_or_province: NotRequired[str]
    """State."""


class VehicleInformation(TypedDict):
    """VehicleInformation, as it is sent."""

    description: NotRequired[str]
    """Description."""

    vehicle_year: NotRequired[int]
    """Year."""

    vehicle_make: NotRequired[str]
    """Make."""

    vehicle_model: NotRequired[str]
    """Model."""

    vin: NotRequired[str]
    """VIN."""

    license_plate: NotRequired[str]
    """License plate."""


class AddressInformation(TypedDict):
    """AddressInformation, as it is sent."""

    address: str
    """Street address."""

    city: str
    """City."""

    state_or_province: str
    """State."""

    postal_or_zip_code: str
    """ZIP code."""

    apt_or_suite_number: NotRequired[str]
    """Apartment or suite."""


class CommonFields(TypedDict):
    """Fields of both products."""

    cc_emails: str
    """Email addresses for updates."""

    summary: NotRequired[str]
    """Matter name."""

    plaintiff_name: str
    """Plaintiff's full name."""

    office_case_number: NotRequired[str]
    """Your file number."""

    date_of_loss: str
    """Date of loss."""

    is_incident_report_provided: bool
    """Is there an incident report?"""

    is_user_agreeing_to_all_terms_and_conditions: NotRequired[bool]
    """Do you agree to the terms and conditions?"""

    is_black_card: NotRequired[bool]
    """Black card. Deprecated. Removed in version 2.0.0."""

    is_payment_via_financing: NotRequired[bool]
    """Bill through our financing partner?"""

    is_test: NotRequired[bool]
    """Is this a test case?"""

    expedited_request: NotRequired[Literal["three_hour_rush_request", "one_day_rush_request", "three_day_rush_request", "five_day_rush_request"] | None]
    """Rush service."""

    add_on_services: NotRequired[Sequence[Literal["policy_number", "policy_period", "property_damage_limits", "skip_trace", "um_uim_limits", "umbrella_policy_limits"]]]
    """Add-on services."""

    defendant_business_name: NotRequired[str]
    """Defendant's business name."""

    defendant_information: NotRequired[PersonalInformation]
    """Defendant."""

    vehicle_information: NotRequired[VehicleInformation]
    """Vehicle."""

    nature_of_the_injury: NotRequired[str]
    """Type of incident."""

    crash_report_additional_info: NotRequired[str]
    """Notes about the report."""

    requester_name: NotRequired[str]
    """Your name."""

    requester_phone: NotRequired[str]
    """Your phone number."""

    files_to_upload: NotRequired[Sequence[Literal["incident_report", "insurance_letter", "driver_license_or_other_id", "other1", "other2", "other3"] | str]]
    """Files to upload. Deprecated. Read by the legacy endpoints only."""

    crash_address: NotRequired[str]
    """Address of the incident."""

    crash_city: NotRequired[str]
    """City of the incident."""

    crash_zip: NotRequired[str]
    """ZIP code of the incident."""

    crash_state: NotRequired[str]
    """State of the incident."""


class PolicyLimitCase(CommonFields):
    """A case as it is submitted."""

    case_type: Literal["pl"]

    base_product: Sequence[Literal["commercial_auto_policy_limits", "commercial_general_liability_policy_limits", "international_commercial_policy_limits", "commercial_other_policy_limits", "personal_auto_policy_limits", "personal_homeowner_or_renters_policy_limits"] | str]
    """Type of coverage."""

    insurance_company: str
    """Insurance company."""

    insurance_company_name: NotRequired[str]
    """Insurance company (old name of the field). Deprecated. Use `insurance_company`. To be removed in
    a later version, which is not named.
    """

    policy_number: NotRequired[str]
    """Policy number."""

    claim_number: NotRequired[str]
    """Claim number."""

    adjuster_name: NotRequired[str]
    """Adjuster's name."""

    adjuster_phone_number: NotRequired[str]
    """Adjuster's phone number."""

    adjuster_phone_extension: NotRequired[str]
    """Adjuster's phone extension."""

    are_policyholder_and_defendant_the_same: NotRequired[bool]
    """Is the policyholder the defendant?"""

    policyholder_name: NotRequired[str]
    """Policyholder's name."""

    policyholder_relationship: NotRequired[str]
    """Policyholder's relationship to the defendant."""

    commercial_driver_information: NotRequired[PersonalInformation]
    """Driver."""

    ml_prediction_ids: NotRequired[Mapping[str, Any]]
    """Prediction identifiers."""


class PolicyExistenceCase(CommonFields):
    """A case as it is submitted."""

    case_type: Literal["pe"]

    base_product: Sequence[Literal["commercial_auto_policy_existence", "personal_auto_policy_existence", "personal_homeowners_policy_existence"] | str]
    """Type of coverage. One string in its place is also taken. It is old, and nothing says that it
    will be removed.
    """

    defendant_name: NotRequired[str]
    """Defendant's name (old field). Deprecated. Use `defendant_information.first_name` and
    `defendant_information.last_name`. Removed in version 2.0.0.
    """

    is_defendant_transportation_company: NotRequired[bool]
    """Is the defendant a transportation company?"""

    usdot_number: NotRequired[str]
    """USDOT number."""

    insured_property_information: NotRequired[AddressInformation]
    """Insured property."""

    is_defendant_property_owner_and_occupant: NotRequired[bool]
    """Does the defendant own and live in the property?"""

    should_exclude_other_insurance_from_search: bool
    """Should we exclude any insurance you already know about?"""

    excluded_insurance_policy_information: NotRequired[str]
    """Insurance to exclude."""

    other_properties_owned: NotRequired[str]
    """Other properties the defendant owns."""

    vehicles_owned: NotRequired[str]
    """Vehicles the defendant owns."""

    search_reason: Sequence[Literal["no_insurance_on_report", "defendant_provided_no_insurance", "defendant_insurance_unknown", "insurance_cancelled_pre_dol", "insurance_denied_coverage", "insurance_doesnt_cover_incident", "incorrect_insurance_info_on_report", "additional_at_fault_party", "minor_at_fault", "other_reason"] | str]
    """Reasons for the search."""

    other_search_reason: NotRequired[str]
    """Describe the other reason."""


Product: TypeAlias = Literal[
    # Policy Limit: the insurer and the policy or claim are known.
    "pl",
    # Policy Existence: research whether there is coverage.
    "pe",
]
"""One of the two products."""

Language: TypeAlias = Literal[
    # English, `en`.
    "en",
    # Spanish, `es`.
    "es",
]
"""The language of messages."""

Severity: TypeAlias = Literal[
    # The service refuses the request.
    "error",
    # The request may be sent: the specification leaves the matter open, or it has no effect.
    "warning",
]
"""The severity of a finding."""

Code: TypeAlias = Literal[
    # The text is not JSON.
    "not_json",
    # The text contains a lone surrogate, which is not a character.
    "lone_surrogate",
    # The payload is JSON, but not an object.
    "not_an_object",
    # The text is longer than the context's limit.
    "too_large",
    # The payload is nested deeper than the context's limit.
    "too_deep",
    # The legacy endpoints have ended (D22).
    "legacy_sunset",
    # A field that must be set is not set (D1).
    "required",
    # A field has a value of a type that the specification does not allow (D2).
    "wrong_type",
    # A word is not in a list that the specification gives in full (D5).
    "unknown_word",
    # An array has another length than the field allows (D15).
    "wrong_length",
    # An array mixes commercial and personal choices (D15).
    "mixed_families",
    # A text is not a valid day in the form `YYYY-MM-DD` (D11).
    "not_a_date",
    # The date of loss is more than 365 days before today (D12).
    "date_too_old",
    # The date of loss is after today, so not within the last 365 days (D12).
    "date_after_today",
    # A field is set that a rule forbids here (D1).
    "forbidden",
    # A field that must be `True` is `False`.
    "must_be_true",
    # A USDOT number does not consist of digits with at least one that is not zero (D17).
    "not_a_usdot_number",
    # A text is not the code of a US state (D14).
    "unknown_state",
    # A state code is not in upper case, although the field requires it (D14).
    "state_not_upper_case",
    # The carrier is one that the service refuses (D19).
    "refused_carrier",
    # The legacy endpoints are deprecated (D22).
    "legacy_deprecated",
    # A word is not in a list that the specification leaves open (D5).
    "unlisted_word",
    # The date of loss is the earliest accepted day (D12).
    "date_on_last_day",
    # The date of loss is after today (D12).
    "future_date",
    # The date of loss is more than 125 years ago (D55).
    "date_long_ago",
    # A value is `None`, which the specification does not mention; it counts as not set (D3).
    "null_value",
    # The specification has no such field (D4).
    "unknown_field",
    # The field belongs to the other product (D8).
    "other_product",
    # The field occurs only in records that the service returns (D9).
    "read_only",
    # A key occurs more than once; the last value counts (D10).
    "duplicate_key",
    # The field is deprecated and has no effect (D18).
    "deprecated",
    # The selected rulebook no longer has the field (D58).
    "removed",
    # The field's value is ignored (D18).
    "ignored",
    # A field is a string, although an array of one word is recommended (D15).
    "string_form",
    # A deprecated name is used for a current field (D16).
    "alias",
    # A deprecated name and the current one have different values; the current one counts (D16).
    "alias_conflict",
    # An entry is not an email address (D13).
    "not_an_email",
    # A word occurs more than once in an array (D15).
    "duplicate_word",
    # A state code is not in upper case; the field does not require it (D14).
    "state_case",
    # The code belongs to a territory or to the military (D14).
    "unusual_state",
    # The carrier resembles one that the service refuses (D19).
    "similar_carrier",
    # The carrier resembles one that costs a fee. The code is always a warning, because a fee
    # refuses nothing (D50).
    "possible_carrier_fee",
    # Financing is requested, and the account is not known to be enrolled (D20).
    "financing_not_enrolled",
    # A master token creates a case (D21).
    "master_token",
    # A USDOT number is given, and no rule reads it (D17).
    "usdot_number_unused",
    # The `case_type` differs from that of the legacy path (D22).
    "case_type_disagrees",
    # There are more findings than the context's limit.
    "findings_capped",
    # A file's label is not one of the service's (D5).
    "unknown_label",
    # A file's extension is not among those that create accepts, or it has none (D24).
    "extension_not_allowed",
    # A file exceeds the size limit for both meanings of MB (D23).
    "file_too_large",
    # There are more files than the endpoint accepts; this file is beyond the limit (D25).
    "too_many_files",
    # With this file, the total size of the accepted files exceeds the limit (D25).
    "total_too_large",
    # A file's label is blank and counts as `other` (D47).
    "blank_label",
    # A file has its own label and another one by position; its own counts.
    "label_conflict",
    # There are more labels than files (D26).
    "surplus_labels",
    # The extension of an appended file is not in the list of the create endpoint; append has no
    # list.
    "unlisted_extension",
    # A file is empty (D24).
    "file_empty",
    # The content of a file is not of the kind that its name says (D57).
    "file_other_kind",
    # A file is a HEIC photo under the name of another kind (D57).
    "file_heic",
    # A file is encrypted or protected by a password (D57).
    "file_encrypted",
    # A file is incomplete or damaged (D57).
    "file_damaged",
    # A document contains macros (D57).
    "file_macros",
    # A file exceeds the size limit if an MB is 10^6 bytes, but not if it is 2^20 (D23).
    "file_near_limit",
    # The total size of the accepted files exceeds the limit if an MB is 10^6 bytes, but not if it
    # is 2^20 (D23).
    "total_near_limit",
    # No endpoint has this path.
    "unknown_path",
    # The path belongs to an endpoint, but with another method.
    "other_method",
    # The method is not in capital letters.
    "method_case",
    # The path lacks the prefix of the partner endpoints.
    "prefix_missing",
    # The specification leaves open whether the path has the prefix.
    "prefix_open",
    # The path lacks the final slash.
    "slash_missing",
    # The path has a final slash that the documented one lacks.
    "slash_surplus",
    # The named endpoint differs from that of the path.
    "endpoint_disagrees",
    # The case reference in the path consists of digits, like the internal id.
    "ref_is_number",
    # The request has no token.
    "not_authenticated",
    # The `Authorization` header has another scheme than `Token`.
    "other_scheme",
    # The `Authorization` header does not have the documented form.
    "scheme_form",
    # The request has a cookie, which authenticates nothing.
    "cookie_ignored",
    # The endpoint does not accept a master token (D21).
    "master_token_refused",
    # The endpoint accepts only a master token.
    "user_token_refused",
    # The endpoint expects JSON, but the body has parts.
    "json_wanted",
    # The endpoint expects a multipart body, but the body is JSON.
    "parts_wanted",
    # The request has both a JSON body and parts.
    "two_bodies",
    # The encoding of the body is not published; JSON is the expected one.
    "body_format_open",
    # The endpoint takes no such input: no body, or no query.
    "unused",
    # A member that must be unique occurs again.
    "repeated_part",
    # The request takes one file, but has several.
    "one_file_only",
    # The request creates one case, but has several.
    "one_case_only",
    # The case is sent as a file, with a file name (`CASE-json-string`).
    "case_as_file",
    # A parameter is missing whose default is not published.
    "default_unpublished",
    # A reply has neither visible text nor a file (D46).
    "nothing_said",
    # The interaction was replied to before (D46).
    "already_responded",
    # The reply names another interaction than the open one (D46).
    "not_the_open_interaction",
    # No upgrade is selected (D46).
    "empty_selection",
    # The offer is not among those that the caller knows.
    "unknown_offer",
    # The offer has no such upgrade (D46).
    "unknown_upgrade",
    # A legacy upload has a label that was not declared.
    "undeclared_label",
    # A declared label was never uploaded, so legacy ready is refused.
    "missing_upload",
    # A saved case has unknown or invalid members, or contradicts itself.
    "case_unreadable",
    # A record lacks a documented member.
    "member_missing",
    # Documented members of a result were missing and were added as `None` (D35).
    "members_added",
    # Results have more records than the context's limit allows.
    "too_many_records",
    # A list of a result was missing or `None` and is now empty (D35, D48).
    "list_added",
    # A value has another type than documented, and is retained (D37).
    "unexpected_kind",
    # A word is not in the documented list, and is retained (D37).
    "unexpected_word",
    # A text does not have the documented form, and is retained (D37).
    "unexpected_form",
    # A record has a member that the documentation excludes.
    "unexpected_member",
    # Two members of a record contradict each other (D34).
    "contradiction",
    # A result had a status of the offers endpoint, which was mapped to the result's word (D35).
    "status_mapped",
    # An offered or included entry had more members than its envelope; they were removed (D35).
    "beyond_envelope",
    # An included entry had an id or a price, which is now `None` (D48).
    "included_cleared",
    # There is no record of this name.
    "record_unknown",
    # An event has no name.
    "event_name_missing",
    # An event is not one of the seven that the specification lists.
    "event_unknown",
    # An event is about invoices or payments, which are not part of the API.
    "billing_event",
    # An event lacks a member that the specification names.
    "event_member_missing",
    # A member of an event has another type than expected.
    "event_member_kind",
    # The message of a request for input is longer than 8 KB (D23).
    "message_over_limit",
    # The label of an appended file is not one of the four.
    "event_label_unknown",
    # The event of a received case has an issue key, which the case does not have yet.
    "issue_key_too_early",
    # A teaser has values of a policy that must not be shown before it is bought.
    "unbought_value",
    # A time is not RFC 3339, so it cannot order facts.
    "time_not_comparable",
    # The input of a follower is not a fact about a case.
    "fact_unknown",
    # A fact lacks a member that it cannot do without.
    "fact_incomplete",
    # A serialized follower cannot be read.
    "follower_unreadable",
    # A webhook event is about a test case, which fires none (D33).
    "test_case_event",
    # Several events report that the case was closed, which happens once.
    "closed_twice",
    # A step of the trace is not part of the legacy flow.
    "foreign_step",
    # A step of the trace belongs to another ticket.
    "other_ticket",
    # The trace has no step that creates the ticket.
    "no_create_step",
    # The ticket of the steps cannot be determined.
    "ticket_unclear",
    # A field is omitted from the migrated case.
    "field_left_out",
    # A label of the legacy flow becomes `other`, and its number is lost.
    "label_merged",
    # A label that the create endpoint does not know becomes `other`.
    "label_replaced",
    # A file was declared and never uploaded.
    "never_uploaded",
    # A file was uploaded and never declared.
    "never_declared",
    # A label was uploaded more than once; all files are kept.
    "uploaded_twice",
    # The create request has no room for a file, which moves to the append endpoint.
    "moved_to_append",
    # The ticket was never declared ready; the migrated request submits the case.
    "never_ready",
    # A value does not pass the test of a firm rule.
    "house_rule",
    # A firm rule with severity `warning` is violated.
    "house_advice",
    # A firm rule or a waiver is invalid.
    "house_refused",
    # The last day of a waiver is before today.
    "waiver_expired",
    # The context raises the code of a waiver to an error, which cannot be waived.
    "waiver_raised",
    # A value of a firm rule looks like one of another operator.
    "house_hint",
]
"""What was found."""

FileEndpoint: TypeAlias = Literal[
    # With the case, in the request that creates it.
    "create",
    # To an existing case, one file per request.
    "append",
]
"""The endpoint that files are sent to."""

FileStatus: TypeAlias = Literal[
    # The file is accepted.
    "accepted",
    # The file is rejected; the case is created all the same.
    "rejected",
]
"""Whether a file is accepted (`ATT-status`)."""

FileErrorCode: TypeAlias = Literal[
    # The file exceeds a size limit.
    "file_too_large",
    # The extension is not accepted.
    "extension_not_allowed",
    # The label is not one of the four.
    "unknown_label",
    # Another reason of the service, including the number of files (D25).
    "internal_error",
]
"""The reason of a rejected file (`ATT-error_code-enum`)."""

FileChange: TypeAlias = Literal[
    # The file needs a label that the service knows.
    "known_label",
    # The file must have a type that the service accepts.
    "other_extension",
    # The file must be smaller.
    "smaller_file",
    # The file must not be empty.
    "file_with_content",
    # The file must be replaced by a copy without encryption, damage or macros.
    "readable_copy",
    # The entry in the input must be repaired: its name or its size is missing or unreadable.
    "repaired_entry",
]
"""A change that is needed before a file is sent again."""

RuleFault: TypeAlias = Literal[
    # No acceptable case meets the conditions.
    "never_applies",
    # The rule applies, and no case violates it.
    "never_violated",
    # Every case that violates the rule has another error as well.
    "redundant",
    # Every case violates the rule.
    "always_violated",
    # Rules require opposite values of one field, under conditions that a case can meet at once.
    "conflict",
    # With these values, no other values make the case acceptable.
    "no_repair",
]
"""The fault of a rule, or of several rules together, that an analysis finds."""

NotExaminedReason: TypeAlias = Literal[
    # The rule is about the files of a case.
    "files",
    # The field is compared with a pattern or with another field, and the examined values may not
    # show everything that its tests can distinguish.
    "values",
    # The fields have too many combinations of values.
    "combinations",
    # The bound on the number of judged payloads was reached.
    "steps",
]
"""The reason why an analysis does not decide about rules."""

UnreadReason: TypeAlias = Literal[
    # The service ignores the value.
    "ignored",
    # The field is deprecated and has no effect.
    "deprecated",
    # Any value of the type is accepted. People read it.
    "any_value",
]
"""The reason why the value of a field changes no verdict."""

ChangeEffect: TypeAlias = Literal[
    # A payload that was accepted is refused.
    "refused",
    # A payload that was refused is accepted.
    "accepted",
    # A refused payload has another error.
    "error_added",
    # A refused payload has an error less, and stays refused.
    "error_removed",
    # A payload gets another warning.
    "warned",
    # A payload gets a warning less.
    "warning_removed",
]
"""The effect of a change of the context on a payload."""

State: TypeAlias = Literal[
    # Queued, not yet in active research.
    "received",
    # In active research.
    "in_progress",
    # The caller must supply information or documents.
    "action_required",
    # Results are published.
    "results_ready",
    # Done or canceled; no transition leaves it.
    "closed",
]
"""The state of a case (`ST-list`)."""

EventType: TypeAlias = Literal[
    # The case was submitted.
    "case.received",
    # A file was appended.
    "case.files_updated",
    # The case entered active research.
    "case.in_progress",
    # Information or documents are needed.
    "case.action_required",
    # Additional policies were located.
    "case.additional_policies_found",
    # Results were published for the first time or again.
    "case.results_ready",
    # The case is completed or canceled.
    "case.closed",
]
"""The type of a webhook event (`EVT-list`)."""

Label: TypeAlias = Literal[
    # A police report, crash report or exchange-of-information card.
    "incident_report",
    # A letter of an insurance company.
    "insurance_letter",
    # A driver's licence or another identity document.
    "driver_license_or_other_id",
    # Anything else, and files without a label.
    "other",
]
"""The label of a file (`EP-create-labels-enum`)."""

CancellationReason: TypeAlias = Literal[
    # Research has not been dispatched; canceling is free.
    "not_yet_dispatched",
    # Research was dispatched; canceling costs a fee.
    "dispatched_fee_applies",
    # Research is complete.
    "research_complete",
    # The case is closed.
    "case_closed",
    # A cancellation is in progress.
    "cancellation_pending",
    # The case is being processed.
    "case_processing",
]
"""The reason why a case can or cannot be canceled (`CB-reason-enum`)."""

TriggerType: TypeAlias = Literal[
    # A case is submitted.
    "create",
    # Research begins.
    "pick_up",
    # A specialist needs input.
    "need_input",
    # The caller replies.
    "respond",
    # Results are published for the first time or again.
    "publish_results",
    # Additional policies are located.
    "find_policies",
    # The caller accepts offered policies.
    "accept_offers",
    # Delivery is confirmed.
    "confirm_delivery",
    # The caller cancels.
    "cancel",
    # The caller appends a file.
    "append_file",
]
"""The kind of a `Trigger`."""

Actor: TypeAlias = Literal[
    # The law firm, or its software.
    "caller",
    # The service and its staff.
    "service",
]
"""The actor that performs a trigger."""

Refusal: TypeAlias = Literal[
    # No case has such a trigger.
    "unknown_trigger",
    # A member of the trigger is missing, empty, or of a wrong type.
    "malformed_trigger",
    # There is no case yet.
    "no_case",
    # The case was created already.
    "case_exists",
    # The case is closed, which is final (`ST-closed-terminal`).
    "case_closed",
    # The trigger has no effect in the state of the case (`ST-no-other-transitions`).
    "wrong_state",
    # A request for input is open, and only one can be open at a time (`ST-one-open-request`).
    "request_open",
    # The `interaction_id` names an earlier request of the case (D46).
    "reused_interaction",
    # The message is longer than 8 KB (`LIM-action-message`).
    "message_too_long",
    # The `interaction_id` is not that of the open request (`RSP-open-interaction`).
    "unknown_interaction",
    # An earlier reply answered the request (`ERR-respond-repeat`).
    "already_responded",
    # The reply has neither visible text nor a file (`RSP-message-or-file`).
    "empty_reply",
    # The `offer_id` names an earlier offer of the case.
    "reused_offer",
    # The offer has no policy.
    "empty_offer",
    # The case has no offer with this `offer_id`.
    "unknown_offer",
    # No policy is selected (D46).
    "empty_selection",
    # A selected policy is not part of the offer (D46).
    "unknown_upgrade",
    # Research is complete, so the case cannot be canceled (D34).
    "research_complete",
    # A cancellation is in progress (D34).
    "cancellation_pending",
    # The case is being processed, so it cannot be canceled now (D34).
    "case_processing",
    # The label of the file is not one of the four (`FA-label-enum`).
    "unknown_label",
    # The file is larger than 25 MB (`FA-file-25MB`).
    "file_too_large",
    # 25 files were appended already (`LIM-append-count`).
    "too_many_files",
    # With this file, the appended files exceed 100 MB (`LIM-append-bytes`).
    "files_too_large",
]
"""The reason of a refused trigger. The case is unchanged (D31). Programs act on the reason; `message`
has a text for people.
"""

Condition: TypeAlias = Literal[
    # The request for input has an id that is not blank.
    "interaction_named",
    # No answered request of the case has the same id.
    "interaction_new",
    # The message is at most 8 × 1024 bytes of UTF-8.
    "message_within_limit",
    # The reply refers to the open request.
    "interaction_open",
    # The reply has visible text or a file.
    "reply_says_something",
    # The offer has an id that is not blank.
    "offer_named",
    # No earlier offer of the case has the same id.
    "offer_new",
    # The offer contains at least one policy.
    "offer_not_empty",
    # The case has an offer with this id.
    "offer_known",
    # At least one policy is selected.
    "selection_not_empty",
    # Every selected policy is part of the offer.
    "selection_offered",
    # At least one policy is selected, and each selected policy is part of the offer and already
    # accepted.
    "selection_accepted",
    # The case may be canceled according to the context, or to the default of D34.
    "cancellation_eligible",
    # The case was closed by a cancellation.
    "closed_by_cancellation",
    # The file's label is one of the four known labels, or absent.
    "label_known",
    # The file is at most 25 MB.
    "size_within_limit",
    # The case has fewer than 25 appended files.
    "count_within_limit",
    # The appended files stay within 100 MB.
    "total_within_limit",
]
"""A condition that a trigger must meet besides the state. A row's conditions are checked in order.
"""

Firing: TypeAlias = Literal[
    # Always.
    "always",
    # Unless the case fired the same event last (D29).
    "unless_repeated",
    # If the results differ from those published last (D30).
    "when_results_differ",
]
"""The circumstances in which a transition fires its event. A test case fires none (D33)."""

EndpointId: TypeAlias = Literal[
    # Lists cases.
    "list",
    # Creates a case and submits it with its files.
    "create",
    # Returns the detail of a case.
    "detail",
    # Returns the results of a case.
    "results",
    # Returns the latest offer of additional policies.
    "offers",
    # Accepts upgrades of an offer.
    "accept",
    # Replies to the open request for information.
    "respond",
    # Appends a file to a case.
    "append",
    # Cancels a case.
    "cancel",
    # Exchanges the master token for a user token.
    "login",
    # Revokes the token of the request.
    "logout",
    # Verifies the authentication.
    "ping",
    # Step 1 of the legacy flow for Policy Existence.
    "legacy_create_pe",
    # Step 1 of the legacy flow for Policy Limit.
    "legacy_create_pl",
    # Step 2 of the legacy flow.
    "legacy_upload",
    # Step 3 of the legacy flow.
    "legacy_ready",
]
"""An endpoint."""

Method: TypeAlias = Literal[
    # Reads a resource.
    "GET",
    # Submits data.
    "POST",
    # Replaces a resource.
    "PUT",
]
"""An HTTP method that an endpoint uses."""

BodyKind: TypeAlias = Literal[
    # No body.
    "none",
    # A JSON object with the members.
    "json",
    # `multipart/form-data` with the members as parts.
    "multipart",
    # A JSON object with the case fields.
    "case_fields",
    # The members are published, but their encoding is not. This library writes JSON.
    "unstated",
]
"""The type of a request's body."""

Retry: TypeAlias = Literal[
    # A repeat is safe.
    "safe",
    # A repeat is refused. The refusal means that the first request arrived.
    "refused",
    # The specification does not define the effect.
    "unpublished",
]
"""The effect of repeating a request."""

AskSource: TypeAlias = Literal[
    # The case's state: `GET /cases/{ref}/`.
    "detail",
    # The results: `GET /cases/{ref}/results/`.
    "results",
    # The latest offer: `GET /cases/{ref}/offers/`.
    "offers",
]
"""The service's GET endpoints below `/cases/{ref}`, by the names of their `EndpointId`."""

AskReason: TypeAlias = Literal[
    # Nothing is known about the state.
    "nothing_known",
    # A test case fires no events.
    "test_case",
    # A reply queues the case until its pick-up, and no fact shows whether it was picked up.
    "after_reply",
    # Several requests for input have no known reply, and no fact shows which was last.
    "requests_unordered",
    # Facts name several states, and no fact shows which is the last.
    "order_unknown",
    # The facts imply an event that has not arrived.
    "event_missing",
    # A cancellation was accepted, and no fact shows that the case is closed.
    "cancellation_under_way",
    # Facts name more than one case.
    "several_cases",
    # There were more facts than a follower retains.
    "too_many_facts",
    # Results exist that were not fetched.
    "results_unread",
    # Results exist that were not fetched, and the address in the event has expired.
    "url_expired",
    # The upgrades of an offer are known without their ids.
    "offer_unread",
    # Facts disagree about an offer.
    "offer_unclear",
]
"""The reason for a request to the service."""

SyncState: TypeAlias = Literal[
    # The tracker does not have the file yet.
    "pending",
    # The tracker has the file.
    "synced",
]
"""The progress of an appended file towards the tracker (`FAR-tracker_sync_state`)."""

HouseRange: TypeAlias = Mapping[str, Any]
"""A range of whole numbers."""

Weekday: TypeAlias = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
"""A day of the week."""

HouseTest: TypeAlias = Mapping[str, Any]
"""A test of a field."""

HouseCondition: TypeAlias = Mapping[str, Any]
"""A test of a field, or combined conditions."""

HouseRequirement: TypeAlias = Mapping[str, Any]
"""A requirement of a rule."""

Fix: TypeAlias = FixRemove | FixUppercase | FixRewrite | FixRename | FixWrapInArray | FixReplace
"""An edit that corrects an issue. An issue has a fix only if it invents nothing."""

PatchOperation: TypeAlias = PatchOperationRemove | PatchOperationReplace | PatchOperationMove
"""An operation of a JSON Patch."""

Edit: TypeAlias = Mapping[str, Any]
"""An edit of a form, at the JSON Pointer of a field or of a record's member."""

Moment: TypeAlias = MomentVersion | MomentDate | Literal["unnamed"] | Literal["unannounced"]
"""A day, a version, or the part of either that the specification gives."""

FieldPath: TypeAlias = Literal["/case_type", "/cc_emails", "/summary", "/plaintiff_name", "/office_case_number", "/date_of_loss", "/is_incident_report_provided", "/is_user_agreeing_to_all_terms_and_conditions", "/is_black_card", "/is_payment_via_financing", "/is_test", "/expedited_request", "/add_on_services", "/defendant_business_name", "/defendant_information", "/defendant_information/id", "/defendant_information/first_name", "/defendant_information/last_name", "/defendant_information/address", "/defendant_information/date_of_birth", "/defendant_information/middle_name", "/defendant_information/phone_number", "/defendant_information/phone_extension", "/defendant_information/license_number", "/defendant_information/apt_or_suite_number", "/defendant_information/city", "/defendant_information/postal_or_zip_code", "/defendant_information/license_state", "/defendant_information/state_or_province", "/vehicle_information", "/vehicle_information/id", "/vehicle_information/description", "/vehicle_information/vehicle_year", "/vehicle_information/vehicle_make", "/vehicle_information/vehicle_model", "/vehicle_information/vin", "/vehicle_information/license_plate", "/nature_of_the_injury", "/crash_report_additional_info", "/requester_name", "/requester_phone", "/files_to_upload", "/crash_address", "/crash_city", "/crash_zip", "/crash_state", "/base_product", "/insurance_company", "/insurance_company_name", "/policy_number", "/claim_number", "/adjuster_name", "/adjuster_phone_number", "/adjuster_phone_extension", "/are_policyholder_and_defendant_the_same", "/policyholder_name", "/policyholder_relationship", "/commercial_driver_information", "/commercial_driver_information/id", "/commercial_driver_information/first_name", "/commercial_driver_information/last_name", "/commercial_driver_information/address", "/commercial_driver_information/date_of_birth", "/commercial_driver_information/middle_name", "/commercial_driver_information/phone_number", "/commercial_driver_information/phone_extension", "/commercial_driver_information/license_number", "/commercial_driver_information/apt_or_suite_number", "/commercial_driver_information/city", "/commercial_driver_information/postal_or_zip_code", "/commercial_driver_information/license_state", "/commercial_driver_information/state_or_province", "/ml_prediction_ids", "/defendant_name", "/is_defendant_transportation_company", "/usdot_number", "/insured_property_information", "/insured_property_information/id", "/insured_property_information/address", "/insured_property_information/city", "/insured_property_information/state_or_province", "/insured_property_information/postal_or_zip_code", "/insured_property_information/apt_or_suite_number", "/is_defendant_property_owner_and_occupant", "/should_exclude_other_insurance_from_search", "/excluded_insurance_policy_information", "/other_properties_owned", "/vehicles_owned", "/search_reason", "/other_search_reason"]
"""The JSON Pointers of all fields and members."""

RuleId: TypeAlias = Literal["case.requester_named", "case.financing_enrolled", "legacy.sunset", "legacy.product_agrees", "legacy.files_declared", "pl.loss_not_in_future", "pl.loss_not_long_ago", "pl.one_family", "pl.company_named_once", "pl.defendant_business_named", "pl.driver_of_commercial_vehicle", "pl.policyholder_named", "pl.carrier_accepted", "pl.specialty_carrier_fee", "pe.loss_within_365_days", "pe.defendant_business_named", "pe.transportation_company_declared", "pe.usdot_number_given", "pe.usdot_number_used", "pe.transportation_only_for_commercial_auto", "pe.property_owner_occupied", "pe.excluded_insurance_described", "pe.other_reason_chosen"]
"""The ids of the rules."""

Trigger: TypeAlias = TriggerCreate | TriggerPickUp | TriggerNeedInput | TriggerRespond | TriggerPublishResults | TriggerFindPolicies | TriggerAcceptOffers | TriggerConfirmDelivery | TriggerCancel | TriggerAppendFile
"""A trigger with the data that the lifecycle rules need."""

Closing: TypeAlias = ClosingDelivery | ClosingCancellation
"""The way in which a case was closed."""

CaseEvent: TypeAlias = CaseEventCaseReceived | CaseEventCaseFilesUpdated | CaseEventCaseInProgress | CaseEventCaseActionRequired | CaseEventCaseAdditionalPoliciesFound | CaseEventCaseResultsReady | CaseEventCaseClosed
"""An event in one form. Members of the envelope are absent if they did not arrive; those of the
payload are `None`. Numbers become digits where a text is expected. Unknown members and unusable
values are kept as they arrived, with a note.
"""

ResponseName: TypeAlias = Literal["CaseListItem", "PartnerCaseCreateResponse", "CaseDetail", "Results", "Offer", "RespondResponse", "FileAppendResponse", "CancellationAccepted", "UserToken", "LegacyTicket"]
"""The name of an endpoint's response record."""

Case: TypeAlias = PolicyLimitCase | PolicyExistenceCase
"""A case of either product."""
