#include "io/assimp/morph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>

#include "io/assimp/convert.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// to - from, vertex by vertex; what is not finite counts as not moved.
std::vector<vec3> difference(const aiVector3D* to, const std::vector<vec3>& from,
                             FileSurface& surface) {
  std::vector<vec3> out(from.size(), vec3(0.0f));
  for (std::size_t i = 0; i < from.size(); ++i) {
    const vec3 d = to_glm(to[i]) - from[i];
    if (is_finite(d)) {
      out[i] = d;
    } else {
      if (surface.mark(i, Flaw::Morph)) ++surface.broken_moves;
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

// Points gathered by place; numbers read by two programs may differ in their last digit.
class Places {
 public:
  explicit Places(const std::vector<vec3>& points) {
    float most = 0.0f;
    for (const vec3& p : points) {
      if (is_finite(p)) most = std::max({most, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    near_ = std::max(most * 1e-6f, std::numeric_limits<float>::min());
    cell_ = 4.0 * double{near_};
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (is_finite(points[i])) members_[place_of(points[i])].push_back(i);
    }
  }

  std::size_t size() const { return members_.size(); }
  // The points in a place, in the file's order; never none.
  const std::vector<std::uint32_t>& members(std::size_t place) const { return members_[place]; }
  // The place next to `at`, or -1 where none is near.
  int find(const vec3& at) const {
    int best = -1;
    float least = 2.0f * near_;
    if (is_finite(at))
      each_near(at, [&](std::uint32_t place) {
        const vec3 d = glm::abs(center_[place] - at);
        const float far = std::max({d.x, d.y, d.z});
        if (far > least || (far == least && best >= 0)) return;
        least = far;
        best = static_cast<int>(place);
      });
    return best;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  struct CellHash {
    std::size_t operator()(const Cell& cell) const {
      std::size_t hash = 0;
      for (const std::int64_t c : cell) {
        hash = (hash ^ static_cast<std::size_t>(c)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
      }
      return hash;
    }
  };

  std::int64_t cell_of(double x) const {
    constexpr double kFarthest = 1e15;  // whatever the file holds: an integer
    return static_cast<std::int64_t>(std::clamp(std::floor(x / cell_), -kFarthest, kFarthest));
  }
  // Places in the cells that touch the box of 2 near_ about `at`: eight at most.
  void each_near(const vec3& at, auto&& visit) const {
    const double reach = 2.0 * double{near_};
    Cell from{}, to{};
    for (int a = 0; a < 3; ++a) {
      from[static_cast<std::size_t>(a)] = cell_of(double{at[a]} - reach);
      to[static_cast<std::size_t>(a)] = cell_of(double{at[a]} + reach);
    }
    for (std::int64_t x = from[0]; x <= to[0]; ++x) {
      for (std::int64_t y = from[1]; y <= to[1]; ++y) {
        for (std::int64_t z = from[2]; z <= to[2]; ++z) {
          const auto found = places_.find({x, y, z});
          if (found == places_.end()) continue;
          for (const std::uint32_t place : found->second) visit(place);
        }
      }
    }
  }
  std::size_t place_of(const vec3& p) {
    const int known = find(p);
    if (known >= 0) {
      const vec3 d = glm::abs(center_[static_cast<std::size_t>(known)] - p);
      if (std::max({d.x, d.y, d.z}) <= near_) return static_cast<std::size_t>(known);
    }
    places_[{cell_of(double{p.x}), cell_of(double{p.y}), cell_of(double{p.z})}].push_back(
        static_cast<std::uint32_t>(center_.size()));
    center_.push_back(p);
    members_.emplace_back();
    return center_.size() - 1;
  }

  std::vector<vec3> center_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::unordered_map<Cell, std::vector<std::uint32_t>, CellHash> places_;
  float near_ = 0.0f;
  double cell_ = 1.0;
};

// How a shape moves a place: as its first point, and whether others there go elsewhere.
struct PlaceMove {
  vec3 move{0.0f};
  bool torn = false;
};
PlaceMove move_of(const std::vector<std::uint32_t>& points, const std::vector<vec3>& move) {
  const vec3& first = move[points.front()];
  return {first, std::any_of(points.begin(), points.end(),
                             [&](std::uint32_t p) { return move[p] != first; })};
}

// How a shape changes the surface's normals: what it adds to them, at the length that they had.
std::vector<vec3> turns_of(const std::vector<vec3>& added, const Places& places,
                           const std::vector<int>& place, FileSurface& surface) {
  std::vector<vec3> out(place.size(), vec3(0.0f));
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0) continue;
    const vec3& add = added[places.members(static_cast<std::size_t>(place[i])).front()];
    const vec3& from = surface.normal[i];
    const float length = glm::length(from);
    const vec3 to = from / length + add;
    const float whole = glm::length(to);
    if (add == vec3(0.0f) || !(length > 0.0f) || whole == 0.0f) continue;
    const vec3 turn = length / whole * to - from;
    if (is_finite(turn)) {
      out[i] = turn;
    } else {
      surface.mark(i, Flaw::Morph);
      ++surface.broken_moves;
    }
  }
  return out;
}

void note_lost_shapes(std::size_t planned, std::size_t there, const Mesh& mesh, Model& model) {
  if (there >= planned) return;
  report(model, Severity::Warning, "mesh " + mesh.name,
         counted(planned - there, "shape of its morphs", "shapes of its morphs") +
             " could not be read: their points do not fit the mesh.",
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
  const Places places(shapes.point);
  std::vector<int> place(surface.position.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[i] = places.find(surface.position[i]);
  std::vector<PlaceMove> moves(places.size());
  for (const StoredShapes::Shape& shape : shapes.shape) {
    for (std::size_t k = 0; k < moves.size(); ++k)
      moves[k] = move_of(places.members(k), shape.move);
    SurfaceMorph morph;
    morph.name = shape.name;
    morph.position.assign(surface.position.size(), vec3(0.0f));
    for (std::size_t i = 0; i < place.size(); ++i) {
      if (place[i] < 0) continue;
      const PlaceMove& at = moves[static_cast<std::size_t>(place[i])];
      const bool sound = is_finite(at.move);
      if (sound) morph.position[i] = at.move;
      if (!at.torn && sound) continue;
      if (surface.mark(i, Flaw::Morph)) ++(at.torn ? surface.torn_points : surface.broken_moves);
    }
    if (!shape.normal.empty() && !surface.normal.empty()) {
      morph.normal = turns_of(shape.normal, places, place, surface);
    }
    surface.morph.push_back(std::move(morph));
  }
}

void add_morphs(const std::vector<SurfaceMorph>& morphs, const std::vector<int>& number,
                const MorphPlacing& placing, const NodeMorphs& plan, MorphChannels& channels,
                Mesh& mesh, Model& model) {
  note_lost_shapes(plan.shape.size(), morphs.size(), mesh, model);
  std::vector<std::size_t> order(morphs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return static_cast<unsigned>(number[a]) < static_cast<unsigned>(number[b]);  // -1 last
  });
  for (const std::size_t k : order) {
    const SurfaceMorph& from = morphs[k];
    const NodeMorphs::Shape* shape =
        number[k] < 0 ? nullptr : &plan.shape[static_cast<std::size_t>(number[k])];
    MorphTarget target;
    if (shape != nullptr) {
      target.share = shape->share;
      target.channel =
          channel_of(channels, mesh.node, shape->channel, plan.channel[shape->channel], model);
    } else {
      target.channel =
          channel_of(channels, mesh.node, plan.channel.size() + k, {from.name, 0.0f}, model);
    }
    bool turns = false;
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      const vec3 p = from.position.empty() ? vec3(0.0f) : placing.linear * from.position[i];
      vec3 n(0.0f);
      if (!from.normal.empty() && placing.normal_length[i] > 0.0f) {
        n = placing.turn * from.normal[i] / placing.normal_length[i];
      }
      if ((p == vec3(0.0f) && n == vec3(0.0f)) || !is_finite(p) || !is_finite(n)) continue;
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
