// The product of a chain of joints, factor by factor, and weights from distances.
#include <algorithm>

#include "math/transform.h"
#include "ui/formula/large/large_lines.h"
#include "ui/formula/letters.h"
#include "ui/formula/symbol_table.h"

namespace bindpose::ui::large {

namespace {

constexpr std::size_t kShownFactors = 6;  // of a longer chain the middle is left out
constexpr std::size_t kShownName = 12;    // letters of a name as an index

Node letter_of(const char* letter, const std::string& index, const Ink& ink) {
  return script(upright(letter, ink), text(index, Face::Upright, ink));
}

}  // namespace

std::string index_of_joint(const Frame& f, int joint) {
  const std::string& name = name_of_joint(*f.model(), joint);
  if (name.size() <= kShownName) return name;
  std::size_t end = kShownName - 2;  // not inside a letter of several bytes
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0u) == 0x80u) --end;
  return name.substr(0, end) + "...";
}

Node factor_letters(const Frame& f, const JointFactors& k) {
  return factor_letters(f, k, {symbol_color(f, k.joint, f.colors.panel)});
}

Node factor_letters(const Frame& f, const JointFactors& k, const Ink& ink) {
  const std::string index = index_of_joint(f, k.joint);
  if (is_identity(k.user_local)) return letter_of("L", index, ink);
  return row({letter_of("L", index, ink), thin(), user_local(index.c_str(), Face::Upright, ink)});
}

bool is_identity(const mat4& m) {
  constexpr float kShown = 5e-4f;  // three decimals
  return max_difference(m, mat4(1.0f)) < kShown;
}

void add_chain(Builder& b) {
  const std::vector<JointFactors>& chain = b.values.chain;
  const JointFactors& last = chain.back();
  const std::size_t n = chain.size();
  std::vector<Node> parts{pointable(letter_of("W", index_of_joint(b.f, last.joint), b.inks.joint),
                                    symbol_id(Symbol::World)),
                          equals(b.inks)};
  for (std::size_t k = 0; k < n; ++k) {
    if (n > kShownFactors && k == 1) {
      k = n - kShownFactors + 2;
      parts.push_back(upright("...", b.inks.dim));
      parts.push_back(space(0.28f));
    }
    parts.push_back(pointable(factor_letters(b.f, chain[k]),
                              symbol_id(Symbol::StepFactor, static_cast<int>(k))));
    parts.push_back(space(0.28f));
  }
  b.formula(row(std::move(parts)));
  std::vector<Node> product{b.square(Symbol::World, b.inks.joint), b.sign("=")};
  if (last.parent >= 0) {
    product.push_back(b.square(Symbol::ParentWorld, b.inks.parent));
    b.may_break(product);
    product.push_back(space(0.3f));
  }
  product.push_back(b.square(Symbol::BaseLocal, b.inks.joint));
  if (!is_identity(last.user_local)) {
    product.push_back(space(0.3f));
    product.push_back(b.square(Symbol::UserLocal, b.inks.joint));
  }
  b.numbers(row(std::move(product)));
}

void light_chain(const Frame& f, const FormulaValues& v, Highlight& out) {
  const std::vector<JointFactors>& chain = v.chain;
  for (const JointFactors& k : chain) {
    const bool newest = k.joint == chain.back().joint;
    const vec3 color = f.joint_color(k.joint);
    if (newest && k.parent >= 0) {
      out.arrows.push_back({vec3(k.parent_world[3]), vec3(k.world[3]), color});
    }
    if (newest && !is_identity(k.user_local)) {
      out.frames.push_back({mul_affine(k.parent_world, k.base_local), "", color, true});
    }
    out.frames.push_back({k.world, name_of_joint(*f.model(), k.joint), color, !newest});
  }
}

}  // namespace bindpose::ui::large

