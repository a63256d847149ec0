// What the Math tab knows about its symbols: numbers, words and what lights up in the view.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/formula.h"
#include "scene/segment_binding.h"
#include "scene/vertex_formula.h"
#include "ui/formula/formula_nodes.h"
#include "ui/frame.h"

namespace bindpose::ui {

// Everything that the panel prints about the selected joint in this frame.
struct FormulaValues {
  JointFactors joint;
  std::vector<JointFactors> chain;
  std::optional<SkinFactors> skin;  // nothing: no skin names the joint
  std::vector<int> meshes;          // whose skin names it
  RigidFactors rigid;
  BasePose base = BasePose::Rest;       // whose the L_j are
  std::optional<VertexFactors> vertex;  // the pinned vertex, else the one under the mouse
  // Which of the vertex's terms j stands for: the joint's own; the strongest where the joint does
  // not pull on it, and with Deformer::Rigid. -1: no vertex.
  int term = -1;
  std::vector<BoneDistance> distances;  // of the vertex; where weights come from distances
  std::optional<SkinFactors>
      term_skin;  // its T_j, of the vertex's own mesh; nothing where it follows its node
};
// The skin of `mesh`, else of the pinned vertex's mesh, else of the first one that has the joint;
// the vertex by that deformer.
FormulaValues formula_values(const Scene& scene, const PosedScene& posed, int joint, int mesh,
                             Deformer method);

// The term that j stands for; there has to be a vertex.
const VertexTerm& term_of(const FormulaValues& values);

const std::string& name_of_joint(const Model& model, int joint);

// The joint of the chain that the symbol's index counts.
const JointFactors* step_of(const FormulaValues& values, int symbol);

// The selected joint; without one, the joint that pulls most on the vertex that is looked at; or
// -1.
int joint_of_interest(const Frame& f);

// Light enough on dark, dark enough on light, the hue kept (WCAG AA).
vec3 readable(const vec3& color, const vec3& ground);
// The joints' own colours, made readable on `ground`.
vec3 symbol_color(const Frame& f, int joint, const vec3& ground);
FormulaInks formula_inks(const Frame& f, const FormulaValues& values, const vec3& ground);
// The same for what a symbol unfolds to: where j stands for one of the vertex's terms, in its
// joint's colour.
FormulaInks inks_of(const Frame& f, const FormulaValues& values, int symbol, FormulaInks inks,
                    const vec3& ground);

// The symbol's matrix; nothing for what is no matrix.
std::optional<mat4> matrix_of(const FormulaValues& values, int symbol);
// What it is, in a few words: "of the parent, hips: joint to world".
std::string meaning_of(const Model& model, const FormulaValues& values, int symbol);
// Its letters without typesetting, for notes: "W of the parent".
std::string plain_name(int symbol);
// What is no matrix: its numbers, what they are, and the numbers with all digits, as a list, for
// the clipboard. Nothing for matrices, and where there is no vertex.
struct SymbolText {
  std::string numbers, words, copied;
};
std::optional<SymbolText> text_of(const Model& model, const FormulaValues& values, int symbol);
// "(0.000, 1.200, -0.500)"; quaternions w first.
std::string triple_text(const vec3& v);
std::string quaternion_text(const quat& q);
// Adds what the symbol stands for to what is lit in the view.
void light_up(const Frame& f, const FormulaValues& values, int symbol, Highlight& out);

}  // namespace bindpose::ui
