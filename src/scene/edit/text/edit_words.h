// The vocabulary that to_text and parse_edit share, so that the two cannot drift apart.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdio>
#include <iterator>
#include <string>
#include <string_view>

#include "scene/edit/edit.h"
#include "scene/names.h"
#include "scene/scene.h"

namespace bindpose::words {

template <typename T>
struct Word {
  std::string_view text;
  T value;
};

template <typename T, std::size_t N>
std::string_view word_of(const Word<T> (&table)[N], T value) {
  for (const auto& w : table) {
    if (w.value == value) return w.text;
  }
  return table[0].text;
}

// The shortest text that reads back as the same number.
template <std::floating_point T>
std::string number(T x) {
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, x);
  return std::string(buffer, result.ptr);
}

// The same for a sentence, which nothing reads back: at most four significant digits.
inline std::string told_number(double x) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer,
                std::abs(x) >= 1000.0 && std::abs(x) < 1e15 ? "%.0f" : "%.4g", x);
  return buffer;
}

inline constexpr Word<BasePose> kBase[] = {{name_of(BasePose::Bind), BasePose::Bind},
                                           {name_of(BasePose::Rest), BasePose::Rest},
                                           {name_of(BasePose::Clip), BasePose::Clip}};
inline constexpr Word<Show> kShow[] = {
    {"shaded", Show::Shaded},         {"weights", Show::Weights},
    {"joints", Show::Joints},         {"dominant", Show::Dominant},
    {"influences", Show::Influences}, {"sum", Show::Sum},
    {"limit", Show::Limit},           {"distance", Show::Distance},
    {"normals", Show::Normals},       {"apart", Show::Apart},
    {"engine", Show::Engine},         {"weights-apart", Show::WeightsApart}};
struct DeformerWords {
  Word<Deformer> word[std::size(kDeformers)]{};
  constexpr DeformerWords() {
    for (std::size_t i = 0; i < std::size(word); ++i) {
      word[i] = {kDeformers[i].key, kDeformers[i].method};
    }
  }
};
inline constexpr DeformerWords kDeformerWords;
inline constexpr auto& kDeformer = kDeformerWords.word;
inline constexpr Word<WeightUse> kWeights[] = {{"normalised", WeightUse::Normalised},
                                               {"raw", WeightUse::Raw}};
inline constexpr Word<NormalUse> kNormals[] = {{"usual", NormalUse::InverseTranspose},
                                               {"plain", NormalUse::BlendedMatrix},
                                               {"exact", NormalUse::Exact},
                                               {"right", NormalUse::InverseTranspose}};  // of old
inline constexpr Word<Ghosts> kGhosts[] = {
    {"off", Ghosts::Off}, {"selected", Ghosts::Selected}, {"all", Ghosts::All}};
inline constexpr Word<Needles> kNeedles[] = {
    {"off", Needles::Off}, {"vertex", Needles::Vertex}, {"all", Needles::All}};
inline constexpr Word<Panes> kPanes[] = {
    {"one", Panes::One}, {"two", Panes::Two}, {"four", Panes::Four}, {"split", Panes::Split}};
inline constexpr Word<Bones> kBones[] = {{"all", Bones::All}, {"chain", Bones::Chain}};
struct MistakeWords {
  Word<Mistake> word[kMistakes.size()]{};
  constexpr MistakeWords() {
    for (std::size_t i = 0; i < kMistakes.size(); ++i)
      word[i] = {kMistakes[i].word, kMistakes[i].mistake};
  }
};
inline constexpr MistakeWords kMistakeWords;
inline constexpr auto& kMistake = kMistakeWords.word;
inline constexpr Word<WalkOf> kWalker[] = {
    {"off", WalkOf::Off}, {"joint", WalkOf::Joint}, {"all", WalkOf::All}};
inline constexpr Word<Sweep> kSweep[] = {
    {"off", Sweep::Off}, {"x", Sweep::X}, {"y", Sweep::Y}, {"z", Sweep::Z}};
inline constexpr Word<SweepOf> kSweepOf[] = {
    {"volume", SweepOf::Volume}, {"section", SweepOf::Section}, {"length", SweepOf::Length}};
