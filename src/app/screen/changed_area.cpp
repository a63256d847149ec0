#include "app/screen/changed_area.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "ui/base/imgui_compat.h"

namespace bindpose::app {
namespace {

constexpr int kTile = 32;

// In pixels, cut by what clips it; nothing where lo is not below hi.
struct Extent {
  float x0, y0, x1, y1;
  bool empty() const { return !(x0 < x1 && y0 < y1); }
};

struct Triangle {
  std::uint64_t hash;  // of all that is drawn by it
  Extent extent;
};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

template <typename T>
std::uint64_t mixed_bytes(std::uint64_t hash, const T& value) {
  static_assert(sizeof(T) % 4 == 0);
  std::uint32_t words[sizeof(T) / 4];
  std::memcpy(words, &value, sizeof(T));
  for (const std::uint32_t word : words) hash = mixed(hash, word);
  return hash;
}

bool same(const ImDrawCmd& a, const ImDrawCmd& b) {
  return std::memcmp(&a.ClipRect, &b.ClipRect, sizeof(a.ClipRect)) == 0 &&
         ui::compat::texture_key(a) == ui::compat::texture_key(b) && a.VtxOffset == b.VtxOffset &&
         a.IdxOffset == b.IdxOffset && a.ElemCount == b.ElemCount;
}

template <typename T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <typename List>
bool same_list(const List& a, const List& b) {
  return same_bytes(a.vertices, b.vertices) && same_bytes(a.indices, b.indices) &&
         std::ranges::equal(a.commands, b.commands, same);
}

// Those that can be seen.
template <typename List>
std::vector<Triangle> triangles_of(const List& list, ImVec2 origin) {
  std::vector<Triangle> out;
  out.reserve(list.indices.size() / 3);
  for (const ImDrawCmd& command : list.commands) {
    const ImVec4& clip = command.ClipRect;
    const std::uint64_t begin =
        mixed_bytes(mixed(1, ui::compat::texture_key(command)), command.ClipRect);
    for (std::size_t k = command.IdxOffset; k + 2 < command.IdxOffset + command.ElemCount; k += 3) {
      Extent e{clip.x, clip.y, clip.z, clip.w};
      std::uint64_t hash = begin;
      ImVec2 lo(clip.z, clip.w), hi(clip.x, clip.y);
      for (std::size_t c = 0; c < 3; ++c) {
        const ImDrawVert& v = list.vertices[command.VtxOffset + list.indices[k + c]];
        hash = mixed_bytes(hash, v);
        lo = {std::min(lo.x, v.pos.x), std::min(lo.y, v.pos.y)};
        hi = {std::max(hi.x, v.pos.x), std::max(hi.y, v.pos.y)};
      }
      e = {std::max(e.x0, lo.x) - origin.x, std::max(e.y0, lo.y) - origin.y,
           std::min(e.x1, hi.x) - origin.x, std::min(e.y1, hi.y) - origin.y};
      if (!e.empty()) out.push_back({hash, e});
    }
  }
  return out;
}

PixelArea around(const PixelArea& a, const PixelArea& b) {
  const int x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.width, b.x + b.width) - x,
          std::max(a.y + a.height, b.y + b.height) - y};
}
long size_of(const PixelArea& a) {
  return long(a.width) * a.height;
}
bool meet(const PixelArea& a, const PixelArea& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// Two become the one around both, as long as there are too many or some overlap: those for which
// that draws least in vain.
void join(std::vector<PixelArea>& areas) {
  const auto wasted = [](const PixelArea& a, const PixelArea& b) {
    return size_of(around(a, b)) - size_of(a) - size_of(b);
  };
  while (areas.size() > 1) {
    std::size_t best_a = 0, best_b = 0;
    long best = 0;
    bool overlap = false;
    for (std::size_t a = 0; a < areas.size() && !overlap; ++a) {
      for (std::size_t b = a + 1; b < areas.size() && !overlap; ++b) {
        overlap = meet(areas[a], areas[b]);
        const long waste = wasted(areas[a], areas[b]);
        if (best_b == 0 || waste < best || overlap) best = waste, best_a = a, best_b = b;
      }
    }
    if (!overlap && areas.size() <= ChangedArea::kMost && best > 0) return;
    areas[best_a] = around(areas[best_a], areas[best_b]);
    areas.erase(areas.begin() + static_cast<std::ptrdiff_t>(best_b));
  }
}

}  // namespace

// The display in squares, each changed or not.
class ChangedArea::Tiles {
 public:
  Tiles(int width, int height)
      : width_(width),
        height_(height),
        columns_((width + kTile - 1) / kTile),
        rows_((height + kTile - 1) / kTile),
        changed_(static_cast<std::size_t>(columns_ * rows_)) {}

