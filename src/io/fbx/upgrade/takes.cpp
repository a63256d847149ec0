#include <array>

#include "io/fbx/upgrade/context.h"
#include "io/fbx/upgrade/keys.h"

namespace bindpose {
namespace {

constexpr std::string_view kShape = " (Shape)";  // before 6000, after a shape's name
constexpr std::array<std::string_view, 3> kAxes{"d|X", "d|Y", "d|Z"};

class Takes {
 public:
  explicit Takes(FbxUpgrade& file) : file_(file), tree_(file.tree) {}

  void upgrade() {
    const std::uint32_t takes = fbx_child(tree_, 0, "Takes");
    if (takes == 0) return;
    for (std::uint32_t c = takes + 1; c < tree_.node[takes].end; c = tree_.node[c].end) {
      if (tree_.node[c].name == "Take") take(c);
    }
    if (tree_.version < kFbxObjectsVersion) saved_shapes();
  }

 private:
  // Before 6000 models hold how far their shapes were in when the file was written, and rest
  // without them: that is a pose of its own.
  void saved_shapes() {
    bool open = false;
    for (std::uint32_t c = 1; c < tree_.node[0].end; c = tree_.node[c].end) {
      const std::int64_t id = file_.ids.find(tree_.get(c, 0));
      if (tree_.node[c].name != "Model" || id <= 0) continue;
      each_channel(c, [&](std::uint32_t channel, const std::string& name) {
        if (!name.ends_with(kShape)) return;
        if (!open) open_stack("as saved", 0);
        open = true;
        property(channel, id, name);
      });
    }
  }

  void take(std::uint32_t node) {
    const std::string name = fbx_full_name(tree_, fbx_text(tree_.get(node, 0))).name;
    open_stack(name, node);
    for (std::uint32_t c = node + 1; c < tree_.node[node].end; c = tree_.node[c].end) {
      if (tree_.node[c].name == "Model") model(c);
    }
  }

  // A stack with one layer; `take` says when it begins and ends, where it is not 0.
  void open_stack(const std::string& name, std::uint32_t take) {
    const std::int64_t stack = file_.ids.fresh();
    file_.open_object("AnimationStack", stack, {name, "AnimStack"}, "");
    file_.out.open("Properties70");
    if (take != 0) times(take, "LocalTime", "LocalStart", "LocalStop");
    if (take != 0) times(take, "ReferenceTime", "ReferenceStart", "ReferenceStop");
    file_.out.close();
    file_.out.close();
    layer_ = file_.ids.fresh();
    file_.open_object("AnimationLayer", layer_, {"BaseLayer", "AnimLayer"}, "");
    file_.out.close();
    file_.link(layer_, stack);
  }

  void times(std::uint32_t node, std::string_view from, std::string_view start,
             std::string_view stop) {
    const std::uint32_t n = fbx_child(tree_, node, from);
    const auto first = fbx_integer(tree_.get(n, 0));
    const auto last = fbx_integer(tree_.get(n, 1));
    if (n == 0 || !first || !last) return;
    file_.time_property(start, *first);
    file_.time_property(stop, *last);
  }

  void model(std::uint32_t node) {
    const std::int64_t id = file_.ids.find(tree_.get(node, 0));
    if (id <= 0) return;
    each_channel(node, [&](std::uint32_t channel, const std::string& name) {
      if (name != "Transform") return property(channel, id, name);
      each_channel(channel, [&](std::uint32_t part, const std::string& letter) {
        if (letter == "T") property(part, id, "Lcl Translation");
        if (letter == "R") property(part, id, "Lcl Rotation");
        if (letter == "S") property(part, id, "Lcl Scaling");
      });
    });
  }

  template <typename Visit>
  void each_channel(std::uint32_t node, Visit visit) const {
    for (std::uint32_t c = node + 1; c < tree_.node[node].end; c = tree_.node[c].end) {
      if (tree_.node[c].name == "Channel") visit(c, file_.name_of_value(c, 0));
    }
  }

  bool has_values(std::uint32_t node) const {
    return fbx_child(tree_, node, "Key") != 0 || fbx_child(tree_, node, "Default") != 0;
  }

  // A channel with a curve, or with one for each axis below it.
  void property(std::uint32_t node, std::int64_t target, std::string name) {
    std::vector<std::uint32_t> curves;
    if (has_values(node)) {
      curves.push_back(node);
    } else {
      each_channel(node, [&](std::uint32_t channel, const std::string&) {
        if (curves.size() < kAxes.size() && has_values(channel)) curves.push_back(channel);
      });
    }
    if (curves.empty()) return;
    std::string shape = name;
    if (shape.ends_with(kShape)) shape.resize(shape.size() - kShape.size());
    const auto channel = file_.channel.find({target, shape});
    if (channel != file_.channel.end()) {
      target = channel->second;
      name = "DeformPercent";
    }
    write(curves, target, name);
  }

  void write(const std::vector<std::uint32_t>& curves, std::int64_t target,
             const std::string& name) {
    const std::int64_t node = file_.ids.fresh();
    file_.open_object("AnimationCurveNode", node, {name, "AnimCurveNode"}, "");
    file_.out.open("Properties70");
    for (std::size_t a = 0; a < curves.size(); ++a) {
      const auto still = fbx_real(tree_.get(fbx_child(tree_, curves[a], "Default"), 0));
      if (still) file_.property(kAxes[a], "Number", *still);
    }
    file_.out.close();
    file_.out.close();
    file_.link(node, layer_);
    file_.link(node, target, name);
    for (std::size_t a = 0; a < curves.size(); ++a) curve(curves[a], node, std::string(kAxes[a]));
  }

  void curve(std::uint32_t channel, std::int64_t node, std::string axis) {
    const auto keys = read_fbx_keys(tree_, channel);
    if (!keys) return;
    const std::int64_t id = file_.ids.fresh();
    file_.open_object("AnimationCurve", id, {"", "AnimCurve"}, "");
    file_.out.array("KeyTime", keys->time);
    file_.out.array("KeyValueFloat", keys->value);
    file_.out.array("KeyAttrFlags", keys->flags);
    file_.out.array("KeyAttrDataFloat", keys->data);
    file_.out.array("KeyAttrRefCount", std::vector<std::int32_t>(keys->time.size(), 1));
    file_.copy.children(channel, [](std::string_view name) { return name.ends_with("polation"); });
    file_.out.close();
    file_.link(id, node, std::move(axis));
  }

  FbxUpgrade& file_;
  const FbxTree& tree_;
  std::int64_t layer_ = 0;
};

}  // namespace

void upgrade_fbx_takes(FbxUpgrade& file) {
  Takes(file).upgrade();
}

}  // namespace bindpose
