//! Why something is not done, as the wire words it and as an HTTP status.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::{Currency, House};

use crate::wire::{Because, Problem, ProblemCode, Reason};

impl Problem {
    /// A refusal by the table.
    #[must_use]
    pub fn refused(refusal: &table::Refusal, house: &House) -> Problem {
        let written = refusal.written(house);
        Problem {
            code: ProblemCode::Refused,
            refused: written.refused,
            why: Box::new(Because::Table(refusal.why.clone())),
            clauses: written.clauses,
            readings: written.readings,
        }
    }

    /// A refusal by shared meters.
    #[must_use]
    pub fn of_meters(refusal: &meters::Refusal) -> Problem {
        Problem {
            code: ProblemCode::Refused,
            refused: refusal.why.to_string(),
            why: Box::new(Because::Table(table::Why::Meter { why: refusal.why.clone() })),
            clauses: refusal.cite.clauses.iter().map(ToString::to_string).collect(),
            readings: refusal.cite.readings.clone(),
        }
    }

    /// Something unreadable, in the words of the parser.
    pub fn malformed(detail: impl Into<String>) -> Problem {
        Reason::Malformed { detail: detail.into() }.into()
    }

    /// A fault that stopped the table, or the house, in the words of what failed.
    pub fn stopped(detail: impl Into<String>) -> Problem {
        Reason::Fault { detail: detail.into() }.into()
    }

    /// Whether it says only that the journal does not answer: it may later.
    #[must_use]
    pub fn is_silence(&self) -> bool {
        matches!(&*self.why, Because::House(Reason::JournalSilent { .. }))
    }

    /// The same with the amounts of its sentence in a currency.
    #[must_use]
    pub fn in_money(mut self, currency: &Currency) -> Problem {
        self.refused = currency.say(&self.refused).into_owned();
        self
    }

    /// The status that goes with it.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self.code {
            ProblemCode::Refused | ProblemCode::NoFunds | ProblemCode::Limit => StatusCode::UNPROCESSABLE_ENTITY,
            ProblemCode::IdUsed => StatusCode::CONFLICT,
            ProblemCode::NoRight | ProblemCode::Approval | ProblemCode::Confirm => StatusCode::FORBIDDEN,
            ProblemCode::SignIn => StatusCode::UNAUTHORIZED,
            ProblemCode::NotFound => StatusCode::NOT_FOUND,
            ProblemCode::Malformed => StatusCode::BAD_REQUEST,
            ProblemCode::Method => StatusCode::METHOD_NOT_ALLOWED,
            ProblemCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ProblemCode::Busy | ProblemCode::Stopped | ProblemCode::Unknown => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Problem {
        Problem {
            code: reason.code(),
            refused: reason.to_string(),
            why: Box::new(Because::House(reason)),
            clauses: Vec::new(),
            readings: Vec::new(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let wait = match &*self.why {
            Because::House(reason) => reason.wait(),
            Because::Table(_) => None,
        };
        let mut response = (self.status(), Json(self)).into_response();
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<journal::Error> for Problem {
    fn from(error: journal::Error) -> Problem {
        Reason::JournalSilent { detail: error.to_string() }.into()
    }
}
