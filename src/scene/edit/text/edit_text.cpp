// Edits as text; edit_parse.cpp reads it back.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>

#include "math/ascii.h"
#include "scene/automatic/transfer_text.h"
#include "scene/edit/draft/draft_text.h"
#include "scene/edit/edit.h"
#include "scene/edit/edit_value.h"
#include "scene/edit/paint/paint_text.h"
#include "scene/edit/text/edit_words.h"
#include "scene/edit/text/name_words.h"
#include "scene/edit/time_edit.h"
#include "scene/edit/vertices/vertex_text.h"

namespace bindpose {
namespace {

using words::all_digits;
using words::as_word;
using words::clip_name;
using words::in_all_quotes;
using words::joint_name;
using words::mesh_name;
using words::morph_name;
using words::number;
using words::word_of;

std::string numbers(const vec3& v) {
  return number(v.x) + " " + number(v.y) + " " + number(v.z);
}

std::string matrix(const mat4& m) {
  std::string text;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) text += (text.empty() ? "" : " ") + number(m[c][r]);
  }
  return text;
}

std::string vertex_name(const Model& model, const VertexRef& at) {
  return at.empty() ? "none" : mesh_name(model, at.mesh) + " " + std::to_string(at.vertex);
}

struct Writer {
  const Scene& scene;
  const Model& model = *scene.model;

