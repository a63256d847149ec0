#include "io/collada/lists.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include "io/collada/bind_shape.h"
#include "io/import_error.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/ascii.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kShownLetters = 40;

std::size_t words_of(pugi::xml_node element) {
  std::size_t count = 0;
  each_list_word(element, [&](std::string_view) { ++count; });
  return count;
}

std::string called(pugi::xml_node element) {
  const std::string name = element.attribute("name").value();
  return "\"" + clean_text(name.empty() ? element.attribute("id").value() : name) + "\"";
}

// How many things there are to be named by an index, and where.
struct Bound {
  std::size_t count = kNoBound;
  std::string source;
};

class Lists {
 public:
  Lists(ColladaDocument& document, const std::filesystem::path& path)
      : document_(document), path_(path) {}

  void check() {
    const pugi::xml_node root = document_.xml.document_element();
    for (const pugi::xml_node library : root.children("library_geometries")) {
      for (const pugi::xml_node geometry : library.children("geometry")) check_mesh(geometry);
    }
    for (const pugi::xml_node library : root.children("library_controllers")) {
      for (const pugi::xml_node controller : library.children("controller")) {
        if (controller.child("skin")) check_skin(controller);
      }
    }
  }

  std::size_t below_zero() const { return below_zero_; }
  bool has_bind_shape() const { return has_bind_shape_; }

 private:
  [[noreturn]] void refuse(pugi::xml_node in, const std::string& what) const {
    throw ImportError(quoted_path(path_) + " was not opened: in " + in.name() + " " + called(in) +
                      " " + what + "; export it again.");
  }

  // The value of a word; -1: below 0.
  std::int64_t index(pugi::xml_node in, const char* list, std::size_t number,
                     std::string_view word) const {
    constexpr std::size_t kFewDigits = 9;
    std::int64_t plain = 0;  // most are
    std::size_t digit = 0;
    for (; digit < word.size() && is_digit(word[digit]); ++digit) {
      plain = plain * 10 + (word[digit] - '0');
      if (digit == kFewDigits) break;
    }
    if (digit == word.size() && digit > 0) return plain;
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    const bool below = word.starts_with('-');
    std::string_view digits = word;
    if (below || word.starts_with('+')) digits.remove_prefix(1);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool sound = end == digits.data() + digits.size() && end != digits.data();
    if (!sound || error == std::errc::invalid_argument) {
      refuse(in, "number " + std::to_string(number) + " of <" + list + "> is \"" +
                     clean_text(word.substr(0, kShownLetters)) + "\", which is no index");
    }
    if (below && value > 0) return -1;
    const bool far = error == std::errc::result_out_of_range || value > kMost;
    return static_cast<std::int64_t>(far ? kMost : value);
  }

  void check_bound(pugi::xml_node in, const char* list, std::size_t number, std::int64_t value,
                   const Bound& bound) const {
    if (static_cast<std::uint64_t>(value) < bound.count) return;
    refuse(in, "number " + std::to_string(number) + " of <" + list + "> is " +
                   std::to_string(value) + ", and \"" + clean_text(bound.source) + "\" has " +
                   std::to_string(bound.count) + ", from 0 on");
  }

  // What a source gives at most, each `width` numbers or as many as its accessor's stride.
  Bound bound_of(pugi::xml_node source, std::size_t width) {
    Bound out;
    if (!source) return out;
    out.source = source.attribute("id").value();
    const auto [known, is_new] = known_.try_emplace({source.hash_value(), width}, 0);
    if (is_new) known->second = count_of(source, width);
    out.count = known->second;
    return out;
  }

  std::size_t count_of(pugi::xml_node source, std::size_t width) const {
    const pugi::xml_node accessor = source.child("technique_common").child("accessor");
    if (!accessor) return kNoBound;  // Assimp says so
    pugi::xml_node array = collada_find(document_, accessor.attribute("source").value());
    if (!array) return kNoBound;
    std::size_t has = words_of(array);
    // Assimp reads no more than it says.
    if (const auto said = array.attribute("count")) {
      has = std::min<std::size_t>(has, said.as_ullong(0));
    }
    const std::size_t offset = accessor.attribute("offset").as_ullong(0);
    check_stride(source, accessor.attribute("stride"), width);
    const std::size_t stride = accessor.attribute("stride").as_ullong(1);
    const std::size_t count = accessor.attribute("count").as_ullong(0);
    width = std::max({width, width > 0 ? std::size_t{1} : stride, std::size_t{1}});
    if (offset > has || width > has - offset) return 0;
    const std::size_t whole = (has - offset - width) / std::max<std::size_t>(stride, 1) + 1;
    return std::min(count, whole);
  }

