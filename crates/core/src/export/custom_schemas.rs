//! JSON Schemas of the types whose JSON form serde does not derive.

use crate::rulebook::codes::Code;
use crate::rulebook::lifetime::Version;
use crate::rulebook::params::{Param, Params};
use crate::service::events::delivery::Delivery;
use crate::service::events::event::Teaser;
use crate::service::events::table::{EVENTS, EventRow, PayloadField, PayloadKind};
use crate::service::events::time::Moment;
use crate::text::date::Date;
use crate::text::json::document::Document;
use crate::text::json::json_text::JsonText;
use crate::text::usd::Usd;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

impl JsonSchema for Date {
    fn schema_name() -> Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date", "description": "A day, `YYYY-MM-DD`." })
    }
}

impl JsonSchema for Code {
    fn schema_name() -> Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let each =
            Code::ALL.iter().map(|code| json_schema!({ "const": code.name(), "description": code.meaning().trim() }));
        json_schema!({ "description": "What was found.", "oneOf": each.collect::<Vec<_>>() })
    }
}

impl JsonSchema for Params {
    fn schema_name() -> Cow<'static, str> {
        "Params".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let param = generator.subschema_for::<Param>();
        json_schema!({ "description": "By name.", "type": "object", "additionalProperties": param })
    }
}

/// Types that are written in the place of their reference.
macro_rules! inline {
    ($($name:ident: $schema:tt,)+) => {
        $(
            impl JsonSchema for $name {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> Cow<'static, str> {
                    stringify!($name).into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    json_schema!($schema)
                }
            }
        )+
    };
}

inline! {
    Document: {},
    JsonText: true,
    Moment: { "type": "string", "format": "date-time" },
    Usd: { "type": "string" },
    Version: { "type": "string" },
}

impl JsonSchema for Delivery {
    fn schema_name() -> Cow<'static, str> {
        "Delivery".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let text = json!({ "type": ["string", "null"] });
        let or_null = |name: &str| json!({ "oneOf": [{ "type": name }, { "type": "null" }] });
        let optional = or_null("string");
        let mut payload = |field: &PayloadField| match field.kind {
            PayloadKind::Teasers => json!({ "type": "array", "items": generator.subschema_for::<Teaser>() }),
            PayloadKind::Text | PayloadKind::Label | PayloadKind::Message | PayloadKind::Url => text.clone(),
        };
        let mut event = |row: &EventRow| {
            let members = row.payload.iter().map(|field| (field.name.to_owned(), payload(field)));
            let members: Map<String, Value> =
                [("event".to_owned(), json!({ "const": row.event.name() }))].into_iter().chain(members).collect();
            let required: Vec<&String> = members.keys().collect();
            json!({ "type": "object", "required": required, "properties": members })
        };
        json_schema!({
            "description": "An event in one form. Members of the envelope are absent if they did not arrive; \
                            those of the payload are `null`. Numbers become digits where a text is \
                            expected. Unknown members and unusable values are kept as they arrived, \
                            with a note.",
            "type": "object",
            "properties": {
                "event_id": optional,
                "case_id": or_null("integer"),
                "issue_key": optional,
                "occurred_at": optional,
            },
            "additionalProperties": true,
            "oneOf": EVENTS.iter().map(&mut event).collect::<Vec<_>>(),
        })
    }
}
