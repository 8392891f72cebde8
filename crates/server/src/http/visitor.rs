//! Who asks: identified by the cookie and, for requests that change something, the page's own token and origin.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use table::Role;

use super::proxies::Proxies;
use crate::hall::Hall;
use crate::operation::tls::Peer;
use crate::people::{CameFrom, PersonAccount, Token, Visitor};
use crate::wire::{Problem, Reason};

/// The cookie of a session. The prefix binds it to this host, over TLS or on the local machine.
pub const COOKIE: &str = "__Host-queenhigh";

/// The cookie by which a browser is known again, whoever signs in: of two persons it tells whether they sit at one, and a
/// stranger's guesses do not keep it waiting. It gives no right to anything.
pub const BROWSER: &str = "__Host-queenhigh-browser";

/// Somebody at the door.
pub struct AtDoor {
    /// The visitor.
    pub visitor: Visitor,
    /// The session's token.
    pub token: Option<Token>,
    /// The visitor's address.
    pub from: IpAddr,
    /// The token that the browser keeps, if it has one.
    pub browser: Option<Token>,
}

impl AtDoor {
    /// From where the visitor comes in, in a browser that gets a token if it has none.
    ///
    /// # Errors
    /// When the system has no entropy to give.
    pub fn came_from(&self) -> Result<(CameFrom, Token), Problem> {
        let browser = self.browser.clone().map_or_else(Token::new, Ok)?;
        Ok((CameFrom { address: self.from, browser: browser.key() }, browser))
    }

    /// The account, if it has one of the roles at every table: what concerns the whole house is not for those who work at
    /// some tables alone. Refusing a signed-in person goes on record.
    ///
    /// # Errors
    /// When they have none of the roles, or not everywhere.
    pub async fn entitled_everywhere(
        &self,
        hall: &Hall,
        roles: &[Role],
        to: &str,
    ) -> Result<Arc<PersonAccount>, Problem> {
        let account = self.entitled(hall, roles, to).await?;
        if account.tables.is_empty() {
            return Ok(account);
        }
        hall.people.refused(&self.visitor, to).await;
        Err(Reason::OtherTables { name: account.name.to_string() }.into())
    }

    /// The account, if it has one of the roles. Refusing a signed-in person goes on record.
    ///
    /// # Errors
    /// When they have none of the roles.
    pub async fn entitled(&self, hall: &Hall, roles: &[Role], to: &str) -> Result<Arc<PersonAccount>, Problem> {
        match self.visitor.has(roles) {
            Ok(account) => Ok(account.clone()),
            Err(problem) => {
                hall.people.refused(&self.visitor, to).await;
                Err(problem)
            }
        }
    }
}

impl FromRequestParts<Arc<Hall>> for AtDoor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<AtDoor, Problem> {
        let token = token_of(&parts.headers, COOKIE);
        let peer = parts.extensions.get::<ConnectInfo<Peer>>().map(|info| info.0.0.ip());
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let proxies = parts.extensions.get::<Arc<Proxies>>();
        let from = proxies.map_or(peer, |proxies| proxies.visitor(peer, &parts.headers));
        let mut visitor = hall.people.who(token.as_ref()).await;
        if visitor.account.is_none()
            && let Some(bearer) = bearer(&parts.headers)
        {
            visitor = hall.people.machine(bearer).await.unwrap_or(visitor);
        }
        if parts.method != Method::GET && parts.method != Method::HEAD {
            own_page(&parts.headers)?;
            // A form on another site can send the cookie, but not this header.
            let sent = parts.headers.get("x-csrf-token").and_then(|value| value.to_str().ok());
            if let (true, Some(token)) = (visitor.session.is_some(), &token)
                && sent != Some(token.csrf().as_str())
            {
                return Err(Reason::BadCsrf.into());
            }
        }
        let token = token.filter(|_| visitor.session.is_some());
        let browser = token_of(&parts.headers, BROWSER);
        Ok(AtDoor { visitor, token, from, browser })
    }
}

/// The token of a machine or another title.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok())?.strip_prefix("Bearer ")
}

/// The token of a cookie.
fn token_of(headers: &HeaderMap, cookie: &str) -> Option<Token> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == cookie).find_map(|(_, value)| Token::parse(value))
}

/// Whether a request comes from a page of this server, or from no page at all.
///
/// # Errors
/// That it comes from elsewhere.
pub fn own_page(headers: &HeaderMap) -> Result<(), Problem> {
    let Some(origin) = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok()) else {
        return Ok(());
    };
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let of = origin.split_once("://").map_or("", |(_, host)| host);
    if of == host { Ok(()) } else { Err(Reason::OtherSite.into()) }
}

/// The header that sets a session's cookie.
#[must_use]
pub fn cookie(token: &Token) -> String {
    format!("{COOKIE}={}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200", token.text())
}

/// The header that deletes it.
#[must_use]
pub fn no_cookie() -> String {
    format!("{COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0")
}

/// The header by which a browser keeps its token: for as long as browsers keep anything.
#[must_use]
pub fn browser_cookie(token: &Token) -> String {
    format!("{BROWSER}={}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=34560000", token.text())
}
