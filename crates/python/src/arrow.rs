//! Arrow arrays of payloads, by the Arrow `PyCapsule` interface.

use crate::Context;
use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, LargeBinaryArray};
use arrow_schema::{DataType, Field, FieldRef};
use casegate::wire::CHECK_CASE;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;
use std::iter;
use std::sync::Arc;

/// The text of a missing payload.
const MISSING: &[u8] = b"null";

/// Reports as an Arrow array of the type `large_string`, without nulls.
#[pyclass(frozen, module = "casegate")]
pub(crate) struct ArrowReports {
    reports: ArrayRef,
    field: FieldRef,
}

#[pymethods]
impl ArrowReports {
    fn __len__(&self) -> usize {
        self.reports.len()
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("casegate._batch")?.call_method1("_of_arrow", (slf,))
    }

    fn _text(&self, at: usize) -> PyResult<&str> {
        let reports = self.reports.as_string::<i64>();
        if at < reports.len() { Ok(reports.value(at)) } else { Err(PyIndexError::new_err("there is no such report")) }
    }

    // A producer may ignore the requested schema. Casts would double the size of the module.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        drop(requested_schema);
        to_array_pycapsules(py, self.field.clone(), &self.reports, None)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let arrays = ArrayIterator::new([Ok(self.reports.clone())], self.field.clone());
        to_stream_pycapsule(py, Box::new(arrays), None)
    }
}

/// Returns the reports on the payloads in an array, or in the chunks of a stream.
#[pyfunction]
pub(crate) fn check_arrow(py: Python<'_>, payloads: AnyArray, context: &Context) -> PyResult<ArrowReports> {
    let (chunks, field) = payloads.into_chunked_array()?.into_inner();
    if !is_text(field.data_type()) {
        return Err(PyTypeError::new_err(format!(
            "expected an Arrow array of strings or binary values, not of {}",
            field.data_type()
        )));
    }
    let reports = py.detach(|| {
        let mut reports = LargeStringBuilder::new();
        for chunk in chunks.iter().map(binary) {
            for payload in values(&chunk) {
                let payload = payload.unwrap_or(MISSING);
                reports.append_value(context.run(&CHECK_CASE, payload));
            }
        }
        reports.finish()
    });
    let field = Arc::new(Field::new("report", DataType::LargeUtf8, false));
    Ok(ArrowReports { reports: Arc::new(reports), field })
}

fn is_text(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    matches!(data_type, Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView)
}

/// Returns an array of strings as one of binary values, in place. Other libraries do not always
/// check that strings are UTF-8.
fn binary(array: &ArrayRef) -> ArrayRef {
    match array.data_type() {
        DataType::Utf8 => Arc::new(BinaryArray::from(array.as_string::<i32>().clone())),
        DataType::LargeUtf8 => Arc::new(LargeBinaryArray::from(array.as_string::<i64>().clone())),
        DataType::Utf8View => Arc::new(array.as_string_view().clone().to_binary_view()),
        _ => array.clone(),
    }
}

fn values(array: &ArrayRef) -> Box<dyn Iterator<Item = Option<&[u8]>> + '_> {
    match array.data_type() {
        DataType::Binary => Box::new(array.as_binary::<i32>().iter()),
        DataType::LargeBinary => Box::new(array.as_binary::<i64>().iter()),
        DataType::BinaryView => Box::new(array.as_binary_view().iter()),
        _ => Box::new(iter::empty()),
    }
}