  std::string operator()(const SetUserLocal& e) const {
    return "joint " + joint_name(model, e.joint) + " matrix " + matrix(e.user_local);
  }
  std::string operator()(const TransformJoint& e) const {
    const char* verb = e.kind == TransformJoint::Rotate      ? " rotate "
                       : e.kind == TransformJoint::Translate ? " translate "
                                                             : " scale ";
    return "joint " + joint_name(model, e.joint) + verb + numbers(e.amount);
  }
  std::string operator()(const RotateJoint& e) const {
    const auto& [form, order, n] = e.numbers;
    std::string text = "joint " + joint_name(model, e.joint) +
                       (e.whole ? " rotation " : " rotate ") +
                       std::string(word_of(words::kRotation, form));
    if (form == RotationNumbers::Euler) {
      text += " " + std::string(word_of(words::kEulerOrder, order));
      for (const int axis : axes_of(order)) text += " " + number(n[axis]);
    } else {
      for (int k = 0; k < 4; ++k) text += " " + number(n[k]);
    }
    if (e.axes == GizmoSpace::Local) return text;
    return text + " in " + std::string(word_of(words::kGizmoSpace, e.axes));
  }
  std::string operator()(const SolveIk& e) const {
    std::string text = "ik " + joint_name(model, e.joint) + " to " + numbers(e.target);
    if (e.chain > 0) text += " chain " + std::to_string(e.chain);
    return e.pole ? text + " pole " + numbers(*e.pole) : text;
  }
  std::string operator()(const LookAtPoint& e) const {
    const std::string text = "look " + joint_name(model, e.joint) + " at " + numbers(e.target);
    return e.axis < 0 ? text : text + " axis " + std::string(word_of(words::kAxis, e.axis));
  }
  std::string operator()(const HoldJoints& e) const {
    std::string text = e.joint.empty() ? "hold none" : "hold";
    for (const int joint : e.joint) text += " " + joint_name(model, joint);
    return text;
  }
  std::string operator()(const ResetJoint& e) const {
    return "reset joint " + joint_name(model, e.joint);
  }
  std::string operator()(const ResetSubtree& e) const {
    return "reset subtree " + joint_name(model, e.joint);
  }
  std::string operator()(const ResetAll&) const { return "reset all"; }
  std::string operator()(const SetMorph& e) const {
    return "morph " + morph_name(model, e.channel) + " " + number(e.weight);
  }
  std::string operator()(const ResetMorph& e) const {
    return e.channel < 0 ? "reset morphs" : "reset morph " + morph_name(model, e.channel);
  }
  std::string operator()(const SetPose& e) const {
    std::string text = "pose";
    for (std::size_t j = 0; j < e.user_local.size(); ++j) {
      if (e.user_local[j] == mat4(1.0f)) continue;
      text += " " + joint_name(model, static_cast<int>(j)) + " " + matrix(e.user_local[j]);
    }
    for (std::size_t c = 0; c < e.user_morph.size(); ++c) {
      if (!e.user_morph[c]) continue;
      text += " " + (*this)(SetMorph{static_cast<int>(c), *e.user_morph[c]});
    }
    return text;
  }
  std::string joints(const std::vector<int>& list) const {
    std::string text;
    for (const int joint : list) text += " " + joint_name(model, joint);
    return text;
  }
  std::string operator()(const MirrorPose& e) const {
    return "mirror" + (e.joints.empty() ? " pose" : joints(e.joints));
  }
  std::string operator()(const BlendPose& e) const {
    const bool given = e.towards == BlendPose::Given;
    if (given && !e.mirrored && e.factor == 1.0f && e.joints.empty()) {
      return "pose " + as_word(e.name);
    }
    const std::string name =
        given ? as_word(e.name) : std::string(word_of(words::kTowards, e.towards));
    return std::string("blend ") + (e.mirrored ? "mirrored " : "") + name + " " + number(e.factor) +
           joints(e.joints);
  }
  std::string operator()(const RelaxPose& e) const {
    return "relax " + number(e.factor) + joints(e.joints);
  }
  std::string operator()(const SetBasePose& e) const {
    std::string text = "base " + std::string(word_of(words::kBase, e.base));
    if (e.base == BasePose::Clip && e.clip >= 0) text += " " + clip_name(scene, e.clip);
    return text;
  }
  std::string operator()(const TakeClip& e) const {
    std::string text = "take clip " + as_word(e.file);
    if (!e.clip.empty()) {  // in quotes it is a name, else a number
      const bool number = all_digits(e.clip);
      text += " " + (number ? e.clip : in_all_quotes(e.clip));
    }
    if (!e.map.empty()) text += " map " + as_word(e.map);
    return e.feet ? text + " feet" : text;
  }
  std::string operator()(const BakeClip& e) const {
    return e.name.empty() ? "bake clip" : "bake clip " + as_word(e.name);
  }
  std::string operator()(const DropClip& e) const {
    return "drop clip " + clip_name(scene, e.clip);
  }
  std::string operator()(const SetTime& e) const { return text_of(e); }
  std::string operator()(const SetPlayback& e) const { return text_of(e); }
  std::string operator()(const SetRate& e) const { return text_of(e); }
  std::string operator()(const SetRange& e) const { return text_of(e); }
  std::string operator()(const SetFade& e) const {
    return text_of(e, e.fade ? clip_name(scene, e.fade->into) : "");
  }
  std::string operator()(const SetSelection& e) const {
    std::string text = "select " + joint_name(model, e.joint);
    for (const int joint : e.also) text += " " + joint_name(model, joint);
    return text;
  }
  std::string operator()(const SelectVertices& e) const { return text_of(e, model); }
  std::string operator()(const ReselectVertices& e) const { return text_of(e, model); }
  std::string operator()(const MendWeights& e) const { return "mend " + mend_words(e.mend, model); }
  std::string operator()(const TransferWeights& e) const { return transfer_text(e); }
  std::string operator()(const PaintWeights& e) const {
    return "paint " + paint_words(e.paint, model);
  }
  std::string operator()(const EditDraft& e) const { return "draft " + draft_words(e.change); }
  std::string operator()(const BuildSkeleton&) const { return "skeleton build"; }
  std::string operator()(const RebindJoints& e) const {
    if (e.to == RebindJoints::WithPoints) return "bind pose here";
    const char* to = e.to == RebindJoints::Rest   ? "rest"
                     : e.to == RebindJoints::Pose ? "pose"
                                                  : "here";
    return std::string("rebind ") + to + joints(e.joint);
  }
  std::string operator()(const ShowMesh& e) const {
    const char* verb = e.shown ? " show" : " hide";
    if (e.mesh < 0) return std::string("meshes") + verb;
    return "mesh " + mesh_name(model, e.mesh) + verb;
  }
  std::string operator()(const HideJoints& e) const {
    return std::string(e.hidden ? "hide " : "show ") + (e.below ? "joint" : "bones") +
           joints(e.joint);
  }
  std::string operator()(const Isolate& e) const {
    if (!e.joint.empty()) return "isolate joint" + joints(e.joint);
    std::string text = "isolate mesh";
    for (const int mesh : e.mesh) text += " " + mesh_name(model, mesh);
    return text;
  }
  std::string operator()(const ShowAll&) const { return "show all"; }
  std::string operator()(const LockJoints& e) const {
    const std::string verb = e.locked ? "lock " : "unlock ";
    if (e.weights) return verb + "weights" + (e.joint.empty() ? " all" : joints(e.joint));
    return verb + (e.joint.empty() ? "all" : "joint" + joints(e.joint));
  }
  std::string operator()(const RestrainJoint& e) const {
    const std::string name = joint_name(model, e.joint);
    if (e.axis) {
      const bool none = e.axis->low <= -180.0f && e.axis->high >= 180.0f;
      return "limit " + name + " " + std::string(words::kAxisLetters[e.axis->axis]) + " " +
             (none ? "none" : number(e.axis->low) + " " + number(e.axis->high));
    }
    if (!e.limit) return "stiff " + name + " " + number(e.stiffness.value_or(0.0f));
    return "limit " + name + " " + (*e.limit < 180.0f ? number(*e.limit) : "none");
  }
  std::string operator()(const SetHover& e) const { return "hover " + joint_name(model, e.joint); }
  std::string operator()(const SetView& e) const;
  std::string operator()(const SetHoverVertex& e) const {
    return "hover-vertex " + vertex_name(model, e.at);
  }
  std::string operator()(const SetPinnedVertex& e) const {
    return "pin " + vertex_name(model, e.at);
  }
  std::string operator()(const SetWeights& e) const {
    std::string text = "weights " + vertex_name(model, e.at);
    for (const JointWeight& w : e.row) {
      text += " " + joint_name(model, w.joint) + " " + number(w.weight);
    }
    return text;
  }
  std::string operator()(const SetInfluences& e) const {
    if (!e.reach) return e.made_by;
    std::string text = "bind segments";
    if (e.reach->radii.all) text += " radius " + number(*e.reach->radii.all);
    for (const auto& [joint, radius] : e.reach->radii.of) {
      text += " joint " + joint_name(model, joint) + " " + number(radius);
    }
    return text;
  }
};

