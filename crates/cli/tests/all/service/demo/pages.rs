//! The files of the demo, and other addresses.

use super::{POLICY, Pages, ask, get};
use crate::service::support::{Answer, Service, wait};
use serde_json::Value;

#[test]
fn every_file_has_its_type_and_the_policy() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    for (path, kind, text) in [
        ("/", "text/html; charset=utf-8", "<h1>first"),
        ("/index.html", "text/html; charset=utf-8", "<h1>first"),
        ("/cases.html?draft=1", "text/html; charset=utf-8", "<h1>cases"),
        ("/part-A1B2C3D4.js", "text/javascript; charset=utf-8", "0"),
        ("/style.css", "text/css; charset=utf-8", "b{}"),
        ("/icon.svg", "image/svg+xml", "<svg/>"),
        ("/casegate.wasm", "application/wasm", "wasm"),
        ("/fields.json", "application/json", "{}"),
    ] {
        let answer = get(&service, path);
        assert_eq!((answer.status, String::from_utf8_lossy(&answer.body).as_ref()), (200, text), "{path}");
        let of = |name| answer.header(name);
        assert_eq!(of("content-type"), Some(kind), "{path}");
        let is_document = kind.starts_with("text/html") || kind == "image/svg+xml";
        assert_eq!(of("content-security-policy"), is_document.then_some(POLICY), "{path}");
        assert_eq!((of("x-content-type-options"), of("referrer-policy")), (Some("nosniff"), Some("no-referrer")));
        assert_eq!((of("vary"), of("content-encoding")), (Some("accept-encoding"), None), "{path}");
        // The content behind a name with a hash never changes.
        let is_hashed = path.starts_with("/part-");
        let lasting = if is_hashed { "max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!((of("cache-control"), of("etag").is_none()), (Some(lasting), is_hashed), "{path}");
    }
    let head = ask(&service, "HEAD", "/", "");
    assert_eq!((head.status, head.header("content-length"), head.body.len()), (200, Some("9"), 0));
}

#[test]
fn files_travel_in_the_smallest_encoding_that_is_accepted() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    let sent = |path: &str, headers: &str| {
        let answer = ask(&service, "GET", path, headers);
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
        let encoding = answer.header("content-encoding").unwrap_or("none").to_owned();
        (encoding, String::from_utf8(answer.body).expect("text"))
    };
    for (headers, encoding, text) in [
        ("Accept-Encoding: gzip, deflate, br, zstd\r\n", "br", "first as br"),
        ("Accept-Encoding: BR\r\n", "br", "first as br"),
        ("Accept-Encoding: gzip\r\nAccept-Encoding: br\r\n", "br", "first as br"),
        ("Accept-Encoding: gzip;q=0.5,br;q=0\r\n", "gzip", "first as gzip"),
        ("Accept-Encoding: gzip ; q=0.000 , br; q=0.0\r\n", "none", "<h1>first"),
        ("Accept-Encoding: identity\r\n", "none", "<h1>first"),
        ("Accept-Encoding: brr, gzipped, ;;q=,\r\n", "none", "<h1>first"),
        ("Accept-Encoding: \u{fc}\r\n", "none", "<h1>first"),
        ("", "none", "<h1>first"),
    ] {
        assert_eq!(sent("/", headers), (encoding.to_owned(), text.to_owned()), "{headers}");
    }
    // Not every file exists in every encoding.
    let all = "Accept-Encoding: gzip, br\r\n";
    assert_eq!(sent("/cases.html", all), ("gzip".to_owned(), "cases as gzip".to_owned()));
    assert_eq!(sent("/style.css", all), ("none".to_owned(), "b{}".to_owned()));
}

#[test]
fn a_file_that_the_browser_has_is_not_sent_again() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    let tag = |headers: &str| ask(&service, "GET", "/", headers).header("etag").expect("a tag").to_owned();
    let (plain, brotli) = (tag(""), tag("Accept-Encoding: br\r\n"));
    assert_ne!(plain, brotli);
    let status = |known: &str| ask(&service, "GET", "/", &format!("If-None-Match: {known}\r\n")).status;
    for (known, wanted) in [
        (plain.clone(), 304),
        (format!("W/{plain}"), 304),
        (format!("\"other\", {plain}"), 304),
        (brotli, 200),
        ("\"other\"".to_owned(), 200),
        (String::new(), 200),
    ] {
        assert_eq!(status(&known), wanted, "{known}");
    }
    let again = ask(&service, "GET", "/", &format!("If-None-Match: {plain}\r\n"));
    assert_eq!(
        (again.body.len(), again.header("cache-control"), again.header("etag")),
        (0, Some("no-cache"), Some(&*plain))
    );
    pages.write("index.html", "<h1>second");
    assert_eq!(status(&plain), 200);
}

#[test]
fn a_browser_that_asks_for_a_page_by_its_name_gets_the_page() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    let browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
    let answer = ask(&service, "GET", "/cases", browser);
    assert_eq!((answer.status, answer.header("location")), (307, Some("/cases.html")));
    assert_eq!(ask(&service, "GET", "/cases", "Accept: text/html;q=0.9\r\n").status, 307);
    for (method, path, headers) in [
        ("GET", "/cases", ""),
        ("GET", "/cases", "Accept: */*\r\n"),
        ("GET", "/cases", "Accept: application/json\r\n"),
        ("POST", "/cases", browser),
        ("GET", "/rules", browser),
        ("GET", "/..", browser),
    ] {
        let answer = ask(&service, method, path, headers);
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{method} {path} {headers}");
    }
}