  void check_stride(pugi::xml_node source, pugi::xml_attribute stride, std::size_t width) const {
    if (!stride || stride.as_ullong(0) >= std::max<std::size_t>(width, 1)) return;
    refuse(source,
           "the accessor has the stride \"" + clean_text(stride.value()) + "\", and each " +
               (width > 1 ? "has " + std::to_string(width) + " numbers" : "has a number at least"));
  }

  static std::size_t offset_of(pugi::xml_node input) {
    return input.attribute("offset").as_ullong(0);
  }

  // Assimp looks up these alone.
  static bool is_looked_up(std::string_view semantic) {
    constexpr std::string_view kKnown[] = {"VERTEX",  "POSITION",    "NORMAL",
                                           "COLOR",   "TEXCOORD",    "TEXTANGENT",
                                           "TANGENT", "TEXBINORMAL", "BINORMAL"};
    return std::find(std::begin(kKnown), std::end(kKnown), semantic) != std::end(kKnown);
  }

  // The least of what stands in <vertices>.
  Bound bound_of_vertices(pugi::xml_node vertices) {
    Bound out;
    for (const pugi::xml_node input : vertices.children("input")) {
      if (!is_looked_up(input.attribute("semantic").value())) continue;
      const Bound one = bound_of(collada_find(document_, input.attribute("source").value()), 0);
      if (one.count < out.count) out = one;
    }
    return out;
  }

  void check_mesh(pugi::xml_node geometry) {
    const pugi::xml_node mesh = geometry.child("mesh");
    for (const pugi::xml_node part : mesh.children()) {
      constexpr std::string_view kParts[] = {"triangles",  "polylist",  "polygons", "lines",
                                             "linestrips", "tristrips", "trifans"};
      if (std::find(std::begin(kParts), std::end(kParts), part.name()) == std::end(kParts)) {
        continue;
      }
      std::vector<Bound> bounds(1);
      for (const pugi::xml_node input : part.children("input")) {
        const std::size_t offset = offset_of(input);
        constexpr std::size_t kMostOffset = 64;
        if (offset > kMostOffset) {
          refuse(geometry, "an input has the offset " + std::to_string(offset));
        }
        if (bounds.size() <= offset) bounds.resize(offset + 1);
        const std::string_view semantic = input.attribute("semantic").value();
        if (!is_looked_up(semantic)) continue;
        const pugi::xml_node source = collada_find(document_, input.attribute("source").value());
        const Bound one =
            is_element(source, "vertices") ? bound_of_vertices(source) : bound_of(source, 0);
        if (one.count < bounds[offset].count) bounds[offset] = one;
      }
      check_part(geometry, part, bounds);
    }
  }

  void check_part(pugi::xml_node geometry, pugi::xml_node part, const std::vector<Bound>& bounds) {
    std::size_t words = 0;
    const auto check_list = [&](pugi::xml_node list) {
      std::size_t number = 0;
      std::size_t place = bounds.size() - 1;
      each_list_word(list, [&](std::string_view word) {
        place = place + 1 == bounds.size() ? 0 : place + 1;
        ++number;
        std::int64_t value = index(geometry, list.name(), number, word);
        if (value < 0) ++below_zero_;
        check_bound(geometry, list.name(), number, std::max<std::int64_t>(value, 0), bounds[place]);
      });
      words += number;
    };
    for (const pugi::xml_node list : part.children("p")) check_list(list);
    for (const pugi::xml_node holes : part.children("ph")) {
      for (const pugi::xml_node list : holes.children()) check_list(list);
    }
    const pugi::xml_node vcount = part.child("vcount");
    if (!vcount) return;
    const std::size_t corners = sum_of(geometry, vcount, kNoBound), has = words / bounds.size();
    if (corners <= has) return;
    refuse(geometry,
           "<vcount> says " + said_sum(corners) + " corners, and <p> has " + std::to_string(has));
  }

  static std::string said_sum(std::size_t sum) {
    return sum >= kMuch ? "billions of" : std::to_string(sum);
  }

  // Of the first `most` numbers.
  std::size_t sum_of(pugi::xml_node in, pugi::xml_node vcount, std::size_t most) const {
    std::size_t sum = 0, number = 0;
    each_list_word(vcount, [&](std::string_view word) {
      const std::int64_t value = index(in, "vcount", ++number, word);
      if (value < 0) {
        refuse(in, "number " + std::to_string(number) + " of <vcount> is below 0");
      }
      if (number > most) return;
      sum = std::min(sum + std::min(static_cast<std::size_t>(value), kMuch), kMuch);
    });
    return sum;
  }

  // The <mesh> that a skin deforms, through any morphs.
  pugi::xml_node mesh_of(pugi::xml_node skin) const {
    constexpr int kLongest = 16;
    pugi::xml_node at = collada_find(document_, skin.attribute("source").value());
    for (int step = 0; step < kLongest && is_element(at, "controller"); ++step) {
      pugi::xml_node deformer = at.child("morph");
      if (!deformer) deformer = at.child("skin");
      at = collada_find(document_, deformer.attribute("source").value());
    }
    return at.child("mesh");
  }

