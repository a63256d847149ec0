// What the space walker says of a stage: in letters, and with the numbers of this frame.
#include <algorithm>
#include <cmath>

#include "scene/explain/space_walk.h"
#include "ui/formula/large/large_lines.h"
#include "ui/formula/letters.h"
#include "ui/formula/symbol_table.h"

namespace bindpose::ui::large {

namespace {

constexpr std::size_t kMostLegs = 2;      // whose numbers stand beside each other
constexpr std::size_t kMostParts = 4;     // of a sum
constexpr std::size_t kChainLetters = 5;  // factors of a longer chain are left out, not the present

// What is done is plain, what is done now has the accent, what is to come is dim.
struct WalkInks {
  const Builder& b;
  std::size_t stage;

  Ink at(std::size_t k, const Ink& done) const {
    if (k == stage) return {b.f.colors.accent};
    return k < stage ? done : Ink{b.inks.dim.color, 0.5f};
  }
};

// L Ul of the joints of one influence's chain, or of all of them by their number.
std::vector<Node> chain_letters(const Builder& b, const SpaceWalk& walk, const WalkInks& inks) {
  std::vector<Node> parts;
  const std::size_t first = 2;
  if (walk.legs.size() > 1) {
    const bool now = walk.stages[inks.stage].kind == WalkStage::Chain;
    const std::size_t k = now ? inks.stage : walk.stages.size() - 3;
    const Ink ink = inks.at(k, b.inks.plain);
    parts.push_back(
        row({script(upright("L", ink), text("1", Face::Number, ink)), thin(),
             user_local("1", Face::Number, ink), space(0.28f), upright("...", ink), space(0.28f),
             of_joint("L", ink), thin(), user_local("j", Face::Italic, ink)}));
    return parts;
  }
  const std::vector<JointFactors> chain =
      chain_to(b.f.scene(), b.f.input.posed, walk.legs[0].joint);
  const std::size_t n = chain.size();
  // The root stands first; its factor is the last of the walk.
  const auto stage_of = [&](std::size_t d) { return first + (n - 1 - d); };
  const std::size_t now = std::clamp(inks.stage, first, first + n - 1);
  const std::size_t middle = n - 1 - (now - first);
  std::size_t from = middle > kChainLetters / 2 ? middle - kChainLetters / 2 : 0;
  from = n > kChainLetters ? std::min(from, n - kChainLetters) : 0;
  const std::size_t to = std::min(n, from + kChainLetters);
  const auto left_out = [&](std::size_t d) {
    parts.push_back(upright("...", inks.at(stage_of(d), b.inks.plain)));
    parts.push_back(space(0.28f));
  };
  if (from > 0) left_out(0);
  for (std::size_t d = from; d < to; ++d) {
    parts.push_back(factor_letters(b.f, chain[d], inks.at(stage_of(d), b.inks.plain)));
    parts.push_back(space(0.28f));
  }
  if (to < n) left_out(n - 1);
  return parts;
}

// What the influences that do not walk add: sum_{k != upper} w_ik T_k v_i.
Node other_letters(const std::string& joint, const Ink& ink) {
  const Node k = italic("k", ink);
  return row({sum(row({k, upright("\xE2\x89\xA0", ink), upright(joint.c_str(), ink)}), ink), thin(),
              script(italic("w", ink), row({italic("i", ink), k})), space(0.28f),
              script(upright("T", ink), k), space(0.28f), of_vertex("v", ink)});
}

Node walk_letters(const Builder& b, const SpaceWalk& walk, std::size_t stage) {
  const WalkInks inks{b, stage};
  const std::size_t n = walk.stages.size();
  const Ink& plain = b.inks.plain;
  const Ink summed = inks.at(n - 1, plain), weighted = inks.at(n - 2, plain);
  const Ink bone = inks.at(1, plain);
  const bool one = walk.legs.size() == 1;
  const std::string own = one ? index_of_joint(b.f, walk.legs[0].joint) : "";
  const auto j = [&](const Ink& ink) { return one ? upright(own.c_str(), ink) : italic("j", ink); };
  std::vector<Node> parts{posed_vertex("v", summed), b.sign("=")};
  if (!one) {
    parts.push_back(sum(italic("j", summed), summed));
    parts.push_back(thin());
  }
  parts.push_back(script(italic("w", weighted),
                         row({italic("i", weighted), space(one ? 0.16f : 0.0f), j(weighted)})));
  parts.push_back(space(0.28f));
  for (Node& node : chain_letters(b, walk, inks)) parts.push_back(std::move(node));
  parts.push_back(script(upright("B", bone), j(bone),
                         row({upright(kMinus, bone), text("1", Face::Number, bone)})));
  parts.push_back(space(0.28f));
  parts.push_back(of_vertex("v", inks.at(0, plain)));
  if (walk.other_weight != 0.0f) {
    parts.push_back(operation("+", summed));
    parts.push_back(other_letters(own, summed));
  }
  return row(std::move(parts));
}

Ink leg_ink(const Builder& b, const WalkLeg& leg) {
  return {symbol_color(b.f, leg.joint, b.f.colors.panel)};
}

vec3 point_at(const SpaceWalk& walk, const WalkLeg& leg, std::size_t stage) {
  return vec3(leg.so_far[stage] * vec4(walk.point, 1.0f));
}

Node times_column(const Builder& b, float weight, const vec3& v, const Ink& ink) {
  return row({text(cell_text(weight, 2), Face::Number, ink), space(0.2f), b.column(v, ink)});
}

void add_sum(Builder& b, const SpaceWalk& walk, std::size_t stage) {
  const std::size_t world = stage - 2;
  const vec3 whole = point_at(walk, walk.legs.back(), stage);
  std::vector<Node> parts{b.column(whole, b.inks.plain)};
  const std::size_t shown = std::min(walk.legs.size(), kMostParts);
  for (std::size_t k = 0; k < shown; ++k) {
    const WalkLeg& leg = walk.legs[k];
    if (k == 2) b.may_break(parts);
    parts.push_back(b.sign(k == 0 ? "=" : "+"));
    parts.push_back(times_column(b, leg.weight, point_at(walk, leg, world), leg_ink(b, leg)));
  }
  if (shown < walk.legs.size()) parts.push_back(b.sign("+ ..."));
  if (walk.other_weight != 0.0f) {
    // One other is told as the walked one is. Several are weighted already: that is said, or their
    // sum would be taken for a candidate.
    const vec3 others(walk.others * vec4(walk.point, 1.0f));
    parts.push_back(b.sign("+"));
    if (walk.other_joint >= 0) {
      const Ink ink{symbol_color(b.f, walk.other_joint, b.f.colors.panel)};
      parts.push_back(times_column(b, walk.other_weight, others / walk.other_weight, ink));
    } else {
      parts.push_back(b.column(others, b.inks.dim));
      parts.push_back(space(0.3f));
      parts.push_back(text("by the others", Face::Upright, b.inks.dim));
    }
  }
  b.numbers(row(std::move(parts)));
}

// To the left what the stage makes of the point, to the right its matrix and the point before.
std::vector<Node> leg_numbers(const Builder& b, const SpaceWalk& walk, const WalkLeg& leg,
                              std::size_t stage) {
  const Ink ink = leg_ink(b, leg);
  const bool weighted = walk.stages[stage].kind == WalkStage::Weighted;
  std::vector<Node> parts{b.column(point_at(walk, leg, stage), ink, !weighted)};
  const bool one = walk.legs.size() == 1;
  if (weighted) {
    parts.push_back(b.sign("="));
    parts.push_back(times_column(b, leg.weight, point_at(walk, leg, stage - 1), ink));
    return parts;
  }
  const bool waits = walk.stages[stage].kind == WalkStage::Chain && leg.factor_joint[stage] < 0;
  if (waits) {
    parts.push_back(space(0.3f));
    parts.push_back(text("waits", Face::Upright, b.inks.dim));
    return parts;
  }
  parts.push_back(b.sign("="));
  const float wide = b.breaks < kMaxBreaks ? 1e6f : kReference * 0.48f * b.room;
  Node square = matrix_node(leg.factor[stage], b.inks, ink, {kReference, wide, 2}, b.measure);
  if (b.breaks > 0) square.width = kTightColumns;
  parts.push_back(std::move(square));
  if (one) {
    parts.push_back(space(0.2f));
    parts.push_back(b.column(point_at(walk, leg, stage - 1), ink, true));
  }
  return parts;
}

}  // namespace

void add_walk(Builder& b) {
  const SpaceWalk walk = space_walk(b.f.scene(), b.f.input.posed);
  if (walk.empty()) {
    b.lines.push_back({text(walk.why_not, Face::Upright, b.inks.plain), kNumbers});
    return;
  }
  const std::size_t stage = walk_at(walk, b.f.scene().view.walker_at).stage;
  const std::string count =
      std::to_string(stage) + " of " + std::to_string(walk.stages.size() - 1) + "   ";
  b.lines.push_back(
      {row({text(count, Face::Number, b.inks.dim),
            text(walk_words(walk, *b.f.model(), stage), Face::Upright, b.inks.plain)}),
       kNumbers, false});
  b.formula(walk_letters(b, walk, stage));
  const WalkStage::Kind kind = walk.stages[stage].kind;
  if (kind == WalkStage::Summed) return add_sum(b, walk, stage);
  if (kind == WalkStage::Bind) {
    b.numbers(row({of_vertex("v", b.inks.plain), b.sign("="), b.column(walk.point, b.inks.plain)}));
    return;
  }
  const std::size_t shown = std::min(walk.legs.size(), kMostLegs);
  std::vector<Node> line;
  for (std::size_t k = 0; k < shown; ++k) {
    if (k > 0) line.push_back(space(1.0f));
    for (Node& node : leg_numbers(b, walk, walk.legs[k], stage)) line.push_back(std::move(node));
    if (k + 1 < shown) b.may_break(line);
  }
  if (shown < walk.legs.size()) line.push_back(b.sign("..."));
  b.numbers(row(std::move(line)));
}

}  // namespace bindpose::ui::large
