//! What is answered when something is wrong: a sentence, as problem JSON (RFC 9457).

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ludex_core::{RecordError, SpecError, TextError};
use serde_json::json;

/// Something that could not be done, and why.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) sentence: String,
}

impl Problem {
    fn new(status: StatusCode, sentence: impl Into<String>) -> Problem {
        Problem { status, sentence: sentence.into() }
    }

    /// What was sent makes no sense.
    pub(crate) fn input(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// There is no such thing.
    pub(crate) fn missing(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, sentence)
    }

    /// It makes sense, but not now.
    pub(crate) fn conflict(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, sentence)
    }

    /// The caller may not do this.
    pub(crate) fn forbidden(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, sentence)
    }

    /// A limit is reached for now.
    pub(crate) fn busy(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    /// Our own fault.
    pub(crate) fn fault(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Problem"),
            "status": self.status.as_u16(),
            "detail": self.sentence,
        });
        (self.status, [(header::CONTENT_TYPE, "application/problem+json")], body.to_string()).into_response()
    }
}

impl From<SpecError> for Problem {
    fn from(error: SpecError) -> Problem {
        Problem::input(error.to_string())
    }
}

impl From<TextError> for Problem {
    fn from(error: TextError) -> Problem {
        Problem::input(error.to_string())
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Problem {
        Problem::input(error.to_string())
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        Problem::fault(format!("the store of tables failed: {error}"))
    }
}
