//! The address of a visitor behind proxies. Anybody can write `X-Forwarded-For`: it is believed of proxies that the
//! operator named, and of nobody else.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// The header in which each proxy adds the address that it was reached from, at the end.
const FORWARDED: &str = "x-forwarded-for";

/// A text that names no proxy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither an address nor a network: write 10.0.0.5, or 10.0.0.0/24")]
pub struct NotAProxy(pub String);

/// The proxies that are trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    /// Reads addresses and networks.
    ///
    /// # Errors
    /// The first that is neither.
    pub fn parse<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Proxies, NotAProxy> {
        let one = |text: &'t str| {
            let address = || text.parse::<IpAddr>().map(IpNet::from);
            text.parse::<IpNet>().or_else(|_| address()).map_err(|_| NotAProxy(text.to_owned()))
        };
        texts.into_iter().map(|text| one(text.trim())).collect::<Result<_, _>>().map(Proxies)
    }

    fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The address that a request comes from: that of the connection, or the last one before proxies that are trusted.
    #[must_use]
    pub fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer.to_canonical();
        }
        let lines: Vec<&str> = headers.get_all(FORWARDED).iter().filter_map(|line| line.to_str().ok()).collect();
        let mut last = peer;
        for written in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            let written = written.trim();
            let address = written.parse().or_else(|_| written.parse::<SocketAddr>().map(|with_port| with_port.ip()));
            // What stands before something unreadable was written by nobody who is trusted.
            let Ok(address) = address else { break };
            last = address;
            if !self.trusts(address) {
                break;
            }
        }
        last.to_canonical()
    }
}

impl std::fmt::Display for Proxies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use axum::http::HeaderValue;

    use super::*;

    fn headers(lines: &[&'static str]) -> HeaderMap {
        lines.iter().map(|line| (FORWARDED.parse().unwrap(), HeaderValue::from_static(line))).collect()
    }

    fn of(proxies: &[&str], peer: &str, lines: &[&'static str]) -> String {
        let proxies = Proxies::parse(proxies.iter().copied()).unwrap();
        proxies.visitor(peer.parse().unwrap(), &headers(lines)).to_string()
    }

    #[test]
    fn a_header_is_believed_of_named_proxies_alone() {
        assert_eq!(of(&[], "192.0.2.1", &["203.0.113.7"]), "192.0.2.1");
        assert_eq!(of(&["10.0.0.0/8"], "192.0.2.1", &["203.0.113.7"]), "192.0.2.1");
        assert_eq!(of(&["10.0.0.0/8"], "10.1.1.1", &["203.0.113.7"]), "203.0.113.7");
        assert_eq!(of(&["10.0.0.5"], "10.0.0.5", &[]), "10.0.0.5");
        assert_eq!(of(&["::1"], "::1", &["2001:db8::7"]), "2001:db8::7");
        assert_eq!(of(&["10.0.0.5"], "::ffff:10.0.0.5", &["203.0.113.7:4711"]), "203.0.113.7");
    }

    #[test]
    fn what_a_visitor_wrote_before_the_proxies_does_not_count() {
        assert_eq!(of(&["10.0.0.0/8"], "10.1.1.1", &["1.2.3.4, 203.0.113.7"]), "203.0.113.7");
        assert_eq!(of(&["10.0.0.0/8"], "10.1.1.1", &["1.2.3.4", "203.0.113.7, 10.2.2.2"]), "203.0.113.7");
        assert_eq!(of(&["10.0.0.0/8"], "10.1.1.1", &["1.2.3.4, nonsense"]), "10.1.1.1");
        assert_eq!(of(&["10.0.0.0/8"], "10.1.1.1", &["10.3.3.3, 10.2.2.2"]), "10.3.3.3");
    }

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        for wrong in ["", "proxy", "10.0.0.0/33", "10.0.0"] {
            assert!(Proxies::parse([wrong]).is_err(), "{wrong}");
        }
    }
}
