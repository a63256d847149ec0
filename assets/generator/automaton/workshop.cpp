#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "automaton/workshop.h"
#include "palette.h"
#include "shapes.h"
#include "surfaces.h"
#include "weights.h"

namespace bindpose::gen::automaton {
namespace {

// What shades the parts: roughly the whole figure.
float bulk(const vec3& p) {
  const vec3 q(std::abs(p.x), p.y, p.z);
  float d = ellipsoid(p, {0.0f, 0.975f, 0.0f}, {0.225f, 0.185f, 0.225f});
  d = std::min(d, ellipsoid(p, {0.0f, 1.375f, 0.0f}, {0.195f, 0.150f, 0.170f}));
  d = std::min(d, ellipsoid(p, {0.0f, 0.600f, 0.0f}, {0.150f, 0.075f, 0.140f}));
  d = std::min(d, round_cone(p, kHips, kHead, 0.095f, 0.055f));
  d = std::min(d, sphere(q, kShoulder, 0.072f));
  d = std::min(d, round_cone(q, kShoulder, kElbow, 0.034f, 0.034f));
  d = std::min(d, round_cone(q, kElbow, kWrist, 0.045f, 0.070f));
  d = std::min(d, round_cone(q, kThigh, kKnee, 0.045f, 0.045f));
  return std::min(d, round_cone(q, kKnee, kAnkle, 0.055f, 0.090f));
}

}  // namespace

void Workshop::colour(Surface& s, float tone) const {
  const int block = s.material == kEnamel   ? paint_.enamel
                    : s.material == kBrass  ? paint_.brass
                    : s.material == kSteel  ? paint_.steel
                    : s.material == kRubber ? paint_.rubber
                                            : paint_.glass;
  const Field f = bulk;
  for (std::size_t v = 0; v < s.uv.size(); ++v) {
    const float open = openness(f, s.position[v] + 0.012f * s.normal[v], s.normal[v], 0.09f);
    s.uv[v] = paint_.box.uv(block, tone, smooth_step(0.0f, 0.8f, open));
  }
}

void Workshop::rigid(Surface s, const std::string& joint, Surface& to) const {
  s.influence = rigid_weights(s.position.size(), find(c_, joint));
  append(to, s);
}

void Workshop::bent(Surface s, const std::string& first, const std::string& second, const vec3& a,
                    const vec3& b, float from, float till, Surface& to) const {
  const vec3 d = b - a;
  for (const vec3& p : s.position) {
    const float along = glm::dot(p - a, d) / glm::dot(d, d);
    const float w = smooth_step(from, till, along);
    std::vector<Influence> row;
    if (w < 1.0f) row.push_back({find(c_, first), 1.0f - w});
    if (w > 0.0f) row.push_back({find(c_, second), w});
    if (row.size() == 2 && row[0].weight < row[1].weight) std::swap(row[0], row[1]);
    s.influence.push_back(row);
  }
  append(to, s);
}

// Vertices of a part in the middle that mirror each other do so to the bit.
Surface evened(Surface s) {
  std::vector<char> done(s.position.size(), 0);
  for (std::size_t v = 0; v < s.position.size(); ++v) {
    if (done[v] != 0) continue;
    if (std::abs(s.position[v].x) < 1e-5f) {
      s.position[v].x = 0.0f;
      continue;
    }
    for (std::size_t w = v + 1; w < s.position.size(); ++w) {
      if (done[w] == 0 && glm::length(s.position[w] - mirror(s.position[v])) < 1e-5f &&
          glm::length(s.normal[w] - mirror(s.normal[v])) < 1e-3f) {
        s.position[w] = mirror(s.position[v]);
        s.normal[w] = mirror(s.normal[v]);
        done[w] = 1;
        break;
      }
    }
  }
  return s;
}

Surface turned(int material, const Frame& frame, const Profile& profile, int around) {
  return lathe("part", material, frame, profile, around, 38.0f);
}

// A disc with a round rim.
Profile band(float radius, float low, float high) {
  const float m = 0.5f * (low + high), h = 0.5f * (high - low);
  return {{0.0f, low},
          {radius - h, low},
          {radius - 0.3f * h, m - 0.7f * h},
          {radius, m},
          {radius - 0.3f * h, m + 0.7f * h},
          {radius - h, high},
          {0.0f, high}};
}

// Folds like those of a concertina.
Profile folds(float length, float radius, float depth, int count) {
  Profile out{{0.0f, 0.0f}};
  const int steps = 5 * count;
  for (int k = 0; k <= steps; ++k) {
    const float s = static_cast<float>(k) / static_cast<float>(steps);
    const float wave = std::cos(2.0f * std::numbers::pi_v<float> * s * static_cast<float>(count));
    out.emplace_back(radius - depth * (0.5f + 0.5f * wave), length * s);
  }
  out.emplace_back(0.0f, length);
  return out;
}

// Scales a surface about a point, its normals as well.
Surface stretched(Surface s, const vec3& about, const vec3& by) {
  for (vec3& p : s.position) p = about + (p - about) * by;
  for (vec3& n : s.normal) n = glm::normalize(n / by);
  return s;
}

void add_parts(Character& c, const Paints& paint) {
  Workshop shop(c, paint);
  Layers to;
  add_trunk(shop, to);
  add_front(shop, to);
  add_face(shop, to);
  add_limbs(shop, to);
  const char* name[] = {"enamel", "brass", "steel", "rubber", "lamps", "glass"};
  for (std::size_t m = 0; m < 6; ++m) {
    if (!to.middle[m].position.empty()) {
      to.middle[m].name = std::string(name[m]);
      c.surface.push_back(to.middle[m]);
    }
    if (!to.side[m].position.empty()) add_pair(c, to.side[m], name[m]);
  }
}

}  // namespace bindpose::gen::automaton
