//! Why something is not done, in the words of the wire and as a status of HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules::House;

use crate::wire::{Because, Problem, Reason};

impl Problem {
    /// A refusal of the table.
    #[must_use]
    pub fn refused(refusal: &table::Refusal, house: &House) -> Problem {
        let written = refusal.written(house);
        Problem {
            code: "refused".into(),
            refused: written.refused,
            why: Box::new(Because::Table(refusal.why.clone())),
            clauses: written.clauses,
            readings: written.readings,
        }
    }

    /// A refusal of shared meters.
    #[must_use]
    pub fn of_meters(refusal: &meters::Refusal) -> Problem {
        Problem {
            code: "refused".into(),
            refused: refusal.why.to_string(),
            why: Box::new(Because::Table(table::Why::Meter { why: refusal.why.clone() })),
            clauses: refusal.cite.clauses.iter().map(ToString::to_string).collect(),
            readings: refusal.cite.readings.clone(),
        }
    }

    /// Something that a program cannot read, in the reader's words.
    pub fn malformed(detail: impl Into<String>) -> Problem {
        Reason::Malformed { detail: detail.into() }.into()
    }

    /// A fault because of which the table, or the house, stands still, in the words of what failed.
    pub fn stopped(detail: impl Into<String>) -> Problem {
        Reason::Fault { detail: detail.into() }.into()
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

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Problem {
        Problem {
            code: reason.code().into(),
            refused: reason.to_string(),
            why: Box::new(Because::House(reason)),
            clauses: Vec::new(),
            readings: Vec::new(),
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
        Reason::JournalSilent { detail: error.to_string() }.into()
    }
}
