#include "io/assimp_morph.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "io/assimp_convert.h"
#include "io/import_report.h"

namespace bindpose {
namespace {

bool finite(const vec3& v) {
  return std::isfinite(v.x + v.y + v.z);
}

// to - from, vertex by vertex; what is not finite counts as not moved.
std::vector<vec3> difference(const aiVector3D* to, const std::vector<vec3>& from,
                             FileSurface& surface) {
  std::vector<vec3> out(from.size(), vec3(0.0f));
  for (std::size_t i = 0; i < from.size(); ++i) {
    const vec3 d = to_glm(to[i]) - from[i];
    if (finite(d)) {
      out[i] = d;
    } else {
      surface.mark(i, Flaw::Morph);
      ++surface.broken_moves;
    }
  }
  return out;
}

int channel_of(MorphChannels& channels, int node, std::size_t number,
               const NodeMorphs::Channel& channel, Model& model) {
  const int fresh = static_cast<int>(model.morph_channels.size());
  const auto [at, is_new] = channels.try_emplace({node, number, channel.name}, fresh);
  if (is_new) model.morph_channels.push_back({channel.name, node, channel.weight});
  return at->second;
}

// Points by place; numbers read by two programs may differ in their last digit.
class PointFinder {
 public:
  explicit PointFinder(const std::vector<vec3>& points) : points_(points) {
    float most = 0.0f;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (!finite(points[i])) continue;
      order_.push_back(i);
      most = std::max({most, std::abs(points[i].x), std::abs(points[i].y), std::abs(points[i].z)});
    }
    near_ = most * 1e-6f;
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return points[a].x != points[b].x ? points[a].x < points[b].x : a < b;
    });
  }

  std::vector<std::uint32_t> at(const vec3& place) const {
    std::vector<std::uint32_t> out;
    auto k = std::lower_bound(order_.begin(), order_.end(), place.x - near_,
                              [&](std::uint32_t i, float x) { return points_[i].x < x; });
    for (; k != order_.end() && points_[*k].x <= place.x + near_; ++k) {
      const vec3 d = glm::abs(points_[*k] - place);
      if (std::max({d.x, d.y, d.z}) <= near_) out.push_back(*k);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  const std::vector<vec3>& points_;
  std::vector<std::uint32_t> order_;
  float near_ = 0.0f;
};

bool is_called(const NodeMorphs::Shape& shape, const std::string& name) {
  return shape.name == name || shape.or_name == name;
}

// For each shape of the mesh its place in the plan, or nothing.
std::vector<const NodeMorphs::Shape*> find_in_plan(const std::vector<SurfaceMorph>& morphs,
                                                   const NodeMorphs& plan) {
  std::vector<const NodeMorphs::Shape*> out(morphs.size(), nullptr);
  const auto called = [](const NodeMorphs::Shape& shape, const SurfaceMorph& morph) {
    return is_called(shape, morph.name);
  };
  if (std::equal(plan.shape.begin(), plan.shape.end(), morphs.begin(), morphs.end(), called)) {
    for (std::size_t k = 0; k < morphs.size(); ++k) out[k] = &plan.shape[k];
    return out;
  }
  std::map<std::string, std::vector<std::size_t>> by_name;  // the first last
  for (std::size_t s = plan.shape.size(); s-- > 0;) {
    by_name[plan.shape[s].name].push_back(s);
    if (plan.shape[s].or_name != plan.shape[s].name) by_name[plan.shape[s].or_name].push_back(s);
  }
  std::vector<bool> taken(plan.shape.size(), false);
  for (std::size_t k = 0; k < morphs.size(); ++k) {
    const auto found = by_name.find(morphs[k].name);
    while (found != by_name.end() && !found->second.empty() && out[k] == nullptr) {
      const std::size_t s = found->second.back();
      found->second.pop_back();
      if (!taken[s]) out[k] = &plan.shape[s];
      taken[s] = true;
    }
  }
  return out;
}

void note_lost_shapes(std::size_t planned, std::size_t there, const Mesh& mesh, Model& model) {
  if (there >= planned) return;
  report(
      model, Severity::Warning, "mesh " + mesh.name,
      counted(planned - there, "shape of its morphs", "shapes of its morphs") +
          " could not be read: FBX shapes need normals, Collada shapes as many points as the mesh.",
      -1, static_cast<int>(model.meshes.size()));
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
        morph.position = difference(shape.mVertices, surface.position, surface);
      }
      if (shape.mNormals != nullptr && !surface.normal.empty()) {
        morph.normal = difference(shape.mNormals, surface.normal, surface);
      }
    } else {
      ++surface.broken_morphs;
    }
    surface.morph.push_back(std::move(morph));
  }
}

