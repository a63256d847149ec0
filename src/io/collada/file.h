// What is read from a Collada file beside Assimp, which drops curve tangents, in-between
// interpolation and the weights of morphs.
#pragma once

#include <memory>

#include "io/assimp/morph.h"
#include "io/assimp/nodes.h"
#include "io/collada/document.h"
#include "io/node_graph.h"

namespace bindpose {

// Assimp loses meshes below morphs, or the file, refuses it for a curve that it finds odd, and
// makes nothing of skins without a bind shape matrix: it gets the file without morphs and
// animations, with skins and instances that name the mesh itself, and identities.
// Changes file.bytes; needs them whole.
void repair_collada(const ColladaDocument& document, ModelFile& file);

// Nothing where the file has nothing that needs it. Throws ImportError where it is nested absurdly
// deep, its nodes show themselves or its lists lead beyond their sources; reports what nodes show
// that is not there.
std::unique_ptr<ColladaDocument> read_collada_file(ModelFile& file, Model& model);

// Every <node> and <visual_scene> in the text's order, those that it instances among what each
// shows. After them a vertex for each text that several nodes answer to and that is instanced.
NodeGraph collada_graph(const ColladaDocument& document);

// Throws ImportError where nodes, controllers or the parameters of effects refer to themselves,
// over however many others: Assimp would follow them without end.
void check_collada_links(const ColladaDocument& document, const std::filesystem::path& path);

// The morphs of each node's mesh and their weights at rest. Needs build_joints().
MorphPlan plan_collada_morphs(ColladaDocument& document, const FileTree& tree);

// The <morph> of what an instance_geometry or instance_controller shows, through any chain of
// controllers; an empty node where there is none.
pugi::xml_node collada_morph(const ColladaDocument& document, pugi::xml_node instance);

// Fills model.clips: one for each <animation_clip>, or where there is none one of all animations
// (several where they move the same things). Needs the meshes.
void add_collada_clips(ColladaDocument& document, const FileTree& tree, const MorphChannels& morphs,
                       Model& model);

}  // namespace bindpose
