// The weights of a mesh, vertex by vertex.
#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>
#include <span>

#include "io/assimp/geometry.h"
#include "io/files/large_arrays.h"
#include "math/ranges.h"

namespace bindpose {
namespace {

// Up to so many entries are sorted by insertion, which is quicker for the usual four.
constexpr std::size_t kShortRow = 16;

bool is_positive_and_finite(float value) {
  constexpr std::uint32_t kInfinity = 0x7f800000u;
  return std::bit_cast<std::uint32_t>(value) - 1 < kInfinity - 1;  // +0 becomes the largest of all
}

// Sorts a row from the largest weight, makes one entry of a slot; returns the new length.
std::size_t tidy_row(WeightEntry* row, std::size_t length, bool own_slots) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < length; ++k) {
    // Where each bone has a slot of its own, equal ones stand side by side.
    std::size_t same = own_slots && kept > 0 ? kept - 1 : 0;
    while (same < kept && row[same].slot != row[k].slot) ++same;
    if (same < kept) {
      row[same].weight += row[k].weight;
    } else {
      row[kept++] = row[k];
    }
  }
  const auto before = [](const WeightEntry& a, const WeightEntry& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.slot < b.slot;
  };
  if (kept > kShortRow) {
    std::sort(row, row + kept, before);
    return kept;
  }
  for (std::size_t k = 1; k < kept; ++k) {
    const WeightEntry entry = row[k];
    std::size_t at = k;
    for (; at > 0 && before(entry, row[at - 1]); --at) row[at] = row[at - 1];
    row[at] = entry;
  }
  return kept;
}

// Each row where it stands first, side by side; then, where rows became shorter, all are put
// together.
void tidy_rows(bool own_slots, FileSurface& out) {
  constexpr std::size_t kWorthAThread = 20'000;
  std::vector<WeightEntry>& entry = out.weights.entry;
  std::vector<std::uint32_t>& offset = out.weights.offset;
  std::vector<std::uint32_t> shorter;  // vertices whose rows are
  std::vector<std::uint32_t> length;   // theirs
  std::mutex mutex;
  in_ranges(offset.size() - 1, kWorthAThread, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> vertex, kept;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t has = offset[i + 1] - offset[i];
      const auto keeps =
          static_cast<std::uint32_t>(tidy_row(entry.data() + offset[i], has, own_slots));
      if (keeps == has) continue;
      vertex.push_back(static_cast<std::uint32_t>(i));
      kept.push_back(keeps);
    }
    const std::lock_guard lock(mutex);
    const auto at =
        std::ranges::lower_bound(shorter, vertex.empty() ? 0 : vertex.front()) - shorter.begin();
    shorter.insert(shorter.begin() + at, vertex.begin(), vertex.end());
    length.insert(length.begin() + at, kept.begin(), kept.end());
  });
  if (shorter.empty()) return;
  std::uint32_t start = offset[shorter.front()], write = start;
  std::size_t next = 0;
  for (std::size_t i = shorter.front(); i + 1 < offset.size(); ++i) {
    const std::uint32_t end = offset[i + 1];
    std::uint32_t kept = end - start;
    if (next < shorter.size() && shorter[next] == i) kept = length[next++];
    if (write != start) std::copy_n(entry.begin() + start, kept, entry.begin() + write);
    if (kept < end - start && out.mark(i, Flaw::MergedWeight))
      out.merged_weights += end - start - kept;
    write += kept;
    offset[i + 1] = write;
    start = end;
  }
  entry.resize(write);
}

}  // namespace

// Assimp holds the weights bone by bone. Counted first, then scattered, then tidied vertex by
// vertex.
void read_weights(const aiMesh& mesh, const std::vector<int>& slot_of_bone, FileSurface& out) {
  const std::size_t count = mesh.mNumVertices;
  // While rows are filled, offset[i + 1] is where vertex i goes on; afterwards that is its end.
  std::vector<std::uint32_t>& offset = out.weights.offset;
  reserve_large(offset, count + 2);
  offset.assign(count + 2, 0);
  // Every weight but those of 0, by which some loaders mark empty bones.
  const auto each = [&](auto&& visit) {
    const std::size_t bones = std::min<std::size_t>(mesh.mNumBones, slot_of_bone.size());
    for (std::size_t b = 0; b < bones; ++b) {
      const aiBone& bone = *mesh.mBones[b];
      const int slot = slot_of_bone[b];
      for (const aiVertexWeight& w : std::span(bone.mWeights, bone.mNumWeights)) {
        if (w.mWeight == 0.0f) continue;
        visit(w, slot, slot >= 0 && w.mVertexId < count && is_positive_and_finite(w.mWeight));
      }
    }
  };
  each([&](const aiVertexWeight& w, int, bool good) {
    if (good) {
      ++offset[std::size_t{w.mVertexId} + 2];
    } else if (out.mark(w.mVertexId, Flaw::DroppedWeight)) {
      ++out.dropped_weights;
    }
  });
  for (std::size_t i = 2; i < offset.size(); ++i) offset[i] += offset[i - 1];
  std::vector<WeightEntry>& entry = out.weights.entry;
  reserve_large(entry, offset.back());
  entry.resize(offset.back());
  each([&, entry = entry.data(), offset = offset.data()](const aiVertexWeight& w, int slot,
                                                         bool good) {
    if (good) entry[offset[std::size_t{w.mVertexId} + 1]++] = {slot, w.mWeight};
  });
  offset.pop_back();
  std::vector<int> slots = slot_of_bone;
  std::ranges::sort(slots);
  tidy_rows(std::ranges::adjacent_find(slots) == slots.end(), out);
}

}  // namespace bindpose
