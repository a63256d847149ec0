#pragma once

namespace bindpose::app {

// For a process that makes one picture and ends, before it has threads: all that malloc takes comes
// in huge pages and is used again rather than given back. That spares nearly all page faults: a
// small model's first picture had 27,000, one of 5,000,000 vertices 216,000. Only with glibc on
// Linux, and not under a sanitizer, whose malloc is another. The import process has the like by its
// environment (import_process.cpp); the window gives back what a closed model took.
void use_large_pages();

// For the window: a few hundred megabytes of what is freed are used again. A software renderer
// takes and frees its vertices in every frame; given back to the system, each frame faulted them in
// anew (a fifth of the ogre's frame without its texture). What a large model took still goes back.
void keep_freed_memory();

}  // namespace bindpose::app
