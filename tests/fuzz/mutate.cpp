#include "fuzz/mutate.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace bindpose::fuzz {
namespace {

using nlohmann::json;

std::size_t below(Random& random, std::size_t n) {
  return n == 0 ? 0 : static_cast<std::size_t>(random() % n);
}
bool chance(Random& random, int in) {
  return below(random, static_cast<std::size_t>(in)) == 0;
}

// Of a small file a few changes leave nothing that is sound.
std::size_t changes(const std::string& bytes, std::size_t most, Random& random) {
  constexpr std::size_t kSmall = 4096;
  return 1 + below(random, bytes.size() < kSmall ? std::min<std::size_t>(most, 2) : most);
}

// Heads and tables stand at the start of most files: half of the damage goes there.
std::size_t place(const std::string& bytes, Random& random) {
  constexpr std::size_t kHead = 4096;
  return below(random, chance(random, 2) ? std::min(bytes.size(), kHead) : bytes.size());
}

void put(std::string& bytes, std::size_t at, const void* data, std::size_t size) {
  if (at + size <= bytes.size()) std::memcpy(bytes.data() + at, data, size);
}

void damage_bytes(std::string& bytes, Random& random) {
  for (std::size_t n = changes(bytes, 6, random); n > 0 && !bytes.empty(); --n) {
    char& c = bytes[place(bytes, random)];
    switch (below(random, 4)) {
      case 0:
        c = static_cast<char>(c ^ (1 << below(random, 8)));
        break;
      case 1:
        c = static_cast<char>(below(random, 256));
        break;
      case 2:
        c = '\0';
        break;
      default:
        c = '\xff';
        break;
    }
  }
}

void damage_words(std::string& bytes, Random& random) {
  static constexpr std::uint64_t kWords[] = {
      0,          1,          0x7fffffff,     0x80000000,        0xffffffff, 0xfffffff0,
      0x10000000, 0x7fc00000, 0x7f800000,     0xff7fffff,        ~0ull,      0x7ff8000000000000,
      65535,      65536,      0x100000000ull, 0x7fefffffffffffff};
  for (std::size_t n = changes(bytes, 6, random); n > 0; --n) {
    const std::uint64_t word = kWords[below(random, std::size(kWords))];
    const std::size_t align = chance(random, 2) ? 4 : 1;
    put(bytes, place(bytes, random) / align * align, &word, chance(random, 3) ? 8 : 4);
  }
}

void truncate(std::string& bytes, Random& random) {
  bytes.resize(place(bytes, random));
}

void damage_blocks(std::string& bytes, Random& random) {
  const std::size_t size = 1 + below(random, std::max<std::size_t>(1, bytes.size() / 8));
  const std::size_t from = place(bytes, random), to = place(bytes, random);
  const std::string block = bytes.substr(from, size);
  switch (below(random, 4)) {
    case 0:
      bytes.insert(to, block);
      break;
    case 1:
      bytes.erase(from, size);
      break;
    case 2:
      bytes.replace(to, block.size(), block);
      break;
    default:
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(from), block.size(), '\0');
  }
}

bool is_number_char(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == 'e' ||
         c == 'E' || c == '+';
}

// Numbers of a text format become others; lines go, or come twice.
void damage_text(std::string& bytes, Random& random) {
  static const char* const kNumbers[] = {"nan",     "-1",    "99999999999999999999",
                                         "1e39",    "-1e39", "",
                                         "inf",     "0",     "4294967295",
                                         "1e-45",   "x",     "2147483648",
                                         "0x10",    "-0",    "1 1 1 1",
                                         "16777217"};
  for (std::size_t n = changes(bytes, 3, random); n > 0 && !bytes.empty(); --n) {
    std::size_t first = place(bytes, random);
    if (chance(random, 6)) {
      const std::size_t line = bytes.rfind('\n', first) + 1;  // npos + 1 is the start
      const std::size_t end = std::min(bytes.find('\n', first), bytes.size() - 1) + 1;
      if (end <= line) continue;
      if (chance(random, 2)) {
        bytes.erase(line, end - line);
      } else {
        bytes.insert(line, bytes.substr(line, end - line));
      }
      continue;
    }
    while (first < bytes.size() && !std::isdigit(static_cast<unsigned char>(bytes[first]))) ++first;
    while (first > 0 && first < bytes.size() && is_number_char(bytes[first - 1])) --first;
    std::size_t last = first;
    while (last < bytes.size() && is_number_char(bytes[last])) ++last;
    bytes.replace(std::min(first, bytes.size()), last - first,
                  kNumbers[below(random, std::size(kNumbers))]);
  }
}