  void add(const Extent& e) {
    // What a line's smoothed edge reaches, and rounding.
    const auto column = [&](float x) {
      return static_cast<int>(std::clamp(x, 0.0f, float(width_ - 1))) / kTile;
    };
    const auto row = [&](float y) {
      return static_cast<int>(std::clamp(y, 0.0f, float(height_ - 1))) / kTile;
    };
    if (e.empty() || e.x1 < 0 || e.y1 < 0 || e.x0 > float(width_) || e.y0 > float(height_)) return;
    for (int y = row(e.y0 - 1); y <= row(e.y1 + 1); ++y) {
      for (int x = column(e.x0 - 1); x <= column(e.x1 + 1); ++x) at(x, y) = 1;
    }
  }
  void add(const PixelArea& a) {
    add(Extent{float(a.x), float(a.y), float(a.x + a.width), float(a.y + a.height)});
  }

  std::vector<PixelArea> areas() {
    std::vector<PixelArea> out;
    for (int y = 0; y < rows_; ++y) {
      for (int x = 0; x < columns_; ++x) {
        if (at(x, y) == 0) continue;
        int right = x, bottom = y;
        while (right < columns_ && at(right, y) != 0) ++right;
        const auto full = [&](int row) {
          for (int c = x; c < right; ++c) {
            if (at(c, row) == 0) return false;
          }
          return true;
        };
        while (bottom < rows_ && full(bottom)) {
          for (int c = x; c < right; ++c) at(c, bottom) = 0;
          ++bottom;
        }
        out.push_back({x * kTile, y * kTile, std::min(right * kTile, width_) - x * kTile,
                       std::min(bottom * kTile, height_) - y * kTile});
      }
    }
    join(out);
    return out;
  }

 private:
  std::uint8_t& at(int x, int y) { return changed_[static_cast<std::size_t>(y * columns_ + x)]; }
  int width_, height_, columns_, rows_;
  std::vector<std::uint8_t> changed_;
};

std::vector<ChangedArea::List> ChangedArea::lists_of(const ImDrawData& data) {
  std::vector<List> out;
  std::unordered_map<std::string, int> seen;
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const ImDrawList& from = *data.CmdLists[n];
    List list;
    list.name = from._OwnerName != nullptr ? from._OwnerName : "";
    list.name += '\n' + std::to_string(seen[list.name]++);  // of several with one name the n-th
    list.vertices.assign(from.VtxBuffer.begin(), from.VtxBuffer.end());
    list.indices.assign(from.IdxBuffer.begin(), from.IdxBuffer.end());
    list.commands.assign(from.CmdBuffer.begin(), from.CmdBuffer.end());
    out.push_back(std::move(list));
  }
  return out;
}

std::vector<PixelArea> ChangedArea::take(const ImDrawData& now,
                                         const std::vector<PixelArea>& also) {
  const int width = static_cast<int>(now.DisplaySize.x),
            height = static_cast<int>(now.DisplaySize.y);
  std::vector<List> lists = lists_of(now);
  const std::vector<List> before = std::exchange(lists_, std::move(lists));
  const bool all = width != width_ || height != height_;
  width_ = width;
  height_ = height;
  if (width < 1 || height < 1) return {};
  if (all) return {{0, 0, width, height}};

  Tiles tiles(width, height);
  for (const PixelArea& area : also) tiles.add(area);
  const ImVec2 origin = now.DisplayPos;
  const auto add_all = [&](const List& list) {
    for (const Triangle& t : triangles_of(list, origin)) tiles.add(t.extent);
  };
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t k = 0; k < before.size(); ++k) place[before[k].name] = k;
  std::vector<std::uint8_t> found(before.size());
  std::size_t last = 0;
  for (const List& list : lists_) {
    const auto it = place.find(list.name);
    if (it == place.end()) {
      add_all(list);
      continue;
    }
    const std::size_t k = it->second;
    if (k < last) return {{0, 0, width, height}};  // what lies over what is another order
    last = k;
    found[k] = 1;
    const bool pictures = std::ranges::any_of(list.commands, ui::compat::shows_picture);
    if (!pictures && same_list(before[k], list)) continue;
    const std::vector<Triangle> a = triangles_of(before[k], origin), b = triangles_of(list, origin);
    // Those that both have as often stay, if they follow each other in the same order.
    std::unordered_map<std::uint64_t, int> more;
    for (const Triangle& t : a) ++more[t.hash];
    for (const Triangle& t : b) --more[t.hash];
    const auto stays = [&](const Triangle& t) { return more[t.hash] == 0; };
    std::vector<std::uint64_t> in_a, in_b;
    for (const Triangle& t : a) {
      if (stays(t)) in_a.push_back(t.hash);
    }
    for (const Triangle& t : b) {
      if (stays(t)) in_b.push_back(t.hash);
    }
    const bool ordered = in_a == in_b;
    for (const auto* side : {&a, &b}) {
      for (const Triangle& t : *side) {
        if (!ordered || !stays(t)) tiles.add(t.extent);
      }
    }
    for (const ImDrawCmd& c : list.commands) {
      if (ui::compat::shows_picture(c))
        tiles.add(Extent{c.ClipRect.x - origin.x, c.ClipRect.y - origin.y, c.ClipRect.z - origin.x,
                         c.ClipRect.w - origin.y});
    }
  }
  for (std::size_t k = 0; k < before.size(); ++k) {
    if (found[k] == 0) add_all(before[k]);
  }
  return tiles.areas();
}

}  // namespace bindpose::app