inline constexpr Word<Tone> kTone[] = {
    {"soft", Tone::Soft}, {"filmic", Tone::Filmic}, {"plain", Tone::Plain}};
inline constexpr Word<GizmoMode> kGizmoMode[] = {{"rotate", GizmoMode::Rotate},
                                                 {"translate", GizmoMode::Translate},
                                                 {"scale", GizmoMode::Scale}};
inline constexpr Word<GizmoSpace> kGizmoSpace[] = {
    {"local", GizmoSpace::Local}, {"parent", GizmoSpace::Parent}, {"world", GizmoSpace::World}};
inline constexpr Word<GizmoPivot> kGizmoPivot[] = {{"own", GizmoPivot::Own},
                                                   {"common", GizmoPivot::Common}};
inline constexpr Word<int> kLimit[] = {{"1", 1}, {"2", 2}, {"3", 3}, {"4", 4},
                                       {"5", 5}, {"6", 6}, {"7", 7}, {"8", kMaxLimit}};
inline constexpr Word<EnginePick> kEnginePick[] = {{"largest", EnginePick::Largest},
                                                   {"first", EnginePick::First}};
inline constexpr Word<int> kEngineKeep[] = {{"all", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4},
                                            {"5", 5},   {"6", 6}, {"7", 7}, {"8", 8}};
inline constexpr Word<WeightFormat> kEngineFormat[] = {{"float", WeightFormat::Float},
                                                       {"half", WeightFormat::Half},
                                                       {"unorm16", WeightFormat::Unorm16},
                                                       {"unorm8", WeightFormat::Unorm8}};
inline constexpr Word<bool> kEngineSums[] = {{"whole", true}, {"loose", false}};
inline constexpr Word<int> kJointsAMesh[] = {{"any", 0}, {"32", 32},   {"64", 64},
                                             {"75", 75}, {"128", 128}, {"256", 256}};
inline constexpr Word<VertexGroup::Kind> kVertices[] = {{"none", VertexGroup::None},
                                                        {"unweighted", VertexGroup::Unweighted},
                                                        {"sum", VertexGroup::Sum},
                                                        {"broken", VertexGroup::Broken},
                                                        {"influences", VertexGroup::Influences},
                                                        {"report", VertexGroup::Report},
                                                        {"of", VertexGroup::Chosen}};
inline constexpr Word<bool> kOnOff[] = {{"off", false}, {"on", true}};
inline constexpr Word<CurveShow> kCurves[] = {{"off", CurveShow::Off},
                                              {"translation", CurveShow::Translation},
                                              {"rotation", CurveShow::Rotation},
                                              {"scale", CurveShow::Scale}};
inline constexpr Word<int> kPoses[] = {{"0", 0}, {"1", 1}, {"2", 2},         {"3", 3},
                                       {"4", 4}, {"5", 5}, {"6", kMostPoses}};
inline constexpr Word<int> kEvery[] = {{"1", 1},   {"2", 2},   {"3", 3},   {"4", 4},
                                       {"5", 5},   {"6", 6},   {"8", 8},   {"10", 10},
                                       {"12", 12}, {"15", 15}, {"20", 20}, {"30", 30}};
inline constexpr Word<FadeBy> kFadeBy[] = {{"phase", FadeBy::Phase}, {"time", FadeBy::Time}};
inline constexpr Word<bool> kPlay[] = {{"pause", false}, {"play", true}};
inline constexpr Word<AtEnd> kAtEnd[] = {
    {"loop", AtEnd::Loop}, {"ping-pong", AtEnd::PingPong}, {"once", AtEnd::Once}};
inline constexpr Word<TimeUnit> kTimeUnit[] = {{"frames", TimeUnit::Frames},
                                               {"seconds", TimeUnit::Seconds}};

inline constexpr Word<BlendPose::Towards> kTowards[] = {
    {"bind", BlendPose::Bind}, {"rest", BlendPose::Rest}, {"clip", BlendPose::Clip}};

inline constexpr Word<EulerOrder> kEulerOrder[] = {
    {"XYZ", EulerOrder::XYZ}, {"XZY", EulerOrder::XZY}, {"YZX", EulerOrder::YZX},
    {"YXZ", EulerOrder::YXZ}, {"ZXY", EulerOrder::ZXY}, {"ZYX", EulerOrder::ZYX}};
