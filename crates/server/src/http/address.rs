//! Parses an address, or says in a sentence why it cannot.

use axum::extract::FromRequestParts;
use axum::extract::rejection::{PathRejection, QueryRejection};

use crate::wire::Problem;

/// The parts of the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub struct Path<T>(pub T);

/// The query.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub struct Query<T>(pub T);

impl From<PathRejection> for Problem {
    fn from(wrong: PathRejection) -> Problem {
        Problem::malformed(wrong.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(wrong: QueryRejection) -> Problem {
        Problem::malformed(wrong.body_text())
    }
}
