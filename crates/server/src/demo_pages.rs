//! The source of the demo's pages: this program, or a folder.

use std::borrow::Cow;
use std::path::PathBuf;

#[cfg(feature = "demo")]
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/demo.rs"));
}

/// The source of the demo's pages, which `node web-demo/build.mjs` writes.
///
/// ```
/// use casegate_server::{Config, DemoPages};
///
/// // A program that was built with the feature `demo` has them in itself.
/// let pages = DemoPages::embedded().or_else(|| DemoPages::in_folder("web-demo/dist".into()));
/// let config = Config { demo: pages, ..Config::default() };
/// ```
#[derive(Debug, Clone)]
pub struct DemoPages(Source);

#[derive(Debug, Clone)]
enum Source {
    Folder(PathBuf),
    #[cfg(feature = "demo")]
    Embedded,
}

/// The first page.
pub(crate) const INDEX: &str = "index.html";

/// The file with the content security policy of every page.
pub(crate) const POLICY: &str = "policy.txt";

impl DemoPages {
    /// Returns the pages inside this program; `None` if it was built without them.
    pub fn embedded() -> Option<DemoPages> {
        #[cfg(feature = "demo")]
        return Some(DemoPages(Source::Embedded));
        #[cfg(not(feature = "demo"))]
        None
    }

    /// Returns the pages of a folder, which is read at each request; `None` if it does not contain
    /// them.
    pub fn in_folder(folder: PathBuf) -> Option<DemoPages> {
        let pages = DemoPages(Source::Folder(folder));
        [INDEX, POLICY].into_iter().all(|name| pages.read(name).is_some()).then_some(pages)
    }

    /// Returns the content of a file.
    pub(crate) fn read(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        match &self.0 {
            Source::Folder(folder) => std::fs::read(folder.join(name)).ok().map(Cow::Owned),
            #[cfg(feature = "demo")]
            Source::Embedded => {
                let found = embedded::FILES.iter().find(|(known, _)| *known == name);
                found.map(|(_, bytes)| Cow::Borrowed(*bytes))
            }
        }
    }
}
