#include "io/collada/bind_shape.h"

#include <string>
#include <unordered_set>

#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr const char* kShownName = "bind shape";

pugi::xml_node shown_scene(const ColladaDocument& document) {
  const pugi::xml_node root = document.xml.document_element();
  const pugi::xml_node shown = root.child("scene").child("instance_visual_scene");
  const pugi::xml_node scene = collada_find(document, shown.attribute("url").value());
  return scene ? scene : root.child("library_visual_scenes").child("visual_scene");
}

// Whatever a file may call a node or an element by.
struct Texts : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    for (const char* key : {"id", "sid", "name"}) {
      if (const pugi::xml_attribute text = node.attribute(key)) found.emplace(text.value());
    }
    return true;
  }
  std::string unused(const std::string& like) {
    std::string out = like;
    for (int k = 2; !found.emplace(out).second; ++k) out = like + "-" + std::to_string(k);
    return out;
  }
  std::unordered_set<std::string> found;
};

// A source of a skin as the accessor gives it.
struct Words {
  std::string kind;  // Name_array, ...
  std::vector<std::string_view> word;
  std::size_t count = 0;
};

Words words_of_source(const ColladaDocument& document, pugi::xml_node source, std::size_t width) {
  const pugi::xml_node accessor = source.child("technique_common").child("accessor");
  const pugi::xml_node array = collada_find(document, accessor.attribute("source").value());
  std::vector<std::string_view> all;
  each_list_word(array, [&](std::string_view word) { all.push_back(word); });
  const std::size_t offset = accessor.attribute("offset").as_ullong(0),
                    stride = accessor.attribute("stride").as_ullong(1),
                    asked = accessor.attribute("count").as_ullong(0);
  Words out{array.name(), {}, 0};
  if (offset > all.size() || stride < width || stride > all.size()) return out;
  for (std::size_t at = offset; out.count < asked && at + width <= all.size(); at += stride) {
    out.word.insert(out.word.end(), all.begin() + static_cast<std::ptrdiff_t>(at),
                    all.begin() + static_cast<std::ptrdiff_t>(at + width));
    ++out.count;
  }
  return out;
}

// The source again with one more thing at its end; returns its id.
std::string add_longer_source(pugi::xml_node before, const Words& old, const std::string& more,
                              std::size_t width, Texts& texts) {
  pugi::xml_node source = before.parent().insert_child_before("source", before);
  const std::string id = texts.unused("with-bind-shape"), array_id = texts.unused(id + "-array");
  source.append_attribute("id") = id.c_str();
  pugi::xml_node array = source.append_child(old.kind.c_str());
  array.append_attribute("id") = array_id.c_str();
  array.append_attribute("count") = static_cast<unsigned long long>((old.count + 1) * width);
  std::string text;
  for (const std::string_view word : old.word) text.append(word).push_back(' ');
  array.text().set((text + more).c_str());
  pugi::xml_node accessor = source.append_child("technique_common").append_child("accessor");
  accessor.append_attribute("source") = ("#" + array_id).c_str();
  accessor.append_attribute("count") = static_cast<unsigned long long>(old.count + 1);
  accessor.append_attribute("stride") = static_cast<unsigned long long>(width);
  pugi::xml_node param = accessor.append_child("param");
  param.append_attribute("name") = width == 1 ? "JOINT" : "TRANSFORM";
  param.append_attribute("type") = width == 1 ? "name" : "float4x4";
  return id;
}

void point_to(pugi::xml_node at, const char* semantic, const std::string& id) {
  for (pugi::xml_node input : at.children("input")) {
    if (std::string_view(input.attribute("semantic").value()) != semantic) continue;
    input.attribute("source").set_value(("#" + id).c_str());
  }
}

// How many pairs went to joint number `joint`.
std::size_t replace_bind_shape(pugi::xml_node weights, std::size_t joint) {
  const std::size_t of_joint = collada_joint_place(weights);
  const std::string to = std::to_string(joint);
  std::string text;
  std::size_t number = 0, found = 0;
  pugi::xml_node v = weights.child("v");
  each_list_word(v, [&](std::string_view word) {
    const bool here = number++ % 2 == of_joint && word == kColladaBindShape;
    text.append(here ? std::string_view(to) : word).push_back(' ');
    found += here;
  });
  if (found > 0) v.text().set(text.c_str());
  return found;
}

}  // namespace

std::unique_ptr<ColladaDocument> give_bind_shapes_a_joint(ColladaDocument& document,
                                                          ModelFile& file, Model& model) {
  constexpr std::size_t kMatrix = 16;
  Texts texts;
  document.xml.traverse(texts);
  const std::string node_id = texts.unused("bind_shape");
  std::size_t weights_found = 0;
  for (const pugi::xml_node library :
       document.xml.document_element().children("library_controllers")) {
    for (const pugi::xml_node controller : library.children("controller")) {
      const pugi::xml_node skin = controller.child("skin"), joints = skin.child("joints"),
                           weights = skin.child("vertex_weights");
      const Words names = words_of_source(document, collada_input(document, joints, "JOINT"), 1);
      const std::size_t found = replace_bind_shape(weights, names.count);
      if (found == 0) continue;
      weights_found += found;
      Words matrices =
          words_of_source(document, collada_input(document, joints, "INV_BIND_MATRIX"), kMatrix);
      matrices.count = std::min(matrices.count, names.count);  // some have more than joints
      matrices.word.resize(matrices.count * kMatrix);
      const std::string name_id = add_longer_source(joints, names, node_id, 1, texts);
      const std::string matrix_id =
          add_longer_source(joints, matrices, "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", kMatrix, texts);
      point_to(joints, "JOINT", name_id);
      point_to(weights, "JOINT", name_id);
      point_to(joints, "INV_BIND_MATRIX", matrix_id);
    }
  }
  pugi::xml_node node = shown_scene(document).append_child("node");
  node.append_attribute("id") = node_id.c_str();
  node.append_attribute("sid") = node_id.c_str();
  node.append_attribute("name") = kShownName;
  node.append_attribute("type") = "JOINT";
  file.spoken_of.emplace_back(model.report.size(), node_id);
  report(model, Severity::Info, std::string("joint ") + kShownName,
         counted(weights_found, "weight is", "weights are") +
             " given to the bind shape (joint -1 in the file): this joint was added for " +
             (weights_found == 1 ? "it" : "them") + ", and nothing moves it.");
  file.bytes = collada_bytes(document);
  return parse_collada(file.text());
}

}  // namespace bindpose