void read_stored_morphs(const StoredShapes& shapes, FileSurface& surface) {
  const PointFinder finder(shapes.point);
  std::vector<std::vector<std::uint32_t>> points(surface.position.size());
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = finder.at(surface.position[i]);
  for (const StoredShapes::Shape& shape : shapes.shape) {
    SurfaceMorph morph;
    morph.name = shape.name;
    morph.position.assign(surface.position.size(), vec3(0.0f));
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].empty()) continue;
      const vec3& move = shape.move[points[i].front()];
      if (finite(move)) morph.position[i] = move;
      const bool torn = std::any_of(points[i].begin(), points[i].end(),
                                    [&](std::uint32_t p) { return shape.move[p] != move; });
      if (!torn && finite(move)) continue;
      surface.mark(i, Flaw::Morph);
      ++(torn ? surface.torn_points : surface.broken_moves);
    }
    surface.morph.push_back(std::move(morph));
  }
}

void add_morphs(const std::vector<SurfaceMorph>& morphs, const MorphPlacing& placing,
                const MorphPlan& plan, MorphChannels& channels, Mesh& mesh, Model& model) {
  const auto found = plan.find(mesh.node);
  const NodeMorphs& noted = found == plan.end() ? NodeMorphs() : found->second;
  const std::vector<const NodeMorphs::Shape*> planned = find_in_plan(morphs, noted);
  note_lost_shapes(noted.shape.size(), morphs.size(), mesh, model);
  for (std::size_t k = 0; k < morphs.size(); ++k) {
    const SurfaceMorph& from = morphs[k];
    const NodeMorphs::Shape* shape = planned[k];
    MorphTarget target;
    if (shape != nullptr) {
      target.share = shape->share;
      target.channel =
          channel_of(channels, mesh.node, shape->channel, noted.channel[shape->channel], model);
    } else {
      target.channel =
          channel_of(channels, mesh.node, noted.channel.size() + k, {from.name, 0.0f}, model);
    }
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
  std::map<int, std::size_t> number;
  for (const auto& [key, channel] : channels) number[channel] = std::get<1>(key);
  for (MorphTarget& target : copy.morph) {
    const MorphChannel from = model.morph_channels[static_cast<std::size_t>(target.channel)];
    target.channel = channel_of(channels, copy.node, number[target.channel],
                                {from.name, from.default_weight}, model);
  }
}

int find_morph(const MorphChannels& channels, int joint, std::size_t number) {
  const auto found = channels.lower_bound({joint, number, std::string()});
  if (found == channels.end()) return -1;
  const auto& [at_joint, at_number, name] = found->first;
  return at_joint == joint && at_number == number ? found->second : -1;
}

std::vector<std::vector<vec2>> in_between_shares(const std::vector<float>& full) {
  constexpr float kSame = 1e-4f;
  std::vector<float> knots{0.0f};
  for (const float f : full) {
    const auto same = [f](float k) { return std::abs(k - f) < kSame; };
    if (std::none_of(knots.begin(), knots.end(), same)) knots.push_back(f);
  }
  std::sort(knots.begin(), knots.end());
  std::vector<std::vector<vec2>> out(full.size());
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (full.size() == 1 && full[0] == 1.0f) break;  // the weight itself
    for (const float k : knots) {
      const bool own = std::abs(k - full[i]) < kSame && std::abs(full[i]) >= kSame;
      out[i].emplace_back(k, own ? 1.0f : 0.0f);
    }
    if (out[i].size() == 1) out[i] = {vec2(0.0f, 0.0f), vec2(1.0f, 0.0f)};
  }
  return out;
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
