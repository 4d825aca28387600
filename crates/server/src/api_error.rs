//! The one error type that clients get, over HTTP and on a socket.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use std::ops::Deref;

use crate::wire::{Code, Reason, Refusal};

/// Why a request changed nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError(pub(crate) Refusal);

impl From<Reason> for ApiError {
    fn from(reason: Reason) -> ApiError {
        ApiError(reason.into())
    }
}

impl Deref for ApiError {
    type Target = Refusal;

    fn deref(&self) -> &Refusal {
        &self.0
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = match self.code {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::Forbidden | Code::LiveGame => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::Gone => StatusCode::GONE,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Unprocessable | Code::Refused | Code::Stale => StatusCode::UNPROCESSABLE_ENTITY,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        let body = Json(&self.0).into_response();
        let mut response = (status, body).into_response();
        if matches!(self.code, Code::TooMany | Code::Unavailable) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("6"));
        }
        response
    }
}
