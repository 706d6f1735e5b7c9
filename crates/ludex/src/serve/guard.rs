//! Who may talk to the server: pages of its own, under the names it is known by.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::problem::Problem;

tokio::task_local! {
    /// For whom the present task works.
    static VISITOR: Option<IpAddr>;
}

/// The machine of the visitor for whom the present task works; none for this machine itself.
pub(crate) fn visitor() -> Option<IpAddr> {
    VISITOR.try_with(|visitor| *visitor).ok().flatten()
}

/// Does something for a visitor.
pub(crate) async fn on_behalf<T>(visitor: Option<IpAddr>, work: impl Future<Output = T>) -> T {
    VISITOR.scope(visitor, work).await
}

/// The host part of an authority such as `[::1]:7878`.
fn host_of(authority: &str) -> &str {
    if let Some(rest) = authority.strip_prefix('[') {
        return rest.split(']').next().unwrap_or(rest);
    }
    authority.rsplit_once(':').map_or(authority, |(host, _)| host)
}

/// Whether a request comes from a page of this server. Requests without an origin (other programs, plain links)
/// pass; a foreign page's do not. The host name is checked so that no foreign name can be pointed at us.
pub(crate) fn is_own(headers: &HeaderMap, names: &[String]) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(host) = text(header::HOST) else { return false };
    let name = host_of(host);
    let is_address = name.parse::<IpAddr>().is_ok();
    let known =
        is_address || name == "localhost" || names.iter().any(|known| known.eq_ignore_ascii_case(name));
    let origin = match headers.get(header::ORIGIN) {
        None => true,
        Some(_) => text(header::ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")))
            .is_some_and(|authority| authority.eq_ignore_ascii_case(host)),
    };
    known && origin
}

/// Refuses foreign requests and says to browsers what the page may load.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let mut response =
        if is_own(request.headers(), &app.names) || (reads && !upgrades && has_known_host(&request, &app)) {
            let from = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
            on_behalf(from.filter(|address| !address.is_loopback()), next.run(request)).await
        } else {
            Problem::forbidden("only pages of this server may do that").into_response()
        };
    let headers = response.headers_mut();
    let policy = "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; \
                  connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Reading is allowed from anywhere a link may stand, but never under a foreign name.
fn has_known_host(request: &Request, app: &App) -> bool {
    let mut headers = request.headers().clone();
    headers.remove(header::ORIGIN);
    is_own(&headers, &app.names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        headers
    }

    #[test]
    fn pages_of_this_server_pass() {
        assert!(is_own(&headers("127.0.0.1:7878", Some("http://127.0.0.1:7878")), &[]));
        assert!(is_own(&headers("[::1]:7878", Some("http://[::1]:7878")), &[]));
        assert!(is_own(&headers("localhost:7878", None), &[]));
        assert!(is_own(
            &headers("ludex.example", Some("https://ludex.example")),
            &["ludex.example".to_string()]
        ));
    }

    #[test]
    fn foreign_pages_and_names_do_not_pass() {
        assert!(!is_own(&headers("127.0.0.1:7878", Some("http://evil.example")), &[]));
        assert!(!is_own(&headers("127.0.0.1:7878", Some("http://127.0.0.1:80")), &[]));
        assert!(!is_own(&headers("127.0.0.1:7878", Some("null")), &[]));
        assert!(!is_own(&headers("evil.example:7878", None), &[]));
        assert!(!is_own(&HeaderMap::new(), &[]));
    }
}