namespace bindpose::ui {

namespace {

constexpr std::size_t kMostRows = 4;
constexpr float kCentimetresAMetre = 100.0f;

float centimetres(const Model& model, float file_units) {
  return kCentimetresAMetre * glm::length(vec3(model.to_display[0])) * file_units;
}

// sum_k w^_ik; 0 where no bone reaches.
float raw_sum(const std::vector<BoneDistance>& distances) {
  for (const BoneDistance& d : distances) {
    if (d.weight > 0.0f) return d.raw / d.weight;
  }
  return 0.0f;
}

// "1.61, 2.65", "to the bones of middle2, index2; cm"
template <typename Value>
std::optional<SymbolText> listed(const Model& model, const FormulaValues& v, int decimals,
                                 const std::string& before, const std::string& after,
                                 const Value& value) {
  if (v.distances.empty()) return std::nullopt;
  std::string numbers, names;
  std::vector<float> all;
  for (std::size_t k = 0; k < v.distances.size(); ++k) {
    const BoneDistance& d = v.distances[k];
    all.push_back(value(d));
    if (k > kMostRows) continue;
    const std::string comma = k > 0 ? ", " : "";
    const bool more = k == kMostRows;
    numbers += comma + (more ? "..." : cell_text(value(d), decimals));
    names += comma + (more ? "..." : name_of_joint(model, d.joint));
  }
  return SymbolText{numbers, before + names + after, list_text(all)};
}

}  // namespace

namespace large {

namespace {

Node weight_letters(const FormulaInks& inks) {
  const auto at = [&inks](Symbol s) { return symbol_node(s, inks); };
  const auto raw_of_k = script(italic("\xC5\xB5", inks.plain),
                               row({italic("i", inks.plain), italic("k", inks.plain)}));
  return row({at(Symbol::RawWeight), equals(inks), upright("max(0, ", inks.plain),
              at(Symbol::Radius), operation(kMinus, inks.dim), at(Symbol::BoneDistance),
              upright(") / ", inks.plain), at(Symbol::Radius), space(1.6f), at(Symbol::Weight),
              equals(inks), at(Symbol::RawWeight), upright(" / ", inks.plain),
              sum(italic("k", inks.plain), inks.plain), thin(),
              pointable(raw_of_k, symbol_id(Symbol::RawWeight))});
}

}  // namespace

void add_weights(Builder& b) {
  const std::vector<BoneDistance>& all = b.values.distances;
  if (all.empty()) {
    b.formula(weight_letters(b.inks));
    return;
  }
  // The unit stands beside the letters: a line of its own would take it from the figure.
  const Ink& dim = b.inks.dim;
  const Node unit = row({italic("r", dim), upright(", ", dim), italic("d", dim),
                         upright(all.size() > kMostRows ? " in cm; more bones" : " in cm", dim)});
  b.formula(row({weight_letters(b.inks), space(1.2f), script(row({}), unit)}));
  const Model& model = *b.f.model();
  const float sum = raw_sum(all);
  std::vector<Node> cells;
  for (std::size_t k = 0; k < std::min(all.size(), kMostRows); ++k) {
    const BoneDistance& d = all[k];
    const Ink ink{symbol_color(b.f, d.joint, b.f.colors.panel)};
    const auto digits = [&](const std::string& s) { return text(s, Face::Number, ink); };
    const std::string r = cell_text(centimetres(model, d.reach), 2);
    const std::string off = r + " " + kMinus + " " + cell_text(centimetres(model, d.distance), 2);
    const std::string above = d.raw > 0.0f ? "(" + off + ")" : "max(0, " + off + ")";
    const std::string raw = cell_text(d.raw, 3);
    cells.push_back(text(name_of_joint(model, d.joint), Face::Upright, ink));
    cells.push_back(
        pointable(digits(above + " / " + r + " = " + raw), symbol_id(Symbol::BoneDistance)));
    cells.push_back(
        pointable(digits(raw + " / " + cell_text(sum, 3) + " = " + cell_text(d.weight, 3)),
                  symbol_id(Symbol::Weight)));
  }
  // A table: brackets that are not seen.
  b.numbers(matrix(std::move(cells), 3, {b.inks.dim.color, 0.0f}));
}

}  // namespace large

namespace symbols {

std::optional<SymbolText> raw_weights_text(const Model& model, const FormulaValues& v, int) {
  return listed(model, v, 3, "sum " + cell_text(raw_sum(v.distances), 3) + ", of ", "",
                [](const BoneDistance& d) { return d.raw; });
}

std::optional<SymbolText> radii_text(const Model& model, const FormulaValues& v, int) {
  return listed(model, v, 2, "cm, how far these reach: ", "",
                [&](const BoneDistance& d) { return centimetres(model, d.reach); });
}

std::optional<SymbolText> distances_text(const Model& model, const FormulaValues& v, int) {
  return listed(model, v, 2, "cm, in the bind pose, to the bones of ", "",
                [&](const BoneDistance& d) { return centimetres(model, d.distance); });
}

// From the vertex to the closest point of each bone.
void light_distances(const Lit& lit, int) {
  for (const BoneDistance& d : lit.v.distances) {
    const vec3 color = lit.f.joint_color(d.joint);
    lit.out.arrows.push_back({d.from, d.to, color});
    lit.out.points.push_back({d.to, name_of_joint(*lit.f.model(), d.joint), color, 0.8f});
  }
}

}  // namespace symbols

}  // namespace bindpose::ui