  void check_skin(pugi::xml_node controller) {
    const pugi::xml_node skin = controller.child("skin"), joints = skin.child("joints"),
                         weights = skin.child("vertex_weights");
    const Bound joint = bound_of(collada_input(document_, joints, "JOINT"), 1);
    constexpr std::size_t kMatrix = 16;
    const Bound matrix = bound_of(collada_input(document_, joints, "INV_BIND_MATRIX"), kMatrix);
    if (joint.count != kNoBound && matrix.count < joint.count) {
      refuse(controller, "\"" + clean_text(joint.source) + "\" has " +
                             counted(joint.count, "joint", "joints") + ", and \"" +
                             clean_text(matrix.source) + "\" has " +
                             counted(matrix.count, "matrix", "matrices"));
    }
    if (!weights) return;
    const Bound weight = bound_of(collada_input(document_, weights, "WEIGHT"), 1);
    const std::size_t vertices = weights.attribute("count").as_ullong(0);
    const Bound place = bound_of_vertices(mesh_of(skin).child("vertices"));
    if (place.count != kNoBound && vertices < place.count) {
      refuse(controller, "the skin has weights for " + counted(vertices, "vertex", "vertices") +
                             ", and \"" + clean_text(place.source) + "\" has " +
                             std::to_string(place.count));
    }
    const pugi::xml_node vcount = weights.child("vcount"), v = weights.child("v");
    if (!vcount || !v) return;
    if (const std::size_t has = words_of(vcount); has < vertices) {
      refuse(controller, "<vcount> has " + counted(has, "number", "numbers") + " for " +
                             counted(vertices, "vertex", "vertices"));
    }
    const std::size_t pairs = sum_of(controller, vcount, vertices), has = words_of(v) / 2;
    if (pairs > has) {
      refuse(controller,
             "<vcount> says " + said_sum(pairs) + " weights, and <v> has " + std::to_string(has));
    }
    const std::size_t of_joint = collada_joint_place(weights);
    const bool known = joint.count != kNoBound && matrix.count != kNoBound;
    std::size_t number = 0;
    each_list_word(v, [&](std::string_view word) {
      const bool is_joint = number++ % 2 == of_joint;
      const Bound& bound = is_joint ? joint : weight;
      if (is_joint && known && word == kColladaBindShape) {
        has_bind_shape_ = true;
        return;
      }
      const std::int64_t value = index(controller, "v", number, word);
      if (value < 0) {
        refuse(controller, "number " + std::to_string(number) + " of <v> is below 0");
      }
      check_bound(controller, "v", number, value, bound);
    });
  }

  static constexpr std::size_t kMuch = std::size_t{1} << 32;

  ColladaDocument& document_;
  const std::filesystem::path& path_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known_;  // source, width
  std::size_t below_zero_ = 0;
  bool has_bind_shape_ = false;
};

struct Shown : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    if (is_element(node, "instance_controller") || is_element(node, "instance_geometry")) {
      found.push_back(node);
    }
    return true;
  }
  std::vector<pugi::xml_node> found;
};

}  // namespace

bool check_collada_lists(ColladaDocument& document, const std::filesystem::path& path,
                         Model& model) {
  Lists lists(document, path);
  lists.check();
  if (const std::size_t below = lists.below_zero(); below > 0) {
    report(model, Severity::Warning, "file",
           counted(below, "index of a corner is", "indices of corners are") + " below 0 and " +
               (below == 1 ? "was" : "were") + " read as 0.");
  }
  return lists.has_bind_shape();
}

void check_collada_scene(const ColladaDocument& document, const std::filesystem::path& path) {
  const pugi::xml_node shown =
      document.xml.document_element().child("scene").child("instance_visual_scene");
  const pugi::xml_node scene = collada_find(document, shown.attribute("url").value());
  if (!is_element(scene, "visual_scene") || scene.child("node")) return;
  throw ImportError(quoted_path(path) + " was not opened: its scene " + called(scene) +
                    " is empty, without any node; export it again.");
}

void note_lost_instances(const ColladaDocument& document, ModelFile& file, Model& model) {
  Shown shown;
  document.xml.root().traverse(shown);
  for (const pugi::xml_node instance : shown.found) {
    const std::string url = instance.attribute("url").value();
    if (collada_find(document, url)) continue;
    const pugi::xml_node node = instance.parent();
    const std::string name = node.attribute("name").value();
    file.spoken_of.emplace_back(model.report.size(), collada_node_name(node));
    report(model, Severity::Warning,
           "node " + clean_text(name.empty() ? collada_node_name(node) : name),
           "It shows \"" + clean_text(url) +
               "\", which is not in the file; that surface was left out.");
  }
}

}  // namespace bindpose
