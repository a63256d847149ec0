#include "io/weld.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bindpose {
namespace {

constexpr std::uint32_t kFree = 0xFFFFFFFFu;

// Adding 0 turns -0 into +0 and leaves every other value alone.
std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value + 0.0f);
}

struct Hash {
  std::uint64_t state = 0x9E3779B97F4A7C15ull;

  void add(std::uint32_t a, std::uint32_t b) {
    state ^= (std::uint64_t{a} << 32) | b;
    state *= 0xD6E8FEB86659FD93ull;
    state ^= state >> 32;
  }
};

std::uint64_t hash_of(const WeldKey& key, std::size_t i) {
  Hash h;
  const vec3& p = key.position[i];
  if (key.normal.empty()) {
    h.add(bits(p.x), bits(p.y));
    h.add(bits(p.z), 0);
  } else {
    const vec3& n = key.normal[i];
    h.add(bits(p.x), bits(p.y));
    h.add(bits(p.z), bits(n.x));
    h.add(bits(n.y), bits(n.z));
  }
  if (!key.uv.empty()) h.add(bits(key.uv[i].x), bits(key.uv[i].y));
  return h.state;
}

// The rest of what makes a vertex: only looked at where points, normals and texture coordinates
// coincide.
std::uint64_t hash_rest(std::uint64_t hash, const WeldKey& key, std::size_t i) {
  Hash h{hash};
  if (!key.color.empty()) {
    const vec4& c = key.color[i];
    h.add(bits(c.x), bits(c.y));
    h.add(bits(c.z), bits(c.w));
  }
  if (!key.uv_second.empty()) h.add(bits(key.uv_second[i].x), bits(key.uv_second[i].y));
  if (key.weights != nullptr) {
    for (const WeightEntry& e : key.weights->row(i))
      h.add(static_cast<std::uint32_t>(e.slot), bits(e.weight));
  }
  for (const std::span<const vec3> values : key.more) {
    if (values.empty()) continue;
    h.add(bits(values[i].x), bits(values[i].y));
    h.add(bits(values[i].z), 0);
  }
  return h.state;
}

template <typename Vec>
bool same(const Vec& a, const Vec& b) {
  for (glm::length_t k = 0; k < Vec::length(); ++k) {
    if (bits(a[k]) != bits(b[k])) return false;
  }
  return true;
}

bool same_weights(const WeightRows& weights, std::size_t i, std::size_t j) {
  const auto a = weights.row(i);
  const auto b = weights.row(j);
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k].slot != b[k].slot || bits(a[k].weight) != bits(b[k].weight)) return false;
  }
  return true;
}

bool same_more(const WeldKey& key, std::size_t i, std::size_t j) {
  for (const std::span<const vec3> values : key.more) {
    if (!values.empty() && !same(values[i], values[j])) return false;
  }
  return true;
}

bool same_vertex(const WeldKey& key, std::size_t i, std::size_t j) {
  return same(key.position[i], key.position[j]) &&
         (key.normal.empty() || same(key.normal[i], key.normal[j])) &&
         (key.uv.empty() || same(key.uv[i], key.uv[j])) &&
         (key.uv_second.empty() || same(key.uv_second[i], key.uv_second[j])) &&
         (key.color.empty() || same(key.color[i], key.color[j])) &&
         (key.weights == nullptr || same_weights(*key.weights, i, j)) && same_more(key, i, j);
}

// Whose hashes may be another's, too: most vertices of a file that shares its vertices stand alone,
// and a bit of a small map says so without the table, which no cache holds.
class Crowd {
 public:
  explicit Crowd(const std::vector<std::uint64_t>& hashes)
      : mask_(std::bit_ceil(kBitsEach * hashes.size() + 64) - 1),
        once_((mask_ + 1) / 64),
        often_((mask_ + 1) / 64) {
    for (const std::uint64_t hash : hashes) {
      std::uint64_t& once = once_[word(hash)];
      if ((once & bit(hash)) != 0) often_[word(hash)] |= bit(hash);
      once |= bit(hash);
    }
  }
  bool holds(std::uint64_t hash) const { return (often_[word(hash)] & bit(hash)) != 0; }

 private:
  static constexpr std::size_t kBitsEach = 16;
  std::size_t word(std::uint64_t hash) const { return (hash & mask_) / 64; }
  static std::uint64_t bit(std::uint64_t hash) { return std::uint64_t{1} << (hash % 64); }

  std::uint64_t mask_;
  std::vector<std::uint64_t> once_, often_;
};

}  // namespace

Weld weld_vertices(const WeldKey& key) {
  const std::size_t count = key.position.size();
  Weld weld;
  weld.new_index.resize(count);
  weld.source.reserve(count);
  std::vector<std::uint64_t> hashes(count);
  for (std::size_t i = 0; i < count; ++i) hashes[i] = hash_of(key, i);
  const Crowd crowd(hashes);
  const auto crowded = static_cast<std::size_t>(
      std::ranges::count_if(hashes, [&](std::uint64_t hash) { return crowd.holds(hash); }));
  const auto add = [&](std::size_t i) {
    weld.source.push_back(static_cast<std::uint32_t>(i));
    return static_cast<std::uint32_t>(weld.source.size() - 1);
  };
  // At most half full. A slot holds the new vertex and some bits of its hash, so that most
  // strangers are told apart without touching their data.
  struct Slot {
    std::uint32_t vertex = kFree;
    std::uint32_t tag = 0;
  };
  const std::size_t size = std::bit_ceil(crowded * 2 + 2);
  std::vector<Slot> table(size);
  for (std::size_t i = 0; i < count; ++i) {
    if (!crowd.holds(hashes[i])) {
      weld.new_index[i] = add(i);
      continue;
    }
    const std::uint64_t hash = hash_rest(hashes[i], key, i);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t at = static_cast<std::size_t>(hash) & (size - 1);
    while (table[at].vertex != kFree &&
           !(table[at].tag == tag && same_vertex(key, weld.source[table[at].vertex], i))) {
      at = (at + 1) & (size - 1);
    }
    if (table[at].vertex == kFree) table[at] = {add(i), tag};
    weld.new_index[i] = table[at].vertex;
  }
  return weld;
}

}  // namespace bindpose