// Appends "key word" for a setting that is not at its default.
struct ViewWriter {
  const ViewSettings& view;
  const ViewSettings standard{};
  std::string text = "view";

  template <typename T, std::size_t N>
  void operator()(std::string_view key, T ViewSettings::*member, const words::Word<T> (&table)[N]) {
    if (view.*member == standard.*member) return;
    text += " " + std::string(key) + " " + std::string(word_of(table, view.*member));
  }
  void operator()(std::string_view key, float ViewSettings::*member) {
    if (view.*member == standard.*member) return;
    text += " " + std::string(key) + " " + number(view.*member);
  }
  void operator()(std::string_view key, int ViewSettings::*member) {
    if (view.*member == standard.*member) return;
    text += " " + std::string(key) + " " + std::to_string(view.*member);
  }
};

std::string Writer::operator()(const SetView& e) const {
  ViewWriter writer{e.view};
  words::for_each_view_setting(writer);
  return writer.text;
}

}  // namespace

std::string to_text(const Edit& edit, const Scene& scene) {
  return visit(Writer{scene}, edit);
}

std::string to_text(const Edit& edit, const Model& model) {
  Scene scene;
  scene.model = std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model);
  return to_text(edit, scene);
}

std::string edit_label(const Edit& edit, const Model& model) {
  Scene scene;
  scene.model = std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model);
  return edit_label(edit, scene);
}

