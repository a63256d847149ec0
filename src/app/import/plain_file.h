// Compressed glTF files decoded in a process of their own, for exports: the streams are another
// program's bytes, and this process holds work that is not saved.
#pragma once

#include "app/import/import_worker.h"
#include "io/export/gltf_source.h"

namespace bindpose::app {

// What export_posed() and export_rig() take. It waits for the process, which has the limits of an
// import; what it sends is read as any file is. May be called on any thread.
OpenPlain plain_in_child(ImportLimits limits);

}  // namespace bindpose::app
