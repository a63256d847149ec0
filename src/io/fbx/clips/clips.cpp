#include <algorithm>
#include <cmath>
#include <limits>

#include "io/fbx/clips/curve.h"
#include "io/fbx/clips/motion.h"
#include "io/fbx/file.h"
#include "io/text/clean_text.h"
#include "io/text/import_report.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// Bytes of curves over all clips; a real file has a fraction of it.
constexpr std::size_t kMaxCurveBytes = std::size_t{1} << 30;
// A joint can take over the scales of so many ancestors that are animated.
constexpr std::size_t kMaxInherited = 64;

// One node's part in a clip.
struct NodeMotion {
  FbxLocal local;  // parts that stand still, as they are in the clip
  FbxMotion motion;
};

class FbxClips {
 public:
  FbxClips(const FbxFile& fbx, const FileTree& tree, const MorphChannels& morphs,
           std::size_t& budget)
      : fbx_(fbx),
        tree_(tree),
        morphs_(morphs),
        budget_(budget),
        source_(fbx_scale_source(fbx, tree)),
        users_(fbx.scene.morphs.size()) {
    for (std::size_t m = 0; m < fbx.scene.models.size(); ++m) {
      const std::vector<int>& own = fbx.scene.morphs_of[m];
      if (fbx.node_of[m] < 0) continue;
      const int joint = tree.joint[idx(fbx.node_of[m])];
      for (std::size_t k = 0; k < own.size(); ++k) users_[idx(own[k])].emplace_back(joint, k);
    }
  }

  Clip read(const FbxStack& stack) {
    notes_ = {};
    motion_.clear();
    const double stop = set_clock(stack);
    clock_.duration = std::max(0.0, (stop - clock_.start) / clock_.ticks_per_second);
    read_motion(stack);
    Clip clip;
    clip.duration = clock_.duration;
    clip.rate = fbx_.scene.frame_rate;
    for (std::size_t n = 0; n < tree_.nodes.size(); ++n) {
      JointTrack track;
      if (make_track(static_cast<int>(n), track)) clip.tracks.push_back(std::move(track));
    }
    std::sort(clip.tracks.begin(), clip.tracks.end(),
              [](const JointTrack& a, const JointTrack& b) { return a.joint < b.joint; });
    read_morphs(stack, clip);
    return clip;
  }

  const FbxMotionNotes& notes() const { return notes_; }
  std::size_t lost_models() const { return lost_.size(); }
  std::size_t lost_morphs() const { return lost_morphs_; }
  bool moves() const {
    return shapes_move_ || std::any_of(motion_.begin(), motion_.end(),
                                       [](const auto& m) { return !m.second.motion.empty(); });
  }

 private:
  // A clip plays what the stack says, or else from its first key to its last. Returns where it
  // stops, in ticks.
  double set_clock(const FbxStack& stack) {
    clock_.ticks_per_second = fbx_.scene.ticks_per_second;
    clock_.start = static_cast<double>(stack.start);
    const double stop = static_cast<double>(stack.stop);
    if (stack.start != 0 || stack.stop != 0) return stop;
    double first = std::numeric_limits<double>::infinity();
    double last = -first;
    const auto widen = [&](std::uint32_t curve) {
      const auto span = curve == 0 ? std::nullopt : fbx_curve_span(fbx_.scene.tree, curve, budget_);
      if (!span) return;
      first = std::min(first, static_cast<double>(span->first));
      last = std::max(last, static_cast<double>(span->last));
    };
    for (const FbxLayer& layer : stack.layers) {
      for (const FbxAnimated& a : layer.animated)
        std::for_each(a.curve.begin(), a.curve.end(), widen);
      for (const FbxAnimatedMorph& a : layer.morphs) widen(a.curve);
    }
    if (!(first <= last)) return stop;
    clock_.start = first;
    return last;
  }

  void read_motion(const FbxStack& stack) {
    std::map<int, std::vector<FbxLayered>> by_node;
    lost_.clear();
    for (std::size_t l = 0; l < stack.layers.size(); ++l) {
      for (const FbxAnimated& a : stack.layers[l].animated) {
        const int node = fbx_.node_of[idx(a.model)];
        if (node < 0) {
          lost_.push_back(a.model);
        } else {
          by_node[node].push_back({&stack.layers[l], stack.layers[l].base, &a});
        }
      }
    }
    std::sort(lost_.begin(), lost_.end());
    lost_.erase(std::unique(lost_.begin(), lost_.end()), lost_.end());
    for (const auto& [node, layered] : by_node) {
      NodeMotion& m = motion_[node];
      m.local = fbx_.scene.models[idx(fbx_.model_of[idx(node)])].local;
      read_fbx_motion(fbx_.scene.tree, layered, clock_, budget_, m.local, m.motion, notes_);
    }
  }

  // A mesh that is there several times moves everywhere alike.
  void read_morphs(const FbxStack& stack, Clip& clip) {
    lost_morphs_ = 0;
    shapes_move_ = false;
    std::map<int, std::vector<FbxLayeredMorph>> by_morph;
    for (std::size_t l = 0; l < stack.layers.size(); ++l) {
      for (const FbxAnimatedMorph& a : stack.layers[l].morphs) {
        by_morph[a.morph].push_back({&stack.layers[l], stack.layers[l].base, &a});
      }
    }
    for (const auto& [morph, layered] : by_morph) {
      const Curve curve = read_fbx_morph(fbx_.scene.tree, layered, clock_, budget_,
                                         fbx_.scene.morphs[idx(morph)].weight, notes_);
      for (const auto& [joint, number] : users_[idx(morph)]) {
        const int channel = find_morph(morphs_, joint, number);
        if (channel < 0) {
          ++lost_morphs_;
        } else if (take(curve.key.size() * sizeof(CurveKey))) {
          clip.morphs.push_back({channel, {}, curve});
          shapes_move_ = shapes_move_ || curve.key.size() > 1;
        }
      }
    }
  }

