#include "io/numbers/numbers_json.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "io/text/clean_text.h"
#include "io/text/pose_json.h"
#include "scene/names.h"

namespace bindpose {

namespace {

using NumbersJson = nlohmann::json;

// What Python and JavaScript libraries write where a number is none; JSON has no word for it.
constexpr std::array<std::string_view, 2> kNoNumbers = {"NaN", "Infinity"};

// The text with these words as strings, so that it is JSON; what they are in is told by name later.
std::string with_words_quoted(const std::string& text) {
  std::string out;
  bool quoted = false;
  std::size_t kept = 0;  // what of the text is in `out`
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted && text[i] == '\\') ++i;
    if (quoted) continue;
    for (const std::string_view word : kNoNumbers) {
      if (text.compare(i, word.size(), word) != 0) continue;
      const std::size_t begin = i > 0 && text[i - 1] == '-' ? i - 1 : i;
      out.append(text, kept, begin - kept);
      kept = i + word.size();
      out += '"';
      out.append(text, begin, kept - begin);
      out += '"';
      i = kept - 1;
      break;
    }
  }
  return kept == 0 ? text : out.append(text, kept);
}

// What an entry says, if it is a number or what stands where none is (`null` is what this program
// writes there).
std::optional<double> number_of(const NumbersJson& entry) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (entry.is_number()) return entry.get<double>();
  if (entry.is_null() || entry == "NaN" || entry == "-NaN")
    return std::numeric_limits<double>::quiet_NaN();
  if (entry == "Infinity") return kInfinity;
  if (entry == "-Infinity") return -kInfinity;
  return {};
}

// What tables and `matrices` have beside the quantities.
constexpr std::array<const char*, 19> kBeside = {
    "bindpose_tables", "model",    "pose",     "morphs",  "joints",       "skins", "unit",
    "slots",           "name",     "joint",    "mesh",    "meshes",       "index", "skinned",
    "mesh_to_bind",    "position", "vertices", "weights", "bindpose_pose"};

class JsonNumbers {
 public:
  JsonNumbers(NumbersBuilder& to, std::optional<RigQuantity> as) : to_(to), as_(as) {}

  void read(const NumbersJson& root) {
    if (root.is_array()) {
      if (!as_) {
        to_.refuse(
            "it is a list, and nothing says of what; call the file by it (W.json), or use --as "
            "with " +
            quantity_keys());
      }
      quantity(*as_, root);
      return;
    }
    if (!root.is_object()) to_.refuse("it holds neither an object nor a list");
    read_order(root);
    if (as_ && no_quantity_in(root)) {  // {"hips": M}
      quantity(*as_, root);
      return;
    }
    read_keys(root);
    for (const auto& joint : list(root, "joints")) {
      if (joint.is_object()) read_joint(joint);
    }
    read_skins(root);
    std::size_t m = 0;
    for (const auto& mesh : list(root, "meshes")) read_mesh(mesh, m++);
  }

 private:
  static const NumbersJson& list(const NumbersJson& of, const char* key) {
    static const NumbersJson none = NumbersJson::array();
    const auto found = of.find(key);
    return found != of.end() && found->is_array() ? *found : none;
  }
  static std::string text(const NumbersJson& of, const char* key) {
    const auto found = of.find(key);
    return found != of.end() && found->is_string() ? found->get<std::string>() : std::string();
  }
  bool no_quantity_in(const NumbersJson& root) const {
    for (const auto& [key, value] : root.items()) {
      if (quantity_named(key) && to_known(key)) return false;
    }
    return !root.contains("joints") && !root.contains("skins") && !root.contains("meshes");
  }
  // A joint may be called "W".
  bool to_known(const std::string& key) const { return find_joint(to_.skeleton(), key) < 0; }

  // "joints" as names, "slots" as pairs: the order of all lists.
  void read_order(const NumbersJson& root) {
    std::vector<int> order;
    for (const auto& name : list(root, "joints")) {
      if (name.is_string()) order.push_back(to_.joint(name.get<std::string>()));
    }
    if (!order.empty()) to_.set_order(std::move(order));
    std::vector<int> slots;
    for (const auto& slot : list(root, "slots")) {
      if (!slot.is_object()) to_.refuse("\"slots\" is no list of {\"mesh\", \"joint\"}");
      slots.push_back(to_.slot(mesh_of(slot), to_.joint(text(slot, "joint"))));
    }
    if (!slots.empty()) to_.set_slots(std::move(slots));
  }
  // {"mesh": name, "index": number}
  int mesh_of(const NumbersJson& of) const {
    const auto index = of.find("index");
    const bool counted = index != of.end() && index->is_number_unsigned();
    return to_.mesh(text(of, "mesh"), counted ? index->get<std::size_t>() : std::size_t(-1));
  }

  void read_keys(const NumbersJson& root) {
    std::string strange;
    for (const auto& [key, value] : root.items()) {
      if (const auto q = quantity_named(key)) {
        quantity(*q, value);
      } else if (std::ranges::find(kBeside, key) == kBeside.end()) {
        strange += (strange.empty() ? "" : ", ") + in_quotes(clean_text(key));
      }
    }
    if (!strange.empty())
      to_.note("not compared: " + strange + "; what is compared is " + quantity_keys() + ".");
  }