namespace {

std::string short_words(const Edit& edit, const Scene& scene) {
  const Model& model = *scene.model;
  if (const auto* e = edit.as<TakeClip>()) {
    return "take clip " + (e->made ? as_word(e->made->clip.name) : as_word(e->file));
  }
  if (edit.is<DropClip>()) return "drop clip";  // it is gone by now
  if (const auto* e = edit.as<EditDraft>()) return draft_label(e->change);
  if (edit.is<BuildSkeleton>()) return "build the skeleton";

  // A list of joints would be as long as the rig.
  constexpr std::size_t kFew = 2;
  const auto few = [&](const auto& e, auto list) {
    const std::size_t count = (e.*list).size();
    if (count <= kFew) return to_text(e, scene);
    auto one = e;
    (one.*list).resize(1);
    return to_text(one, scene) + " and " + std::to_string(count - 1) + " more";
  };
  if (const auto* e = edit.as<MirrorPose>()) return few(*e, &MirrorPose::joints);
  if (const auto* e = edit.as<BlendPose>()) return few(*e, &BlendPose::joints);
  if (const auto* e = edit.as<RelaxPose>()) return few(*e, &RelaxPose::joints);
  if (const auto* e = edit.as<HideJoints>()) return few(*e, &HideJoints::joint);
  if (const auto* e = edit.as<Isolate>()) return few(*e, &Isolate::joint);
  if (const auto* e = edit.as<RebindJoints>()) return few(*e, &RebindJoints::joint);
  if (const auto* e = edit.as<LockJoints>()) return few(*e, &LockJoints::joint);
  if (const auto* e = edit.as<HoldJoints>()) return few(*e, &HoldJoints::joint);
  if (const auto* e = edit.as<SetInfluences>(); e && !e->reach && e->made_by.empty()) {
    return "load weights";
  }
  if (const auto* e = edit.as<SetUserLocal>()) {
    return "pose " + joint_name(model, e->joint);
  }
  if (edit.is<SetPose>()) return "pose";
  if (const auto* e = edit.as<SetBasePose>(); e && e->base != BasePose::Clip) {
    return std::string(word_of(words::kBase, e->base)) + " pose";
  }
  if (const auto* e = edit.as<SetBasePose>()) return to_text(*e, scene).substr(5);
  if (const auto* e = edit.as<SolveIk>()) return "pull " + joint_name(model, e->joint);
  if (const auto* e = edit.as<LookAtPoint>()) return "aim " + joint_name(model, e->joint);
  if (edit.is<TransferWeights>()) return "weights of another file";
  if (const auto* e = edit.as<MendWeights>()) {
    const bool row = e->mend.kind == Mend::SetRow;
    if (e->mend.kind == Mend::Everything) return "mend all weights";
    if (e->mend.kind == Mend::OneSided) return "mirror onto joints without weight";
    if (is_of_regions(e->mend.kind)) return "mend " + mend_words(e->mend, model);
    return row ? "paste weights" : mend_words(e->mend, model) + " weights";
  }
  if (const auto* e = edit.as<PaintWeights>()) return paint_label(e->paint, model);
  if (const auto* e = edit.as<SetWeights>()) {
    return "weights of vertex " + std::to_string(e->at.vertex);
  }
  return to_text(edit, scene);
}

// Words that are numbers of many digits, as a sentence has them. 23.976 is a name.
std::string with_short_numbers(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    double x = 0.0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), x);
    constexpr std::ptrdiff_t kManyDigits = 6;
    const auto first = std::ranges::find_if(word, [](char c) { return c >= '1' && c <= '9'; });
    const bool many = std::count_if(first, word.end(), is_digit) >= kManyDigits;
    const bool number = many && !word.empty() && read.ec == std::errc() &&
                        read.ptr == word.data() + word.size() &&
                        word.find_first_of(".e") != std::string::npos;
    out += number ? words::told_number(x) : word;
    if (end < text.size()) out += ' ';
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string edit_label(const Edit& edit, const Scene& scene) {
  std::string text = with_short_numbers(short_words(edit, scene));
  if (!text.empty()) text[0] = to_upper(text[0]);
  return text;
}

}  // namespace bindpose
