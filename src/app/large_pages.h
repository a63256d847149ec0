#pragma once

namespace bindpose::app {

// Once, at the start of the process, before there are threads: what malloc takes comes in huge
// pages and stays, which spares most page faults of a picture (a sixth of the processor time until
// a small model's first one). Only with glibc on Linux, and not under a sanitizer, whose malloc is
// another; without effect in the import process, which gets the like by its environment
// (import_process.cpp).
void use_large_pages();

}  // namespace bindpose::app
