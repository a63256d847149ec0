#include "io/assimp_morph.h"

#include <cmath>
#include <set>

#include "io/assimp_convert.h"

namespace bindpose {
namespace {

bool finite(const vec3& v) {
  return std::isfinite(v.x + v.y + v.z);
}

// to - from, vertex by vertex; what is not finite counts as not moved.
std::vector<vec3> difference(const aiVector3D* to, const std::vector<vec3>& from) {
  std::vector<vec3> out(from.size(), vec3(0.0f));
  for (std::size_t i = 0; i < from.size(); ++i) {
    const vec3 d = to_glm(to[i]) - from[i];
    if (finite(d)) out[i] = d;
  }
  return out;
}

int channel_of(MorphChannels& channels, int node, std::size_t number, const std::string& name,
               Model& model) {
  const int fresh = static_cast<int>(model.morph_channels.size());
  const auto [at, is_new] = channels.try_emplace({node, number, name}, fresh);
  if (is_new) model.morph_channels.push_back({name, node, 0.0f});
  return at->second;
}

}  // namespace

void read_morphs(const aiMesh& mesh, FileSurface& surface) {
  for (unsigned k = 0; k < mesh.mNumAnimMeshes; ++k) {
    const aiAnimMesh& shape = *mesh.mAnimMeshes[k];
    SurfaceMorph morph;
    morph.name = text_of(shape.mName);
    if (morph.name.empty()) morph.name = "shape " + std::to_string(k + 1);
    if (shape.mNumVertices == mesh.mNumVertices) {
      if (shape.mVertices != nullptr) {
        morph.position = difference(shape.mVertices, surface.position);
      }
      if (shape.mNormals != nullptr && !surface.normal.empty()) {
        morph.normal = difference(shape.mNormals, surface.normal);
      }
    } else {
      ++surface.broken_morphs;
    }
    surface.morph.push_back(std::move(morph));
  }
}

void add_morphs(const std::vector<SurfaceMorph>& morphs, const MorphPlacing& placing,
                MorphChannels& channels, Mesh& mesh, Model& model) {
  for (std::size_t k = 0; k < morphs.size(); ++k) {
    const SurfaceMorph& from = morphs[k];
    MorphTarget target;
    target.channel = channel_of(channels, mesh.node, k, from.name, model);
    bool turns = false;
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      const vec3 p = from.position.empty() ? vec3(0.0f) : placing.linear * from.position[i];
      vec3 n(0.0f);
      if (!from.normal.empty() && placing.normal_length[i] > 0.0f) {
        n = placing.turn * from.normal[i] / placing.normal_length[i];
      }
      if ((p == vec3(0.0f) && n == vec3(0.0f)) || !finite(p) || !finite(n)) continue;
      target.vertex.push_back(static_cast<std::uint32_t>(i));
      target.position.push_back(p);
      target.normal.push_back(n);
      turns = turns || n != vec3(0.0f);
    }
    if (!turns) target.normal.clear();
    mesh.morph.push_back(std::move(target));
  }
}

void move_by_itself(MorphChannels& channels, Mesh& copy, Model& model) {
  for (std::size_t k = 0; k < copy.morph.size(); ++k) {
    int& channel = copy.morph[k].channel;
    const std::string name = model.morph_channels[static_cast<std::size_t>(channel)].name;
    channel = channel_of(channels, copy.node, k, name, model);
  }
}

void tell_morphs_apart(Model& model) {
  std::map<std::string, int> uses;
  for (const MorphChannel& c : model.morph_channels) ++uses[c.name];
  std::set<std::string> taken;
  for (MorphChannel& c : model.morph_channels) {
    if (uses[c.name] > 1) {
      c.name = model.skeleton.name[static_cast<std::size_t>(c.node)] + "." + c.name;
    }
    std::string fresh = c.name;
    for (int n = 2; !taken.insert(fresh).second; ++n) fresh = c.name + "#" + std::to_string(n);
    c.name = fresh;
  }
}

}  // namespace bindpose