// Where a link begins and ends: "#id" and what names it in Collada, numbers of objects in text FBX.
std::vector<std::pair<std::size_t, std::size_t>> links(const std::string& text,
                                                       const std::string& ending) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  const auto add = [&](std::string_view before, std::string_view stop) {
    for (std::size_t at = text.find(before); at != text.npos; at = text.find(before, at + 1)) {
      const std::size_t from = at + before.size();
      const std::size_t to = text.find_first_of(stop, from);
      if (to != text.npos) out.emplace_back(from, to);
    }
  };
  if (ending == ".dae") {
    for (const char* key : {"source=\"", "url=\"", " id=\"", "target=\""}) add(key, "\"");
  } else {
    for (const char* key : {"\"OO\",", "\"OP\","}) add(key, ",\n");
    for (const char* key : {"Model: ", "Deformer: ", "Geometry: ", "Curve: ", "CurveNode: "}) {
      add(key, ",");
    }
  }
  return out;
}

// A link leads where another one does: rings, things of another kind, two of one name.
void damage_links(std::string& bytes, const std::string& ending, Random& random) {
  for (std::size_t n = 1 + below(random, 3); n > 0; --n) {
    const auto all = links(bytes, ending);
    if (all.empty()) return damage_text(bytes, random);
    const auto [from, to] = all[below(random, all.size())];
    const auto [other, other_end] = all[below(random, all.size())];
    std::string link = bytes.substr(other, other_end - other);
    const bool hash = bytes[from] == '#';
    if (hash && link[0] != '#') link.insert(0, 1, '#');
    if (!hash && !link.empty() && link[0] == '#') link.erase(0, 1);
    bytes.replace(from, to - from, link);
  }
}

// Every value below `root`, with the key it has there.
void collect(json& value, const std::string& key, std::vector<std::pair<std::string, json*>>& out) {
  out.emplace_back(key, &value);
  if (value.is_object()) {
    for (auto& [name, child] : value.items()) collect(child, name, out);
  } else if (value.is_array()) {
    // Long arrays of numbers would drown the rest.
    for (std::size_t i = 0; i < std::min<std::size_t>(value.size(), 64); ++i) {
      collect(value[i], key, out);
    }
  }
}

json strange_value(Random& random) {
  switch (below(random, 16)) {
    case 0:
      return -1;
    case 1:
      return 0;
    case 2:
      return 4294967295u;
    case 3:
      return 9223372036854775807ll;
    case 4:
      return 1e308;
    case 5:
      return "@NAN@";
    case 6:
      return "";
    case 7:
      return "../../../../etc/passwd";
    case 8:
      return nullptr;
    case 9:
      return json::array();
    case 10:
      return json::object();
    case 11:
      return true;
    case 12:
      return -1e39;
    case 13:
      return 2147483648u;
    case 14:
      return json::array({1e39, -1, "x"});
    default:
      return below(random, 70000);
  }
}

void damage_json(json& root, Random& random) {
  for (std::size_t n = 1 + below(random, 3); n > 0; --n) {
    std::vector<std::pair<std::string, json*>> all;
    collect(root, "", all);
    auto& [key, value] = all[below(random, all.size())];
    if (key == "children" || key == "nodes" || key == "joints" || chance(random, 4)) {
      // Links that go round, or to things that are not there.
      if (root.contains("nodes") && root["nodes"].is_array() && !root["nodes"].empty()) {
        json& nodes = root["nodes"];
        json& node = nodes[below(random, nodes.size())];
        if (node.is_object()) {
          node["children"] = {below(random, nodes.size() + 1), below(random, nodes.size())};
        }
        continue;
      }
    }
    if (value->is_object() && !value->empty() && chance(random, 2)) {
      auto it = value->begin();
      std::advance(it, static_cast<std::ptrdiff_t>(below(random, value->size())));
      value->erase(it);
    } else if (value->is_array() && !value->empty() && chance(random, 2)) {
      if (chance(random, 2)) {
        value->erase(below(random, value->size()));
      } else {
        value->push_back((*value)[below(random, value->size())]);
      }
    } else if (value->is_number() && chance(random, 2)) {
      const double steps[] = {1, -1, 2, -2, 1e9, 0.5};
      *value = static_cast<std::int64_t>(std::clamp(value->get<double>(), -1e15, 1e15)) +
               static_cast<std::int64_t>(steps[below(random, 5)]);
    } else {
      *value = strange_value(random);
    }
  }
}