/// The parts of an answer that are the same at every start.
fn lasting(answer: &Answer) -> (u16, Vec<(String, String)>, String) {
    let changes = ["x-request-id", "date"];
    let headers = answer.headers.iter().filter(|(name, _)| !changes.contains(&name.to_ascii_lowercase().as_str()));
    (answer.status, headers.cloned().collect(), String::from_utf8_lossy(&answer.body).into_owned())
}

#[test]
fn what_is_no_page_is_answered_as_without_the_demo() {
    let pages = Pages::new();
    let (with, without) = (pages.serve("{}"), Service::start("{}"));
    std::fs::create_dir(pages.0.join("folder.js")).expect("a folder");
    for (method, path) in [
        ("GET", "/missing.js"),
        ("GET", "/missing"),
        ("GET", "/index"),
        // In the folder, but not a file of a page.
        ("GET", "/notes.md"),
        ("GET", "/policy.txt"),
        ("GET", "/index.html.br"),
        ("GET", "/folder.js"),
        // No path leads out of the folder, or into another one.
        ("GET", "/../Cargo.toml"),
        ("GET", "/..%2fstyle.css"),
        ("GET", "/%2e%2e%2f%2e%2e%2fstyle.css"),
        ("GET", "/..\\style.css"),
        ("GET", "//style.css"),
        ("GET", "/./style.css"),
        ("GET", "/style.css/"),
        ("GET", "/%73tyle.css"),
        ("GET", "/style.css%00"),
        ("GET", "/%ff"),
        ("GET", "/folder.js/style.css"),
        // Pages can only be read.
        ("POST", "/"),
        ("DELETE", "/index.html"),
        ("PUT", "/style.css"),
        ("OPTIONS", "/"),
        // Addresses of the stand-in itself.
        ("GET", "/healthz"),
        ("POST", "/healthz"),
        ("GET", "/api"),
        ("GET", "/casegate"),
        ("GET", "/operator"),
        ("GET", "/operator/api.js"),
        ("GET", "/demo"),
        ("GET", "/api/v1/partner/cases/"),
        ("GET", "/api/v1/partner/cases"),
    ] {
        let answers = [&with, &without].map(|service| lasting(&ask(service, method, path, "")));
        assert_eq!(answers[0], answers[1], "{method} {path}");
        let is_own = path.starts_with("/healthz") || path.starts_with("/operator");
        assert!(is_own || answers[0].0 >= 400, "{method} {path}: {answers:?}");
    }
}

#[test]
fn the_operator_page_leads_to_the_demo_if_there_is_one() {
    let pages = Pages::new();
    let (with, without) = (pages.serve("{}"), Service::start("{}"));
    let [with, without] = [&with, &without].map(|service| lasting(&get(service, "/operator/")).2);
    let link = "<a href=\"/cases.html\">Demo</a>";
    assert_eq!(with.replace(link, ""), without);
    assert!(with.contains(link) && !without.contains("{{"));
}

#[test]
fn without_the_demo_there_is_none() {
    let service = Service::start("{}");
    for path in ["/", "/index.html", "/style.css", "/demo/api/account", "/demo/api/cases", "/demo/api/cases/1"] {
        let answer = get(&service, path);
        assert_eq!((answer.status, answer.json()["code"].as_str()), (404, Some("unknown_path")), "{path}");
        assert!(!String::from_utf8_lossy(&answer.body).contains("demo"), "{path}");
    }
    assert!(!service.said().iter().any(|line| line.contains("demo")), "{:?}", service.said());
}

#[test]
fn a_page_that_was_built_anew_is_served_at_once_and_never_without_its_policy() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    pages.write("index.html", "<h1>second");
    assert_eq!(get(&service, "/").body, b"<h1>second");
    std::fs::remove_file(pages.0.join("policy.txt")).expect("it is there");
    assert_eq!(get(&service, "/").status, 404);
    pages.write("policy.txt", POLICY);
    assert_eq!(get(&service, "/").status, 200);
}

#[test]
fn what_pages_ask_for_by_themselves_is_no_line_for_people() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    get(&service, "/style.css");
    get(&service, "/demo/api/cases");
    get(&service, "/demo/api/cases/7");
    service.operate("GET", "/overview", &Value::Null);
    service.get("", "/healthz");
    let lines = || -> Vec<Value> {
        let log = std::fs::read_to_string(service.folder().join("log")).expect("a log");
        log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    wait(|| lines().iter().any(|line| line["span"]["route"] == "/healthz"), "line of the last request");
    let level = |route: &str| {
        let found = lines().into_iter().find(|line| line["span"]["route"] == route);
        found.unwrap_or_else(|| panic!("{route}: {:?}", lines()))["level"].as_str().map(str::to_owned)
    };
    for (route, seen) in [
        ("/{file}", "DEBUG"),
        ("/demo/api/cases", "DEBUG"),
        ("/operator/api/overview", "DEBUG"),
        ("/demo/api/cases/{id}", "INFO"),
        ("/healthz", "INFO"),
    ] {
        assert_eq!(level(route).as_deref(), Some(seen), "{route}");
    }
}
