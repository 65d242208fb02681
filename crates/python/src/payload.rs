//! JSON text from Python.

use pyo3::exceptions::PyUnicodeEncodeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

/// JSON text, in the memory of the Python object.
pub(crate) enum Payload {
    Text(PyBackedStr),
    /// Bytes, which may not be UTF-8.
    Bytes(PyBackedBytes),
}

impl<'py> FromPyObject<'_, 'py> for Payload {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Payload> {
        match object.extract() {
            Ok(text) => Ok(Payload::Text(text)),
            // UTF-8 cannot represent the surrogates of a string, and the report has their position.
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(object.py()) => {
                let bytes = object.call_method1("encode", ("utf-8", "surrogatepass"))?;
                Ok(Payload::Bytes(bytes.extract().map_err(PyErr::from)?))
            }
            Err(_) => Ok(Payload::Bytes(object.extract().map_err(PyErr::from)?)),
        }
    }
}

impl Payload {
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Payload::Text(text) => text.as_bytes(),
            Payload::Bytes(bytes) => bytes,
        }
    }
}
