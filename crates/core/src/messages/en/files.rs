//! English: messages about files.

use crate::rulebook::codes::Code;

pub(crate) const FILES: &[(Code, &str)] = &[
    (
        Code::UnknownLabel,
        "The label of the selected file must be one of these: {words}. Choose the one that fits best.",
    ),
    (
        Code::ExtensionNotAllowed,
        "The selected file must be one of these types: {words}. Save it as one of them and select it again.",
    ),
    (
        Code::FileTooLarge,
        "The selected file must be smaller than {megabytes} MB. Select a smaller copy, or split it into several files.",
    ),
    (
        Code::BlankLabel,
        "The label of the selected file is blank and counts as other. Choose a label where one fits better.",
    ),
    (Code::LabelConflict, "The selected file has two labels that differ, and this one does not count. Keep one."),
    (
        Code::SurplusLabels,
        "There are more labels than files, and those from here on do not count. Remove them, or add the files that they belong to.",
    ),
    (
        Code::UnlistedExtension,
        "The service may not take a file of this type. Save it as one of these to be safe: {words}.",
    ),
    (Code::FileEmpty, "The selected file is empty. Check that it is the right one."),
    (
        Code::FileOtherKind,
        "The selected file is not of the type that its name says. Open it, save it as the right type and select it again.",
    ),
    (Code::FileHeic, "The selected file is a HEIC photo under another name. Save it as JPG and select the copy."),
    (
        Code::FileEncrypted,
        "The selected file is encrypted or opens only with a password. Save a copy without protection and select the copy.",
    ),
    (
        Code::FileDamaged,
        "The selected file is incomplete or damaged. Check that it opens, or get it again from where it came.",
    ),
    (
        Code::FileMacros,
        "The selected document contains macros. Save a copy without macros, or as PDF, and select the copy.",
    ),
    (
        Code::FileNearLimit,
        "The selected file is so close to {megabytes} MB that the service may count it as larger. Select a smaller copy to be safe.",
    ),
];

/// For files that are sent with a case.
pub(crate) const FILES_OF_CREATE: &[(Code, &str)] = &[
    (
        Code::TooManyFiles,
        "You can only send up to {limit} files with a case. Send this one to the case once it is created.",
    ),
    (
        Code::TotalTooLarge,
        "The files sent with a case must be smaller than {megabytes} MB together. Send this one to the case once it is created.",
    ),
    (
        Code::TotalNearLimit,
        "The files up to this one are so close to {megabytes} MB together that the service may count them as more. Leave one for later to be safe.",
    ),
    (Code::Ignored, "Nothing can be sent to a case before it is created, so this does not count. Leave it out."),
];

/// For files that are appended to an existing case.
pub(crate) const FILES_OF_APPEND: &[(Code, &str)] = &[
    (
        Code::TooManyFiles,
        "You can only send up to {limit} files to a case after it is created. Ask the service how it can get this one.",
    ),
    (
        Code::TotalTooLarge,
        "The files sent to a case after it is created must be smaller than {megabytes} MB together. Select a smaller copy, or ask the service how it can get this one.",
    ),
    (
        Code::TotalNearLimit,
        "The files sent to this case up to this one are so close to {megabytes} MB together that the service may count them as more. Select a smaller copy to be safe.",
    ),
    (Code::Ignored, "There are no separate labels for files that are sent one by one. Give each file its own."),
];

/// The findings on the description of the files, which a program writes.
pub(crate) const FILE_INPUTS: &[(Code, &str)] = &[
    (
        Code::NotAnObject,
        "The files must be described by one set of members in curly brackets. Put the list of files into its member files.",
    ),
    (Code::Required, "This member is missing. Give it, because the files cannot be judged without it."),
    (Code::UnknownWord, "The endpoint must be one of these: {words}. Choose the one that the files are sent to."),
    (Code::UnknownField, "Nothing reads a member of this name. Check its spelling, or leave it out."),
];

/// The messages about a value of a wrong type, by the expected one.
pub(crate) const FILE_TYPES: &[(&str, &str)] = &[
    ("text", "The value must be text. Put it in quotation marks."),
    ("whole", "The value must be a whole number from 0. Write it without quotation marks."),
    ("list", "The value must be a list. Put it in square brackets."),
    ("set", "The value must be a set of members such as name and size. Put it in curly brackets."),
    (
        "sent",
        "What was sent before must be a list of files, or a set with count and bytes. Give it in one of these forms.",
    ),
    ("base64", "The bytes of a file must be text in base64. Leave them out if they are not at hand."),
];