inline constexpr Word<RotationNumbers::Form> kRotation[] = {{"euler", RotationNumbers::Euler},
                                                            {"quat", RotationNumbers::Quaternion},
                                                            {"axis", RotationNumbers::AxisAngle}};

inline constexpr std::string_view kAxisLetters[] = {"x", "y", "z"};
// LookAtPoint::axis.
inline constexpr Word<int> kAxis[] = {{"X", 0},  {"Y", 1},  {"Z", 2},
                                      {"-X", 3}, {"-Y", 4}, {"-Z", 5}};

// Calls f(key, &ViewSettings::member, table) for each setting with words, f(key,
// &ViewSettings::member) for those with numbers.
template <typename F>
void for_each_view_setting(F&& f) {
  using V = ViewSettings;
  f("show", &V::show, kShow);
  f("textures", &V::textures, kOnOff);
  f("surface", &V::surface, kOnOff);
  f("skeleton", &V::skeleton, kOnOff);
  f("bones", &V::bones, kBones);
  f("ghosts", &V::ghosts, kGhosts);
  f("joint_axes", &V::joint_axes, kOnOff);
  f("joint_names", &V::joint_names, kOnOff);
  f("wireframe", &V::wireframe, kOnOff);
  f("xray", &V::xray, kOnOff);
  f("tone", &V::tone, kTone);
  f("both_sides", &V::both_sides, kOnOff);
  f("grid", &V::grid, kOnOff);
  f("capsules", &V::capsules, kOnOff);
  f("distances", &V::distances, kOnOff);
  f("dark", &V::dark, kOnOff);
  f("weights", &V::weights, kWeights);
  f("normals", &V::normals, kNormals);
  f("needles", &V::needles, kNeedles);
  f("screw", &V::screw, kOnOff);
  f("hatching", &V::hatching, kOnOff);
  f("subtree", &V::weights_subtree, kOnOff);
  f("limit", &V::limit, kLimit);
  f("engine", &V::engine, kOnOff);
  f("engine_pick", &V::engine_pick, kEnginePick);
  f("engine_keep", &V::engine_keep, kEngineKeep);
  f("engine_format", &V::engine_format, kEngineFormat);
  f("engine_sums", &V::engine_whole, kEngineSums);
  f("engine_joints", &V::engine_joints, kJointsAMesh);
  f("method", &V::method, kDeformer);
  f("compare", &V::compare, kDeformer);
  f("mix", &V::mix);
  f("mush_steps", &V::mush_steps);
  f("mush_lambda", &V::mush_lambda);
  f("panes", &V::panes, kPanes);
  f("pane3", &V::pane3, kDeformer);
  f("pane4", &V::pane4, kDeformer);
  f("pane4_distance", &V::pane4_distance, kOnOff);
  f("mistake", &V::mistake, kMistake);
  f("walker", &V::walker, kWalker);
  f("walker_at", &V::walker_at);
  f("chord", &V::chord, kOnOff);
  f("sweep", &V::sweep, kSweep);
  f("sweep_of", &V::sweep_of, kSweepOf);
  f("sweep_from", &V::sweep_from);
  f("sweep_to", &V::sweep_to);
  f("section_at", &V::section_at);
  f("split", &V::split);
  f("time", &V::time_unit, kTimeUnit);
  f("curves", &V::curves, kCurves);
  f("trail", &V::trail, kOnOff);
  f("poses", &V::poses, kOnOff);
  f("before", &V::poses_before, kPoses);
  f("after", &V::poses_after, kPoses);
  f("every", &V::poses_every, kEvery);
  f("gizmo", &V::gizmo_mode, kGizmoMode);
  f("space", &V::gizmo_space, kGizmoSpace);
  f("pivot", &V::gizmo_pivot, kGizmoPivot);
  f("probe", &V::probe, kOnOff);
  f("vertices", &V::vertices, kOnOff);
  f("pull", &V::pull, kOnOff);
  f("symmetry", &V::symmetric, kOnOff);
  f("snap", &V::snap, kOnOff);
  f("snap_degrees", &V::snap_degrees);
  f("snap_distance", &V::snap_distance);
  f("snap_scale", &V::snap_scale);
}

}  // namespace bindpose::words
