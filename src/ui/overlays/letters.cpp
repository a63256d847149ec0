#include "ui/overlays/letters.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/formula/inline_formula.h"
#include "ui/formula/typeset_draw.h"
#include "ui/overlays/card.h"
#include "ui/text/rich_text.h"

namespace bindpose::ui {

namespace {

constexpr LetterRow kLetters[] = {
    {"i", "vertex", "a vertex of a mesh"},
    {"j", "joint", "a joint; where a sum runs over j, over the joints that pull on vertex i"},
    {"p(j)", "parent", "the parent of joint j; the root has none"},
    {"L_j", "base_local",
     "where joint j stands as its parent sees it, before you touch it. Of the bind pose "
     "$L^{bind}_j$, of the file's rest pose $L^{rest}_j$, of a clip at time t $L_j(t)$"},
    {"Ul_j", "user_local",
     "what you add, in the joint's own frame; the identity where nothing was touched"},
    {"W_j", "world", "joint to world, where it stands now: $W_j = W_{p(j)} L_j Ul_j$"},
    {"U_j", "world_increment",
     "the same edit from the left, in the world's axes: $W_j = U_j W_{p(j)} L_j$"},
    {"B_j", "bind", "joint to world when the mesh was bound; each mesh has its own"},
    {"T_j", "skin, palette",
     "moves the points of a mesh from the bind pose to this one: $T_j = W_j B_j^{-1}$"},
    {"w_{ij}", "weight", "the weight of joint j on vertex i; those of a vertex add up to 1"},
    {"v_i, n_i", "point, point_normal",
     "vertex i and its normal in the bind pose, morphs added: $v_i = p_i + \\sum_k m_k dp_{ik}$"},
    {"v'_i, n'_i", "position, normal",
     "the same in this pose: $v'_i = \\sum_j w_{ij} T_j v_i$, or by another deformer"},
    {"M", "blend", "the blended matrix of the vertex at hand: $M = \\sum_j w_{ij} T_j$"},
    {"p_i, dp_{ik}", "position, MorphTarget",
     "vertex i as the file has it, and what morph channel k adds to it"},
    {"m_k", "morph", "the weight of morph channel k"},
    {"d_{ij}, r_j", "distance, radius",
     "from vertex i to the closest point of bone j, and how far that bone reaches"},
    {"\xC5\xB5_{ij}", "raw",
     "the weight by distance before it is divided by the sum: max(0, $r_j - d_{ij}$) / $r_j$"},
    {"Q_j, t_j", "RigidBone",
     "the turn in $T_j$ as a quaternion, and its shift; without scale $T_j v = Q_j v + t_j$"},
    {"q_j, x_j", "relative, center",
     "the turn that joint j adds, $Q_j = Q_{p(j)} q_j$, and where it stands in the bind pose"},
    {"A_j, s_j, u_i", "stretch, sign, stretched",
     "for dual quaternions: the stretch in $T_j$, the sign with which $Q_j$ counts, and the vertex "
     "stretched by the $A_j$"},
    {"b, c", "sum, unit",
     "for dual quaternions: the sum of the $w_{ij} s_j Q_j$, and the same divided by its length"},
    {"h_i", "mix",
     "what of vertex i is dual quaternions where they are mixed with linear blending"},
    {"R, o_i", "turn, center",
     "the turn in c, and the centre of rotation of vertex i in the bind pose"},
    {"y_i, F_i", "smooth, frame_of",
     "for delta mush: where vertex i is on the smoothed surface, and the frame of that surface "
     "there; primed in this pose"},
};

constexpr WordRow kWords[] = {
    {"joint", "what has a parent, a frame and the matrices above. Many programs call it a bone"},
    {"bone", "the segment from a joint to one below it: what is drawn, and what distances go to"},
    {"influence", "a joint together with its weight on a vertex"},
    {"candidate", "where one joint alone would put the vertex: $T_j v_i$"},
    {"bind pose",
     "the pose in which mesh and joints were put together: all $T_j$ are the identity"},
    {"rest pose", "the pose of the file when no clip plays; it may differ from the bind pose"},
    {"base pose", "the one that your edits start from: bind, rest, or a clip at a time"},
};

// From the formats' and programs' own references: glTF 2.0 (3.7.3, skins), Assimp's aiBone, the FBX
// SDK's FbxCluster, Unity's Mesh.bindposes, Maya's skinCluster node, Blender's Bone and PoseBone,
// Unreal's USkeletalMesh, three.js' Skeleton, Godot's Skeleton3D; Akenine-Moeller et al., Real-Time
// Rendering, 4.4 (vertex blending).
constexpr WordRow kElsewhere[] = {
    {"glTF",
     "$B_j^{-1}$ inverseBindMatrices; $w_{ij}$ WEIGHTS_0, with j in JOINTS_0; a joint is a "
     "node"},
    {"FBX",
     "$B_j$ TransformLink of a cluster; $w_{ij}$ its Weights, with i in Indexes; a joint is a "
     "LimbNode"},
    {"Assimp, DirectX", "$B_j^{-1}$ the offset matrix; a joint is a bone"},
    {"Unity",
     "$B_j^{-1}$ bindposes, though it is the inverse; $w_{ij}$ BoneWeight; a joint is a "
     "bone"},
    {"Unreal",
     "$B_j^{-1}$ RefBasesInvMatrix; our bind pose is its reference pose; a joint is a bone"},
    {"Maya", "$W_j$ matrix and $B_j^{-1}$ bindPreMatrix of the skinCluster"},
    {"Blender",
     "$B_j$ matrix_local, $W_j$ matrix, $Ul_j$ matrix_basis, seen from the armature; our "
     "bind pose is its rest position; $w_{ij}$ vertex groups; a joint is a bone"},
    {"three.js",
     "$B_j^{-1}$ boneInverses, $T_j$ boneMatrices; $w_{ij}$ skinWeight, with j in "
     "skinIndex"},
    {"Godot",
     "$L^{rest}_j$ bone rest, $L_j Ul_j$ bone pose, $W_j$ global pose, seen from the "
     "skeleton"},
    {"Books and courses",
     "$T_j$ as $P_j B_j^{-1}$, $F_j A_j^{-1}$, or, in Real-Time Rendering, "
     "$B_j(t) M_j^{-1}$: there M is our B, and B(t) our W"},
    {"Row vectors",
     "DirectX, Maya and Unreal write $v B_j^{-1} W_j$: the same product, read from "
     "left to right"},
};

// Text with formulas between dollar signs.
std::vector<LessonBlock> rich(std::string_view text) {
  LessonBlock block;
  for (bool formula = false; !text.empty(); formula = !formula) {
    const std::size_t end = std::min(text.find('$'), text.size());
    if (end > 0) {
      LessonSpan span;
      span.kind = formula ? LessonSpan::Formula : LessonSpan::Plain;
      span.text = text.substr(0, end);
      block.spans.push_back(std::move(span));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {block};
}

// One line of a table: what it is about, typeset or as a word, and what that means beside it.
void draw_row(Frame& f, const char* name, bool formula, const char* meaning, float first) {
  const float width = ImGui::GetContentRegionAvail().x, gap = f.px(7);
  const vec2 corner = from_im(ImGui::GetCursorScreenPos());
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float height =
      draw_rich_text(f, list, corner + vec2(first, 0.0f), width - first, {rich(meaning)});
  // On the first line of its meaning.
  const float base = corner.y + 1.05f * ImGui::GetFontSize();
  if (formula) {
    const Node letters = formula_node(name, {f.colors.text, 1.0f});
    paint(list, lay_out_formula(letters, f.px(17), formula_measure()), {corner.x, base});
  } else {
    list->AddText(ImVec2(corner.x, corner.y + 0.14f * ImGui::GetFontSize()), to_u32(f.colors.text),
                  name);
  }
  mark(f, "letter:", name, {corner, corner + vec2(width, height)});
  ImGui::Dummy(ImVec2(width, height + gap));
}

void draw_heading(Frame& f, const char* text) {
  vertical_space(f, 6);
  text_colored(f.colors.accent, text);
  vertical_space(f, 3);
}

}  // namespace

std::span<const LetterRow> letter_rows() {
  return kLetters;
}
std::span<const WordRow> word_rows() {
  return kWords;
}
std::span<const WordRow> elsewhere_rows() {
  return kElsewhere;
}

void draw_letters(Frame& f) {
  if (!f.state.help.letters) return;
  if (!begin_card(f, "Letters and words", vec2(f.px(760), f.px(860)))) {
    f.state.help.letters = false;
  }
  ImGui::BeginChild("letters", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  draw_heading(f, "Letters");
  for (const LetterRow& row : kLetters) draw_row(f, row.letter, true, row.meaning, f.px(120));
  draw_heading(f, "Words");
  for (const WordRow& row : kWords) draw_row(f, row.word, false, row.meaning, f.px(120));
  draw_heading(f, "Elsewhere");
  for (const WordRow& row : kElsewhere) draw_row(f, row.word, false, row.meaning, f.px(140));
  scroll_by_keys(f);
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace bindpose::ui
