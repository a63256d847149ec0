#include "ui/formula/symbol_table.h"

#include <array>

#include "ui/formula/letters.h"

namespace bindpose::ui {

namespace {

using namespace symbols;
using Inks = FormulaInks;
using Values = FormulaValues;
using MaybeMatrix = std::optional<mat4>;
using MaybeText = std::optional<SymbolText>;

// What several rows share.
Node letters_w(const Inks& k) {
  return of_joint("W", k.joint);
}
Node letters_t(const Inks& k) {
  return of_joint("T", k.joint);
}
Node letters_q(const Inks& k) {
  return of_joint("q", k.joint, Face::Italic);
}
Node letters_normal_out(const Inks& k) {
  return posed_vertex("n", k.vertex);
}
// L_j; L^bind_j, L^rest_j or L_j(t) where it is told whose it is.
Node letters_base(const Inks& k) {
  if (!k.base) return of_joint("L", k.joint);
  const Ink& ink = k.joint;
  if (*k.base == BasePose::Clip) {
    return row({of_joint("L", ink), upright("(", ink), italic("t", ink), upright(")", ink)});
  }
  return script(upright("L", ink), italic("j", ink),
                upright(*k.base == BasePose::Bind ? "bind" : "rest", ink));
}
std::string means_base(BasePose base) {
  switch (base) {
    case BasePose::Bind:
      return "joint to parent, in the bind pose";
    case BasePose::Rest:
      return "joint to parent, in the rest pose";
    case BasePose::Clip:
      return "joint to parent, in the clip at t";
  }
  return {};
}
Node no_letters(const Inks&) {
  return row({});
}
MaybeMatrix world_matrix(const Values& v, int) {
  return v.joint.world;
}
MaybeMatrix own_skin(const Values& v, int) {
  return v.skin ? MaybeMatrix(v.skin->skin) : std::nullopt;
}
std::string means_world(const Model&, const Values&, int) {
  return "joint to world, where it stands now";
}
std::string means_skin(const Model&, const Values&, int) {
  return "bind pose to this pose";
}

// In the order of Symbol.
constexpr std::array<SymbolInfo, static_cast<std::size_t>(Symbol::Count)> kSymbols{{
    {.symbol = Symbol::World,
     .name = "W",
     .letters = letters_w,
     .matrix = world_matrix,
     .meaning = means_world,
     .light = light_world},
    {.symbol = Symbol::ParentWorld,
     .name = "W of the parent",
     .letters = [](const Inks& k) { return of_parent("W", k.parent, k.joint); },
     .matrix = [](const Values& v, int) { return MaybeMatrix(v.joint.parent_world); },
     .meaning =
         [](const Model& model, const Values& v, int) {
           return v.joint.parent < 0 ? std::string()
                                     : "of its parent, " + name_of_joint(model, v.joint.parent);
         },
     .light = light_parent},
    {.symbol = Symbol::BaseLocal,
     .name = "L",
     .letters = letters_base,
     .matrix = [](const Values& v, int) { return MaybeMatrix(v.joint.base_local); },
     .meaning = [](const Model&, const Values& v, int) { return means_base(v.base); },
     .light = light_base_local},
    {.symbol = Symbol::UserLocal,
     .name = "Ul",
     .letters = [](const Inks& k) { return user_local("j", Face::Italic, k.joint); },
     .matrix = [](const Values& v, int) { return MaybeMatrix(v.joint.user_local); },
     .meaning =
         [](const Model&, const Values& v, int) {
           return std::string(v.joint.user_local == mat4(1.0f)
                                  ? "what you add: nothing yet"
                                  : "what you added, in its own frame");
         },
     .light = light_user_local},
    {.symbol = Symbol::WorldIncrement,
     .name = "U",
     .letters = [](const Inks& k) { return of_joint("U", k.joint); },
     .matrix = [](const Values& v, int) { return world_increment(v.joint); },
     .meaning =
         [](const Model&, const Values& v, int) {
           return std::string(v.joint.user_local == mat4(1.0f) ? "what you add: nothing yet"
                                                               : "what you added, in the world");
         },
     .light = light_user_local},
    {.symbol = Symbol::Step,
     .name = "The product so far",
     .letters = no_letters,
     .matrix =
         [](const Values& v, int index) {
           const JointFactors* step = step_of(v, symbol_id(Symbol::Step, index));
           return step != nullptr ? MaybeMatrix(step->world) : std::nullopt;
         },
     .meaning =
         [](const Model& model, const Values& v, int index) {
           const JointFactors* step = step_of(v, symbol_id(Symbol::Step, index));
           return step != nullptr ? "the product up to " + name_of_joint(model, step->joint)
                                  : std::string();
         },
     .light = light_step},
    {.symbol = Symbol::StepFactor,
     .name = "The factor",
     .letters = no_letters,
     .matrix =
         [](const Values& v, int index) {
           const JointFactors* step = step_of(v, symbol_id(Symbol::StepFactor, index));
           return step != nullptr ? MaybeMatrix(mul_affine(step->base_local, step->user_local))
                                  : std::nullopt;
         },
     .meaning = [](const Model&, const Values&, int) { return std::string("its own factor"); },
     .light = light_step},
    {.symbol = Symbol::Skin,
     .name = "T",
     .letters = letters_t,
     .matrix = own_skin,
     .meaning = means_skin,
     .light = light_skin},
    {.symbol = Symbol::SkinWorld,
     .name = "W",
     .letters = letters_w,
     .matrix = world_matrix,
     .meaning = means_world,
     .light = light_world},
    {.symbol = Symbol::InverseBind,
     .name = "The inverse of B",
     .letters =
         [](const Inks& k) {
           return script(upright("B", k.joint), italic("j", k.joint),
                         row({upright(kMinus, k.joint), upright("1", k.joint)}));
         },
     .matrix = [](const Values& v,
                  int) { return v.skin ? MaybeMatrix(v.skin->inverse_bind) : std::nullopt; },
     .meaning = [](const Model&, const Values&,
                   int) { return std::string("bind pose to the joint's own frame"); },
     .light = light_bind},
    {.symbol = Symbol::Posed,
     .name = "v'",
     .letters = [](const Inks& k) { return posed_vertex("v", k.vertex); },
     .text =
         [](const Model&, const Values& v, int) {
           return MaybeText(point_text_of(v.vertex->result, v.vertex->dual
                                                                ? "where it stands: c0 u c0* + t"
                                                                : "where it stands"));
         },
     .light = light_candidates,
     .of_vertex = true},
    {.symbol = Symbol::Point,
     .name = "v",
     .letters = [](const Inks& k) { return of_vertex("v", k.vertex); },
     .text =
         [](const Model&, const Values& v, int) {
           return MaybeText(point_text_of(v.vertex->probe.point, "in the bind pose, morphs added"));
         },
     .light = light_point,
     .of_vertex = true},
    {.symbol = Symbol::Term,
     .name = "The candidate",
     .letters = no_letters,
     .text = candidate_text,
     .light = light_term,
     .of_vertex = true},
    {.symbol = Symbol::Blend,
     .name = "M",
     .letters = [](const Inks& k) { return upright("M", k.plain); },
     .matrix = [](const Values& v,
                  int) { return v.vertex ? MaybeMatrix(v.vertex->blend) : std::nullopt; },
     .meaning =
         [](const Model&, const Values& v, int) {
           return std::string(v.vertex && v.vertex->dual ? "stretches, then turns and moves"
                                                         : "blended by the weights");
         },
     .light = light_candidates,
     .of_vertex = true},
    {.symbol = Symbol::Weight,
     .name = "The weights",
     .letters =
         [](const Inks& k) {
           return script(italic("w", k.plain), row({italic("i", k.plain), italic("j", k.joint)}));
         },
     .text = weights_text,
     .light = light_candidates,
     .of_vertex = true},
    {.symbol = Symbol::VertexSkin,
     .name = "T",
     .letters = letters_t,
     .matrix = [](const Values& v,
                  int) { return v.vertex ? MaybeMatrix(term_of(v).skin) : own_skin(v, 0); },
     .meaning =
         [](const Model& model, const Values& v, int) {
           const std::string words = means_skin(model, v, 0);
           return v.vertex ? "of " + term_name(model, v) + ": " + words : words;
         },
     .light = light_term_skin,
     .of_term = true},
    {.symbol = Symbol::Stretched,
     .name = "u",
     .letters = [](const Inks& k) { return of_vertex("u", k.vertex); },
     .text = stretched_text,
     .light = light_stretched,
     .of_vertex = true},
    {.symbol = Symbol::DualSum,
     .name = "b",
     .letters = [](const Inks& k) { return upright("b", k.plain); },
     .text = dual_sum_text,
     .light = light_candidates,
     .of_vertex = true},
    {.symbol = Symbol::DualUnit,
     .name = "c",
     .letters = [](const Inks& k) { return upright("c", k.plain); },
     .text = dual_unit_text,
     .light = light_moved,
     .of_vertex = true},
    {.symbol = Symbol::DualMove,
     .name = "The translation of c",
     .letters = [](const Inks& k) { return italic("t", k.plain); },
     .text = dual_move_text,
     .light = light_moved,
     .of_vertex = true},
    {.symbol = Symbol::Stretch,
     .name = "A",
     .letters = [](const Inks& k) { return of_joint("A", k.joint); },
     .matrix =
         [](const Values& v, int) {
           return v.vertex && v.vertex->dual
                      ? MaybeMatrix(v.vertex->dual->stretch[static_cast<std::size_t>(v.term)])
                      : std::nullopt;
         },
     .meaning =
         [](const Model& model, const Values& v, int) {
           return v.vertex ? "of " + term_name(model, v) + ": its stretch alone" : std::string();
         },
     .light = light_term_part,
     .of_vertex = true,
     .of_term = true},
    {.symbol = Symbol::Sign,
     .name = "s",
     .letters = [](const Inks& k) { return of_joint("s", k.joint, Face::Italic); },
     .text = sign_text,
     .light = light_term_part,
     .of_vertex = true,
     .of_term = true},
    {.symbol = Symbol::Turn,
     .name = "Q",
     .letters = [](const Inks& k) { return of_joint("Q", k.joint); },
     .text = term_turn_text,
     .light = light_term_part,
     .of_vertex = true,
     .of_term = true},
    {.symbol = Symbol::Normal,
     .name = "n",
     .letters = [](const Inks& k) { return of_vertex("n", k.vertex); },
     .text =
         [](const Model&, const Values& v, int) {
           return MaybeText(point_text_of(v.vertex->probe.point_normal, "in the bind pose"));
         },
     .light = light_normal,
     .of_vertex = true},
    {.symbol = Symbol::NormalOut,
     .name = "n'",
     .letters = letters_normal_out,
     .text = usual_normal_text,
     .light = light_usual_normal,
     .of_vertex = true},
    {.symbol = Symbol::NormalPlain,
     .name = "n' by M itself",
     .letters = letters_normal_out,
     .text = plain_normal_text,
     .light = light_plain_normal,
     .of_vertex = true},
    {.symbol = Symbol::NormalExact,
     .name = "The surface's own n'",
     .letters = letters_normal_out,
     .text = exact_normal_text,
     .light = light_exact_normal,
     .of_vertex = true},
    {.symbol = Symbol::BoneRotation,
     .name = "Q",
     .letters = [](const Inks& k) { return of_joint("Q", k.joint); },
     .text = [](const Model&, const Values& v,
                int) { return MaybeText(turn_text_of(v.rigid.bone.q)); },
     .light = light_world},
    {.symbol = Symbol::ParentRotation,
     .name = "Q of the parent",
     .letters = [](const Inks& k) { return of_parent("Q", k.parent, k.joint); },
     .text =
         [](const Model&, const Values& v, int) {
           return v.joint.parent < 0 ? std::nullopt : MaybeText(turn_text_of(v.rigid.parent.q));
         },
     .light = light_parent},
    {.symbol = Symbol::Relative,
     .name = "q",
     .letters = letters_q,
     .text = [](const Model&, const Values& v,
                int) { return MaybeText(turn_text_of(v.rigid.relative)); },
     .light = light_world},
    {.symbol = Symbol::BoneShift,
     .name = "t",
     .letters = [](const Inks& k) { return of_joint("t", k.joint, Face::Italic); },
     .text = [](const Model&, const Values& v,
                int) { return MaybeText(point_text_of(v.rigid.bone.t, "the translation of T")); },
     .light = light_world},
    {.symbol = Symbol::ParentShift,
     .name = "t of the parent",
     .letters = [](const Inks& k) { return of_parent("t", k.parent, k.joint, Face::Italic); },
     .text =
         [](const Model&, const Values& v, int) {
           return v.joint.parent < 0 ? std::nullopt
                                     : MaybeText(point_text_of(
                                           v.rigid.parent.t, "the translation of its parent's T"));
         },
     .light = light_parent},
    {.symbol = Symbol::Center,
     .name = "x",
     .letters = [](const Inks& k) { return of_joint("x", k.joint, Face::Italic); },
     .text =
         [](const Model&, const Values& v, int) {
           return MaybeText(point_text_of(v.rigid.center, "the joint's place in the bind pose"));
         },
     .light = light_center},
    {.symbol = Symbol::RawWeight,
     .name = "The raw weights",
     .letters =
         [](const Inks& k) {
           return script(italic("\xC5\xB5", k.plain),
                         row({italic("i", k.plain), italic("j", k.joint)}));
         },
     .text = raw_weights_text,
     .light = light_distances,
     .of_vertex = true},
    {.symbol = Symbol::Radius,
     .name = "The radii",
     .letters = [](const Inks& k) { return of_joint("r", k.joint, Face::Italic); },
     .text = radii_text,
     .light = light_distances,
     .of_vertex = true},
    {.symbol = Symbol::BoneDistance,
     .name = "The distances",
     .letters =
         [](const Inks& k) {
           return script(italic("d", k.plain), row({italic("i", k.plain), italic("j", k.joint)}));
         },
     .text = distances_text,
     .light = light_distances,
     .of_vertex = true},
}};

constexpr bool in_order() {
  for (std::size_t k = 0; k < kSymbols.size(); ++k) {
    if (kSymbols[k].symbol != static_cast<Symbol>(k)) return false;
  }
  return true;
}
static_assert(in_order());

}  // namespace

const SymbolInfo& info_of(Symbol symbol) {
  return kSymbols[static_cast<std::size_t>(symbol)];
}

}  // namespace bindpose::ui