  void quantity(RigQuantity q, const NumbersJson& value) {
    if (q == RigQuantity::Parent) return parents(value);
    if (q == RigQuantity::Posed) return to_.add_points(points(value), -1);
    if (value.is_object()) {
      for (const auto& [name, m] : value.items()) {
        const int joint = to_.joint(name);
        if (joint >= 0) to_.add(q, {joint, -1, matrix(m, "joint " + in_quotes(clean_text(name)))});
      }
      return;
    }
    const std::string letter(info_of(q).letter);
    if (!value.is_array()) to_.refuse(letter + " is neither a list nor an object of names");
    std::vector<dmat4> all;
    for (const auto& m : value) all.push_back(matrix(m, letter + " " + std::to_string(all.size())));
    to_.add_list(q, all);
  }

  void parents(const NumbersJson& value) {
    if (value.is_object()) {
      for (const auto& [name, p] : value.items()) to_.add_parent(to_.joint(name), parent(p));
      return;
    }
    if (!value.is_array()) to_.refuse("\"parent\" is neither a list nor an object of names");
    std::size_t j = 0;
    for (const auto& p : value) to_.add_parent(to_.joint_at(j++), parent(p));
  }
  // A name, an index, null or -1.
  int parent(const NumbersJson& value) {
    if (value.is_string()) return to_.parent_named(value.get<std::string>());
    if (value.is_number()) return to_.parent_at(value.get<double>());
    return value.is_null() ? -1 : kNoSuchJoint;
  }

  void read_joint(const NumbersJson& joint) {
    const std::string name =
        text(joint, "name").empty() ? text(joint, "joint") : text(joint, "name");
    const int j = to_.joint(name);
    if (j < 0) return;
    for (const auto& [key, value] : joint.items()) {
      const auto q = quantity_named(key);
      if (q == RigQuantity::Parent) {
        to_.add_parent(j, parent(value));
      } else if (q && *q != RigQuantity::Posed) {
        to_.add(*q, {j, -1, matrix(value, "joint " + in_quotes(clean_text(name)))});
      }
    }
  }

  void read_skins(const NumbersJson& root) {
    std::size_t m = 0;
    for (const auto& skin : list(root, "skins")) {
      const std::size_t index = m++;
      if (!skin.is_object()) continue;
      const int mesh = to_.mesh(text(skin, "mesh"), index);
      for (const auto& joint : list(skin, "joints")) {
        if (!joint.is_object()) continue;
        const std::string name = text(joint, "joint");
        const int j = to_.joint(name);
        const int slot = to_.slot(mesh, j);
        for (const auto& [key, value] : joint.items()) {
          const auto q = quantity_named(key);
          if (!q || !info_of(*q).of_slots || j < 0) continue;
          to_.add(*q, {j, slot, matrix(value, "joint " + in_quotes(clean_text(name)))});
        }
      }
    }
  }

  void read_mesh(const NumbersJson& mesh, std::size_t index) {
    if (!mesh.is_object()) return;
    for (const auto& [key, value] : mesh.items()) {
      if (quantity_named(key) != RigQuantity::Posed) continue;
      const std::string name = text(mesh, "mesh").empty() ? text(mesh, "name") : text(mesh, "mesh");
      const int m = to_.mesh(name, index);
      if (m < 0) to_.refuse("the model has no mesh " + in_quotes(clean_text(name)));
      to_.add_points(points(value), m);
    }
  }

  // Numbers in one list, or four rows of four, three of four, by columns four of three.
  dmat4 matrix(const NumbersJson& value, const std::string& whose) const {
    std::vector<double> n;
    const auto add = [&](const NumbersJson& list) {
      for (const auto& x : list) {
        const std::optional<double> number = number_of(x);
        if (!number) to_.refuse("the matrix of " + whose + " is no list of numbers");
        n.push_back(*number);
      }
    };
    if (!value.is_array()) to_.refuse("the matrix of " + whose + " is no list of numbers");
    const bool rows = !value.empty() && value[0].is_array();
    if (!rows) {
      if (value.size() > 16) to_.refuse("the matrix of " + whose + " has more than 16 numbers");
      add(value);
      return to_.matrix(n, whose);
    }
    const std::size_t width = value[0].size();
    for (const auto& row : value) {
      if (!row.is_array() || row.size() != width)
        to_.refuse("the matrix of " + whose + " is no list of numbers");
      add(row);
    }
    to_.check_shape(value.size(), width, whose);
    return to_.matrix(n, whose);
  }

  std::vector<dvec3> points(const NumbersJson& value) const {
    if (!value.is_array()) to_.refuse("its vertices are no list");
    std::vector<dvec3> out;
    out.reserve(value.size());
    for (const auto& p : value) {
      std::optional<double> n[3];
      for (std::size_t c = 0; c < 3 && p.is_array() && p.size() == 3; ++c) n[c] = number_of(p[c]);
      if (!n[0] || !n[1] || !n[2])
        to_.refuse("vertex " + std::to_string(out.size()) + " is no list of three numbers");
      out.emplace_back(*n[0], *n[1], *n[2]);
    }
    return out;
  }

  NumbersBuilder& to_;
  std::optional<RigQuantity> as_;
};

}  // namespace

void read_numbers_json(const std::filesystem::path& file, const std::string& subject,
                       std::optional<RigQuantity> as, NumbersBuilder& to) {
  const std::string text = with_words_quoted(read_bounded(file, subject, kLargestNumbers));
  JsonNumbers(to, as).read(json_of(text, subject));
}

}  // namespace bindpose