std::string dumped(const json& root) {
  std::string text = root.dump(-1, ' ', false, json::error_handler_t::replace);
  constexpr const char* kMark = "\"@NAN@\"";
  for (std::size_t at; (at = text.find(kMark)) != std::string::npos;) {
    text.replace(at, std::strlen(kMark), "NaN");
  }
  return text;
}

void damage_gltf(std::string& bytes, Random& random) {
  json root = json::parse(bytes, nullptr, false);
  if (!root.is_object()) return damage_text(bytes, random);
  damage_json(root, random);
  bytes = dumped(root);
}

void damage_glb(std::string& bytes, Random& random) {
  constexpr std::size_t kStart = 20;  // of the JSON, behind two heads
  std::uint32_t size = 0;
  if (bytes.size() >= kStart) std::memcpy(&size, bytes.data() + 12, 4);
  if (bytes.size() < kStart || size > bytes.size() - kStart) return damage_bytes(bytes, random);
  json root = json::parse(bytes.substr(kStart, size), nullptr, false);
  if (!root.is_object()) return damage_bytes(bytes, random);
  damage_json(root, random);
  std::string text = dumped(root);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  bytes.replace(kStart, size, text);
  const auto new_size = static_cast<std::uint32_t>(text.size());
  const auto total = static_cast<std::uint32_t>(bytes.size());
  put(bytes, 12, &new_size, 4);
  put(bytes, 8, &total, 4);
}

// What lies behind the JSON: arrays of numbers, compressed streams, pictures.
void damage_glb_data(std::string& bytes, Random& random) {
  std::uint32_t size = 0;
  if (bytes.size() >= 20) std::memcpy(&size, bytes.data() + 12, 4);
  if (bytes.size() < 28 || size > bytes.size() - 28) return damage_bytes(bytes, random);
  std::string data = bytes.substr(28 + size);
  chance(random, 3) ? damage_words(data, random) : damage_bytes(data, random);
  bytes.replace(28 + size, data.size(), data);
}

// Counts, encodings and sizes in front of the arrays of a binary FBX file.
void damage_fbx_arrays(std::string& bytes, Random& random) {
  std::vector<std::size_t> heads;
  for (std::size_t at = 0; at + 13 < bytes.size(); ++at) {
    if (std::strchr("fdlib", bytes[at]) == nullptr || bytes[at] == '\0') continue;
    std::uint32_t head[3];
    std::memcpy(head, bytes.data() + at + 1, sizeof head);
    if (head[1] <= 1 && head[2] > 0 && head[2] < bytes.size() && head[0] > 0 &&
        head[0] < (1u << 24)) {
      heads.push_back(at + 1);
    }
  }
  if (heads.empty()) return damage_text(bytes, random);
  for (std::size_t n = 1 + below(random, 3); n > 0; --n) {
    const std::size_t at = heads[below(random, heads.size())] + 4 * below(random, 3);
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    const std::uint32_t values[] = {0,         value + 1,  value - 1, value * 2,
                                    value / 2, 0x20000000, 0xffffffff};
    put(bytes, at, &values[below(random, std::size(values))], 4);
  }
}

}  // namespace

std::string mutate(const std::string& original, const std::string& ending, Random& random) {
  std::string bytes = original;
  const std::size_t way = below(random, 10);
  if (way >= 5) {
    if (ending == ".gltf") return damage_gltf(bytes, random), bytes;
    if (ending == ".glb" || ending == ".vrm") {
      if (chance(random, 3)) return damage_glb_data(bytes, random), bytes;
      chance(random, 4) ? damage_words(bytes, random) : damage_glb(bytes, random);
      return bytes;
    }
    const bool text_fbx = ending == ".fbx" && !bytes.starts_with("Kaydara");
    if ((ending == ".dae" || text_fbx) && chance(random, 2)) {
      return damage_links(bytes, ending, random), bytes;
    }
    if (ending == ".fbx") {
      chance(random, 4) ? damage_words(bytes, random) : damage_fbx_arrays(bytes, random);
      return bytes;
    }
    return damage_text(bytes, random), bytes;
  }
  switch (way) {
    case 0:
      damage_bytes(bytes, random);
      break;
    case 1:
      damage_words(bytes, random);
      break;
    case 2:
      truncate(bytes, random);
      break;
    case 3:
      damage_blocks(bytes, random);
      break;
    default:
      damage_text(bytes, random);
      break;
  }
  return bytes;
}

}  // namespace bindpose::fuzz
