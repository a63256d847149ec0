#include "io/fbx/tree/parse.h"

namespace bindpose {
namespace {

constexpr std::size_t kHeaderBytes = 27;
constexpr int kWideVersion = 7500;  // from here on offsets and counts have 64 bits

class BinaryParser {
 public:
  BinaryParser(std::string_view bytes, FbxFilter wanted, FbxTree& tree)
      : bytes_(bytes),
        wanted_(wanted),
        tree_(tree),
        wide_(tree.version >= kWideVersion),
        swapped_(fbx_is_big_endian(bytes)) {}

  void parse() {
    if (bytes_.size() <= kHeaderBytes) fbx_breaks_off(bytes_);
    at_ = kHeaderBytes;
    children(bytes_.size(), "", 0);
    tree_.node[0].end = static_cast<std::uint32_t>(tree_.node.size());
  }

 private:
  struct Head {
    std::uint64_t end, properties, property_bytes;
    std::string_view name;
    bool none() const { return end == 0 && name.empty(); }
  };

  [[noreturn]] void ends_early(std::size_t end, const char* what) const {
    if (end == bytes_.size()) fbx_breaks_off(bytes_);
    fbx_damaged(at_, what);
  }

  template <typename T>
  T take(std::size_t end) {
    if (end - at_ < sizeof(T)) ends_early(end, "it ends too early");
    const T value = fbx_raw<T>(bytes_.data() + at_, swapped_);
    at_ += sizeof(T);
    return value;
  }
  std::string_view take_bytes(std::uint64_t size, std::size_t end) {
    if (size > end - at_) ends_early(end, "a value is longer than its node");
    const std::string_view out = bytes_.substr(at_, static_cast<std::size_t>(size));
    at_ += static_cast<std::size_t>(size);
    return out;
  }

  Head head(std::size_t end) {
    Head out{};
    const auto number = [&] {
      return wide_ ? take<std::uint64_t>(end) : std::uint64_t{take<std::uint32_t>(end)};
    };
    out.end = number();
    out.properties = number();
    out.property_bytes = number();
    const std::uint8_t length = take<std::uint8_t>(end);
    out.name = take_bytes(length, end);
    if (out.none()) {
      if (out.properties != 0 || out.property_bytes != 0) {
        fbx_damaged(at_, "a list's end is not empty");
      }
      return out;
    }
    // Some write 0 where a node has nothing but values: it ends with them.
    if (out.end == 0 && out.property_bytes <= end - at_) out.end = at_ + out.property_bytes;
    if (out.end < at_ || out.end > end) ends_early(end, "a node ends outside of its parent");
    return out;
  }

  // Nodes up to `end`, or up to the empty one that closes a list.
  void children(std::size_t end, std::string_view parent, int depth) {
    check_fbx_depth(static_cast<std::size_t>(depth), at_);
    while (at_ < end) {
      const Head node = head(end);
      if (node.none()) {
        // The file's own list is followed by a footer, any other by nothing.
        if (depth > 0 && at_ != end) fbx_damaged(at_, "bytes follow the end of a list");
        return;
      }
      const std::size_t node_end = static_cast<std::size_t>(node.end);
      if (wanted_(parent, node.name)) {
        keep(node, node_end, depth);
      } else {
        check_depth_below(node, node_end, depth);
      }
      at_ = node_end;
    }
  }

  // Of what is stepped over: only how deep it goes. Where it is not sound, it is left at that.
  void check_depth_below(const Head& node, std::size_t end, int depth) {
    std::vector<std::size_t> ends;
    const auto enter = [&](const Head& head, std::size_t node_end) {
      if (head.property_bytes >= node_end - at_) {
        at_ = node_end;
        return;
      }
      at_ += static_cast<std::size_t>(head.property_bytes);
      ends.push_back(node_end);
      check_fbx_depth(static_cast<std::size_t>(depth) + ends.size(), at_);
    };
    try {
      enter(node, end);
      while (!ends.empty()) {
        const Head child = at_ < ends.back() ? head(ends.back()) : Head{};
        if (child.none()) {
          at_ = ends.back();
          ends.pop_back();
        } else {
          enter(child, static_cast<std::size_t>(child.end));
        }
      }
    } catch (const FbxBroken& broken) {
      if (broken.harmful) throw;
    }
  }

  void keep(const Head& head, std::size_t end, int depth) {
    const std::size_t index = tree_.node.size();
    FbxNode node;
    node.name = head.name;
    node.first_property = static_cast<std::uint32_t>(tree_.property.size());
    if (head.property_bytes > end - at_) fbx_damaged(at_, "a node's values do not fit into it");
    const std::size_t values_end = at_ + static_cast<std::size_t>(head.property_bytes);
    for (std::uint64_t i = 0; i < head.properties; ++i) {
      tree_.property.push_back(value(values_end));
      check_fbx_items(tree_, at_);
    }
    if (at_ != values_end) fbx_damaged(at_, "a node's values are not as long as it says");
    node.property_count = static_cast<std::uint32_t>(head.properties);
    tree_.node.push_back(node);
    check_fbx_items(tree_, at_);
    children(end, head.name, depth + 1);
    tree_.node[index].end = static_cast<std::uint32_t>(tree_.node.size());
  }

  FbxProperty value(std::size_t end) {
    FbxProperty out;
    out.type = static_cast<char>(take<std::uint8_t>(end));
    out.swapped = swapped_;
    switch (out.type) {
      case 'C':
      case 'B':
      case 'Z':
        out.data = take_bytes(1, end);
        return out;
      case 'Y':
        out.data = take_bytes(2, end);
        return out;
      case 'I':
      case 'F':
        out.data = take_bytes(4, end);
        return out;
      case 'L':
      case 'D':
        out.data = take_bytes(8, end);
        return out;
      case 'S':
      case 'R':
        out.data = take_bytes(take<std::uint32_t>(end), end);
        return out;
      case 'b':
      case 'c':
        return array(out, 1, end);
      case 'i':
      case 'f':
        return array(out, 4, end);
      case 'l':
      case 'd':
        return array(out, 8, end);
      default:
        fbx_damaged(at_ - 1, "a value's type is unknown");
    }
  }

  FbxProperty array(FbxProperty out, std::size_t width, std::size_t end) {
    out.count = take<std::uint32_t>(end);
    const std::uint32_t packing = take<std::uint32_t>(end);
    const std::uint32_t packed_bytes = take<std::uint32_t>(end);
    if (packing > 1) fbx_damaged(at_, "an array is packed in an unknown way");
    out.packed = packing == 1;
    if (out.packed && fbx_array_lies(out.count, packed_bytes * kTightestPacking / width)) {
      tree_.liar_at = at_;
    }
    out.data = take_bytes(out.packed ? packed_bytes : out.count * width, end);
    return out;
  }

  std::string_view bytes_;
  FbxFilter wanted_;
  FbxTree& tree_;
  bool wide_;
  bool swapped_;
  std::size_t at_ = 0;
};

}  // namespace

void parse_fbx_binary(std::string_view bytes, FbxFilter wanted, FbxTree& tree) {
  BinaryParser(bytes, wanted, tree).parse();
}

}  // namespace bindpose
