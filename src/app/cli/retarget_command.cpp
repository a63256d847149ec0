#include "app/cli/retarget_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "app/cli/commands.h"
#include "app/cli/open_scene.h"
#include "app/import/plain_file.h"
#include "app/take_clip.h"
#include "io/clips/joint_map_file.h"
#include "io/clips/retarget_text.h"
#include "io/export/rig/rig.h"
#include "math/numbers.h"
#include "rig/kinematics.h"
#include "scene/clips/make_clips.h"

namespace bindpose::app {

namespace {

std::shared_ptr<const Model> open_without_textures(const std::string& path,
                                                   const ImportLimits& limits) {
  ImportOptions options;
  options.textures = false;
  return import_for_command(path, options, limits);
}

constexpr const char* kNotTaken = "the clip cannot be played on the model; nothing was taken";

// Where the joints of both are, in display space, by name; nothing where `there` lacks the clip.
std::optional<RoundTrip> round_trip(const Model& made_for, const Clip& made, const Model& there) {
  if (there.clips.size() <= made_for.clips.size()) return std::nullopt;
  const Clip& read = there.clips.back();
  RoundTrip out;
  std::vector<mat4> a(made_for.skeleton.parent.size()), b(there.skeleton.parent.size());
  std::vector<int> joint;
  for (const std::string& name : made_for.skeleton.name) {
    joint.push_back(find_joint(there.skeleton, name));
  }
  constexpr int kTimes = 61;
  for (int k = 0; k < kTimes; ++k) {
    // Off the keys, most of them.
    const double t = made.duration * (k + 0.37) / kTimes;
    const auto pose = [t](const Model& model, const Clip& clip, std::vector<mat4>& world) {
      std::vector<mat4> local(world.size());
      sample_clip(clip, model.skeleton, t, local);
      forward_kinematics(model.skeleton.parent, local, all_joints(model.skeleton), world);
      for (mat4& w : world) w = model.to_display * w;
    };
    pose(made_for, made, a);
    pose(there, read, b);
    for (std::size_t j = 0; j < a.size(); ++j) {
      if (joint[j] < 0) continue;
      const mat4& other = b[idx(joint[j])];
      out.metres = std::max(out.metres, double(glm::distance(vec3(a[j][3]), vec3(other[3]))));
      const glm::dquat p(decompose(a[j]).q), q(decompose(other).q);
      const glm::dquat off = glm::conjugate(p) * q;
      const double sine = std::sqrt(off.x * off.x + off.y * off.y + off.z * off.z);
      out.degrees = std::max(out.degrees, kDegreesPerRadian * 2.0 * std::asin(std::min(1.0, sine)));
    }
    ++out.times;
  }
  return out;
}

}  // namespace

void open_taken(TakeClip& edit, const Scene& scene, const std::string& option,
                const ImportLimits& limits, std::vector<std::string>& notes) {
  const std::shared_ptr<const Model> source = open_without_textures(edit.file, limits);
  try {
    const std::vector<std::string> said = fill_in(edit, *source, scene);
    notes.insert(notes.end(), said.begin(), said.end());
  } catch (const std::runtime_error& e) {
    throw UsageError(option + ": " + e.what());
  }
}

void check_bake(const Scene& scene, const std::string& option) {
  if (scene.pose.base == BasePose::Clip && clip_at(scene, scene.pose.clip) != nullptr) return;
  throw UsageError(option + ": there is no clip to put the edits into; choose one with --clip");
}

int run_retarget(const RetargetArgs& args) {
  refuse_to_replace(args.model, args.output);
  note_input(args.from, "the file of the clip");
  refuse_to_replace_input("-o", args.output);
  if (!args.write_map.empty()) {
    refuse_to_replace_input("--write-map", args.write_map);
    if (is_same_file(args.write_map, args.output)) {
      throw UsageError("--write-map " + args.write_map +
                       " is the output itself and would be lost; choose another name");
    }
  }
  Document document(open_scene(args.model, {}, args.import).scene);
  const Model& target = *document.scene().model;
  const std::shared_ptr<const Model> source = open_without_textures(args.from, args.import);
  TakeClip edit{args.from, args.clip, args.map, args.feet, {}};
  TakeChoice choice;
  try {
    choice = choose_taken(*source, target, edit);
  } catch (const std::runtime_error& e) {
    throw UsageError((args.map.empty() ? "--from " + args.from : "--map " + args.map) + ": " +
                     e.what());
  }
  tell(choice.notes);
  if (!args.write_map.empty()) {  // also without a pair: to be filled in
    write_or_blame("--write-map", args.write_map,
                   [&] { write_joint_map(choice.map, *source, target, args.write_map); });
  }
  TakenClip taken;
  try {
    need_pairs(choice, *source, target);
    taken = take_clip(*source, choice.clip, document.scene(), choice.map, args.feet);
  } catch (const std::runtime_error& e) {
    throw UsageError("--from " + args.from + ": " + e.what());
  }
  edit.made = taken.clip;
  if (document.apply({edit}).extent == Change::None) {
    throw UsageError("--from " + args.from + ": " + kNotTaken);
  }
  write_or_blame("-o", args.output, [&] {
    tell(export_rig(document.scene(), args.output, nullptr, GlbPacking::None,
                    plain_in_child(args.import)));
  });
  const std::shared_ptr<const Model> there = open_without_textures(args.output, args.import);
  const RetargetReport report{
      *source,     choice.clip,         target,
      choice.map,  taken.summary,       taken.clip->clip.name,
      args.output, there->clips.size(), round_trip(target, taken.clip->clip, *there),
      args.feet};
  print(args.json ? retarget_json(report) : retarget_text(report));
  constexpr double kMostDegrees = 0.01;
  return report.error && report.error->degrees <= kMostDegrees ? kGood : kCheckFailed;
}

}  // namespace bindpose::app
