//! The pages, served from the binary itself.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

#[cfg(feature = "pages")]
#[derive(rust_embed::RustEmbed)]
#[folder = "$QUEENHIGH_PAGES"]
struct Pages;

/// A file of the pages, or the one page that finds its way by the address.
#[cfg(feature = "pages")]
pub async fn page(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return crate::wire::Problem::from(crate::wire::Reason::NothingThere).into_response();
    }
    let file = if path.is_empty() { None } else { Pages::get(path).map(|file| (path, file)) };
    // A path that looks like a file is a file or not found.
    let Some((name, file)) = file.or_else(|| {
        let is_page = !path.rsplit('/').next().is_some_and(|last| last.contains('.'));
        is_page.then(|| Pages::get("index.html")).flatten().map(|file| ("index.html", file))
    }) else {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    };
    // An asset's name changes with its content.
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = file.metadata.mimetype().to_owned();
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep.to_owned())], file.data.into_owned()).into_response()
}

/// Built without the pages.
#[cfg(not(feature = "pages"))]
pub async fn page(uri: Uri) -> Response {
    let text = format!("queenhigh was built without its pages; the API is at /api/v1 ({} is not there)\n", uri.path());
    (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/plain")], text).into_response()
}