  const NodeMotion* motion_of(int node) const {
    const auto found = motion_.find(node);
    return found == motion_.end() ? nullptr : &found->second;
  }

  // The scale of a node by itself, in this clip.
  ComponentCurves own_scale(int node) const {
    const NodeMotion* m = motion_of(node);
    if (m != nullptr) {
      const auto scaling = m->motion.find(FbxPart::Scaling);
      if (scaling != m->motion.end()) return scaling->second.curves;
      return fbx_still(m->local, FbxPart::Scaling);
    }
    ComponentCurves out;
    out.target = CurveTarget::Scale;
    const int model = fbx_.model_of[idx(node)];
    out.fallback = model < 0 ? decompose(tree_.nodes[idx(node)].own_local).s
                             : vec3(fbx_.scene.models[idx(model)].local[FbxPart::Scaling]);
    return out;
  }

  // The scales that `node` hands on: its own and those that it takes over; what stands still of
  // them as one.
  std::vector<ComponentCurves> handed_on(int node) {
    std::vector<ComponentCurves> out;
    ComponentCurves still;
    still.target = CurveTarget::Scale;
    still.fallback = vec3(1.0f);
    for (; node >= 0; node = source_[idx(node)]) {
      ComponentCurves own = own_scale(node);
      const bool moving = std::any_of(own.axis.begin(), own.axis.end(),
                                      [](const Curve& c) { return !c.key.empty(); });
      if (!moving) {
        still.fallback = still.fallback * own.fallback;
      } else if (out.size() < kMaxInherited && take(own)) {
        out.push_back(std::move(own));
      }
    }
    if (still.fallback != vec3(1.0f)) out.push_back(std::move(still));
    return out;
  }

  // Whether there is memory left for a copy.
  bool take(const ComponentCurves& curves) {
    std::size_t bytes = 0;
    for (const Curve& c : curves.axis) bytes += c.key.size() * sizeof(CurveKey);
    return take(bytes);
  }
  bool take(std::size_t bytes) {
    if (bytes > budget_) return false;
    budget_ -= bytes;
    return true;
  }

  bool scales_in_clip(int node) const {
    for (; node >= 0; node = source_[idx(node)]) {
      if (motion_of(node) != nullptr) return true;
    }
    return false;
  }

  bool make_track(int node, JointTrack& out) {
    const NodeMotion* own = motion_of(node);
    const int parent = tree_.nodes[idx(node)].parent;
    const bool inherits = parent >= 0 && fbx_inherit(fbx_, node) != FbxInherit::Ordinary;
    if (own == nullptr && !(inherits && scales_in_clip(parent))) return false;
    const FbxLocal& rest = fbx_.scene.models[idx(fbx_.model_of[idx(node)])].local;
    out.joint = tree_.joint[idx(node)];
    out.factors = own != nullptr ? fbx_factors(own->local, own->motion) : fbx_factors(rest, {});
    if (inherits) {
      out.left_out = handed_on(parent);
      out.taken_over = handed_on(source_[idx(node)]);
    }
    return std::all_of(out.factors.begin(), out.factors.end(),
                       [](const TrackFactor& f) { return is_finite(f.matrix); });
  }

  const FbxFile& fbx_;
  const FileTree& tree_;
  const MorphChannels& morphs_;
  std::size_t& budget_;
  std::vector<int> source_;
  std::vector<std::vector<std::pair<int, std::size_t>>> users_;  // morph: joints, its number there
  FbxClock clock_;
  std::map<int, NodeMotion> motion_;
  std::vector<int> lost_;
  std::size_t lost_morphs_ = 0;
  bool shapes_move_ = false;
  FbxMotionNotes notes_;
};

void report_clip(const FbxClips& reader, const std::string& place, Model& model) {
  const FbxMotionNotes& notes = reader.notes();
  if (!reader.moves()) {
    report(model, Severity::Info, place, "Nothing moves in it: it holds one pose.");
  }
  if (reader.lost_models() > 0) {
    report(model, Severity::Warning, place,
           counted(reader.lost_models(), "moving node was", "moving nodes were") +
               " not found among the joints; left out.");
  }
  if (reader.lost_morphs() > 0) {
    report(model, Severity::Warning, place,
           counted(reader.lost_morphs(), "moving morph has", "moving morphs have") +
               " no shape that could be read; left out.");
  }
  if (notes.bad_curves > 0) {
    report(model, Severity::Warning, place,
           counted(notes.bad_curves, "curve is", "curves are") + " damaged; left out.");
  }
  if (notes.baked > 0) {
    report(model, Severity::Info, place,
           "Its animation layers were combined into 240 keys a second for " +
               counted(notes.baked, "property.", "properties."));
  }
  if (notes.cut_short > 0) {
    report(model, Severity::Warning, place,
           counted(notes.cut_short, "curve repeats", "curves repeat") +
               " more often than can be kept; beyond the keys in the file the end values hold.");
  }
}

}  // namespace

void add_fbx_clips(const FbxFile& fbx, const FileTree& tree, const MorphChannels& morphs,
                   Model& model) {
  std::size_t budget = kMaxCurveBytes;
  FbxClips reader(fbx, tree, morphs, budget);
  for (const FbxStack& stack : fbx.scene.stacks) {
    if (!stack.moves) continue;
    Clip clip = reader.read(stack);
    clip.name = clean_text(stack.name);
    if (clip.name.empty()) clip.name = "clip " + std::to_string(model.clips.size());
    report_clip(reader, "clip " + clip.name, model);
    model.clips.push_back(std::move(clip));
  }
}

}  // namespace bindpose
