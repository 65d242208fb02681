//! English: messages about files.

use crate::rulebook::codes::Code;

pub(crate) const FILES: &[(Code, &str)] = &[
    (
        Code::UnknownLabel,
        "The label of the selected file must be one of these: {words}. Choose the one that fits best.",
    ),
    (Code::ExtensionNotAllowed, "Files of this type cannot be sent. Save a copy as PDF or JPG and select it."),
    (
        Code::FileTooLarge,
        "The selected file must be smaller than {megabytes} MB. Select a smaller copy, or split it into several files.",
    ),
    (Code::BlankLabel, "The selected file has no label and counts as “other”. Choose a label if one fits better."),
    (Code::LabelConflict, "The selected file has two different labels, and this one is not used. Keep one."),
    (Code::SurplusLabels, "There are more labels than files. Remove the labels from here on, or add their files."),
    (Code::UnlistedExtension, "The service may not accept this type of file. To be safe, save it as PDF or JPG."),
    (Code::FileEmpty, "The selected file is empty. Check that it is the right one."),
    (
        Code::FileOtherKind,
        "The selected file's type does not match its name. Open it, save it as the right type and select it again.",
    ),
    (Code::FileHeic, "The selected file is a HEIC photo under another name. Save it as JPG and select the copy."),
    (
        Code::FileEncrypted,
        "The selected file is encrypted or opens only with a password. Save a copy without protection and select the copy.",
    ),
    (Code::FileDamaged, "The selected file is incomplete or damaged. Check that it opens, or get a new copy."),
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
        "A case can have up to {limit} files when you submit it. Add this one after the case is created.",
    ),
    (
        Code::TotalTooLarge,
        "The files sent with a case must total less than {megabytes} MB. Add this one after the case is created.",
    ),
    (
        Code::TotalNearLimit,
        "With this file, the total is so close to {megabytes} MB that it may count as more. To be safe, add a file later.",
    ),
    (Code::Ignored, "Nothing can be sent to a case before it is created, so this is ignored. Leave it out."),
];

/// For files that are appended to an existing case.
pub(crate) const FILES_OF_APPEND: &[(Code, &str)] = &[
    (
        Code::TooManyFiles,
        "You can add up to {limit} files to a case after it is created. Ask the service how to send this one.",
    ),
    (
        Code::TotalTooLarge,
        "The files sent to a case after it is created must total less than {megabytes} MB. Select a smaller copy, or ask the service how to send this one.",
    ),
    (
        Code::TotalNearLimit,
        "With this file, the files added to the case total about {megabytes} MB and may exceed the limit. Select a smaller copy to be safe.",
    ),
    (Code::Ignored, "Files that are sent one by one have no list of labels. Label each file."),
];

/// The findings on the description of the files, which a program writes.
pub(crate) const FILE_INPUTS: &[(Code, &str)] = &[
    (Code::NotAnObject, "The input must be an object. Put the array of files into its property `files`."),
    (Code::Required, "This property is missing. Add it, because the files cannot be judged without it."),
    (Code::UnknownWord, "The endpoint must be one of these: {words}. Choose the one that the files are sent to."),
    (Code::UnknownField, "This property is unknown and ignored. Check its spelling, or omit it."),
];

/// The messages about a value of a wrong type, by the expected one.
pub(crate) const FILE_TYPES: &[(&str, &str)] = &[
    ("text", "The value must be a string."),
    ("whole", "The value must be an integer of at least 0."),
    ("list", "The value must be an array."),
    ("set", "The value must be an object with properties such as `name` and `size`."),
    ("sent", "`sent` must be an array of files, or an object with `count` and `bytes`."),
    ("base64", "The bytes of a file must be a base64 string. Omit them if you do not have them."),
];
