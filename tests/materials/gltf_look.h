// A small glTF file with one material, and what comes of it.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "io/files/image_io.h"
#include "io/import.h"
#include "io/import_files.h"

namespace bindpose::gltf_look {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;
using import_files::skinned_square;

inline Image pixel(std::uint8_t red) {
  Image image;
  image.width = image.height = 1;
  image.pixels = {red, 0, 0, 255};
  return image;
}

struct File {
  Folder folder{};
  Gltf g = skinned_square();

  File() {
    g.root["images"] = json::array();
    g.root["textures"] = json::array();
    g.root["meshes"][0]["primitives"][0]["material"] = 0;
    for (const char* set : {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2"}) {
      const float value = static_cast<float>(set[9] - '0') / 8.0f;
      g.root["meshes"][0]["primitives"][0]["attributes"][set] =
          g.floats(std::vector<float>(12, value), "VEC2", 2);
    }
  }
  // The index of a texture whose picture is `red`.
  int texture(std::uint8_t red) {
    const std::string name = std::to_string(red) + ".png";
    write_png(folder.path() / name, pixel(red));
    g.root["images"].push_back({{"uri", name}});
    g.root["textures"].push_back({{"source", g.root["images"].size() - 1}});
    return static_cast<int>(g.root["textures"].size()) - 1;
  }
  Material load(const json& material, const ImportOptions& options = {}) {
    g.root["materials"] = json::array({material});
    model = import_model(g.write(folder), options);
    return model->materials.at(static_cast<std::size_t>(model->meshes.at(0).material));
  }
  // The red of a slot's picture; -1 without one.
  int red(const Material& m, TextureSlot slot) const {
    const int image = m.use(slot).image;
    return image < 0 ? -1 : model->images.at(static_cast<std::size_t>(image)).pixels[0];
  }

  std::shared_ptr<const Model> model{};
};

inline bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(),
                     [&](const ReportEntry& r) { return r.message.find(part) != r.message.npos; });
}

}  // namespace bindpose::gltf_look
