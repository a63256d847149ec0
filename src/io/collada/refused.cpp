#include "io/collada/refused.h"

#include <array>

#include "io/collada/document.h"
#include "io/text/clean_text.h"

namespace bindpose {
namespace {

std::string in_quotes_of(std::string_view text) {
  return "\"" + clean_text(text) + "\"";
}

class MissingParts {
 public:
  explicit MissingParts(const ColladaDocument& document) : document_(document) {}

  // The sentence's middle; "": nothing is missing.
  std::string first() {
    const pugi::xml_node root = document_.xml.document_element();
    const bool surfaces = root.child("library_geometries").child("geometry");
    const pugi::xml_node scenes = root.child("library_visual_scenes").child("visual_scene");
    if (!surfaces && !scenes) return "it is empty: it has neither a surface nor a scene";
    if (const std::string scene = of_scene(root, scenes); !scene.empty()) return scene;
    for (const pugi::xml_node library : root.children("library_geometries")) {
      for (const pugi::xml_node geometry : library.children("geometry")) {
        if (const std::string wrong = of_mesh(geometry); !wrong.empty()) return wrong;
      }
    }
    for (const pugi::xml_node library : root.children("library_controllers")) {
      for (const pugi::xml_node controller : library.children("controller")) {
        if (const std::string wrong = of_skin(controller); !wrong.empty()) return wrong;
      }
    }
    return {};
  }

 private:
  std::string of_scene(pugi::xml_node root, pugi::xml_node scenes) const {
    const pugi::xml_node shown = root.child("scene").child("instance_visual_scene");
    if (!shown) return "it does not say which scene it shows (<instance_visual_scene>)";
    const char* url = shown.attribute("url").value();
    if (!scenes || !collada_find(document_, url)) {
      return "the scene that it shows, " + in_quotes_of(url) + ", is not in the file";
    }
    return {};
  }

  static std::string in_element(pugi::xml_node element) {
    const std::string name = element.attribute("name").value();
    return std::string("in ") + element.name() + " " +
           in_quotes_of(name.empty() ? element.attribute("id").value() : name) + " ";
  }

  // An <input> leads to a <source>, whose accessor leads to an array.
  std::string of_input(pugi::xml_node owner, pugi::xml_node input) const {
    const std::string semantic = in_quotes_of(input.attribute("semantic").value());
    const char* url = input.attribute("source").value();
    const pugi::xml_node source = collada_find(document_, url);
    if (!source) {
      return in_element(owner) + semantic + " is read from " + in_quotes_of(url) +
             ", which is not in the file";
    }
    if (!is_element(source, "source")) return {};
    const pugi::xml_node accessor = source.child("technique_common").child("accessor");
    const std::string id = in_quotes_of(source.attribute("id").value());
    if (!accessor) return in_element(owner) + "the source " + id + " has no accessor";
    const char* array = accessor.attribute("source").value();
    if (collada_find(document_, array)) return {};
    return in_element(owner) + "the source " + id + " reads " + in_quotes_of(array) +
           ", which is not in the file";
  }

  std::string of_inputs(pugi::xml_node owner, pugi::xml_node at) const {
    for (const pugi::xml_node input : at.children("input")) {
      if (const std::string wrong = of_input(owner, input); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::string of_mesh(pugi::xml_node geometry) const {
    constexpr std::array<const char*, 5> kParts{"triangles", "polylist", "polygons", "tristrips",
                                                "trifans"};
    const pugi::xml_node mesh = geometry.child("mesh"), vertices = mesh.child("vertices");
    if (const std::string wrong = of_inputs(geometry, vertices); !wrong.empty()) return wrong;
    for (const char* kind : kParts) {
      for (const pugi::xml_node part : mesh.children(kind)) {
        if (const std::string wrong = of_inputs(geometry, part); !wrong.empty()) return wrong;
        const pugi::xml_node read = collada_input(document_, part, "VERTEX");
        if (read && read == vertices) continue;
        return in_element(geometry) + "<" + kind +
               "> does not read the mesh's <vertices> (an input VERTEX)";
      }
    }
    return {};
  }

  std::string of_skin(pugi::xml_node controller) const {
    const pugi::xml_node skin = controller.child("skin");
    for (const char* list : {"joints", "vertex_weights"}) {
      const std::string wrong = of_inputs(controller, skin.child(list));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  const ColladaDocument& document_;
};

}  // namespace

std::string why_no_collada(const ModelFile& file) {
  const auto document = parse_collada(file.text());
  if (!document) return {};
  const std::string missing = MissingParts(*document).first();
  if (missing.empty()) return {};
  return quoted_path(file.path) + " was not opened: " + missing + "; export it again.";
}

}  // namespace bindpose
