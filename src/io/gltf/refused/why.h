// What is wrong with a glTF file that Assimp refused, in words for who has the file.
#pragma once

#include <string>

#include "io/gltf/document.h"

namespace bindpose {

// One sentence that names the file, the part of it and what to do; "" where nothing is found that
// glTF forbids. Only asked after a refusal: it looks at everything, which takes its time.
std::string why_gltf_refused(const ModelFile& file);

// The same of one kind of mistake each, as the middle of a sentence whose subject is the file; ""
// where there is none.
// The frame of a GLB, and the version of the format.
std::string fault_of_frame(const ModelFile& file);
// Buffers: files that are not there or may not be read, and bytes that are too few. `advice` is
// changed where there is better than to export again.
std::string fault_of_buffers(GltfDocument& document, std::string& advice);
// Numbers that name another part of the file and lead nowhere: "its mesh 0 names accessor 99 ...".
std::string fault_of_references(GltfDocument& document);
// Views and accessors that do not fit what they lie in, and numbers that stand for no vertex.
std::string fault_of_numbers(GltfDocument& document);

}  // namespace bindpose
