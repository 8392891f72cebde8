//! Why something is not done, in the words of the wire and as a status of HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules::House;

pub use crate::wire::Problem;

impl Problem {
    /// A problem without a clause.
    pub fn new(code: &str, sentence: impl Into<String>) -> Problem {
        Problem { code: code.into(), refused: sentence.into(), clauses: Vec::new(), readings: Vec::new() }
    }

    /// A refusal of the table.
    #[must_use]
    pub fn refused(refusal: &table::Refusal, house: &House) -> Problem {
        let written = refusal.written(house);
        Problem {
            code: "refused".into(),
            refused: written.refused,
            clauses: written.clauses,
            readings: written.readings,
        }
    }

    /// Somebody without the right.
    pub fn no_right(sentence: impl Into<String>) -> Problem {
        Problem::new("no_right", sentence)
    }

    /// Something that is not there.
    pub fn not_found(sentence: impl Into<String>) -> Problem {
        Problem::new("not_found", sentence)
    }

    /// Something that cannot be read.
    pub fn malformed(sentence: impl Into<String>) -> Problem {
        Problem::new("malformed", sentence)
    }

    /// The table, or the house, stands still.
    pub fn stopped(sentence: impl Into<String>) -> Problem {
        Problem::new("stopped", sentence)
    }

    /// The status that goes with it.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match &*self.code {
            "refused" | "no_funds" | "limit" => StatusCode::UNPROCESSABLE_ENTITY,
            "id_used" => StatusCode::CONFLICT,
            "no_right" | "approval" | "confirm" => StatusCode::FORBIDDEN,
            "sign_in" => StatusCode::UNAUTHORIZED,
            "not_found" => StatusCode::NOT_FOUND,
            "malformed" => StatusCode::BAD_REQUEST,
            "method" => StatusCode::METHOD_NOT_ALLOWED,
            "too_many" => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status(), Json(self)).into_response()
    }
}

impl From<journal::Error> for Problem {
    fn from(error: journal::Error) -> Problem {
        Problem::stopped(format!("the journal does not answer: {error}"))
    }
}
