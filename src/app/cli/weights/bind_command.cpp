// `bindpose bind`: new weights for a model, written with its whole rig.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>

#include "app/cli/commands.h"
#include "app/import/plain_file.h"
#include "io/export/rig.h"
#include "scene/near_match.h"
#include "scene/segment_binding.h"

namespace bindpose::app {

namespace {

float radius_from(std::string_view text, const std::string& whole) {
  float value = 0.0f;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) ||
      value < 0.0f) {
    throw UsageError("--radius " + whole +
                     ": it is a length in the file's units, as in 0.2, or NAME=0.2 for one joint");
  }
  return value;
}

SegmentRadii parse_radii(const std::vector<std::string>& texts, const Skeleton& skeleton) {
  SegmentRadii radii;
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos) {
      radii.all = radius_from(text, text);
      continue;
    }
    const std::string name = text.substr(0, equals);
    const int joint = find_joint(skeleton, name);
    if (joint < 0) {
      throw UsageError("--radius " + text + ": there is no joint '" + name + "'" +
                       did_you_mean(name, skeleton.name));
    }
    radii.of.emplace_back(joint, radius_from(std::string_view(text).substr(equals + 1), text));
  }
  return radii;
}

}  // namespace

int run_bind(const BindArgs& args) {
  refuse_to_replace(args.model, args.output);
  if (args.method != "segment") {
    throw UsageError("--method " + args.method + ": the way to bind is 'segment'");
  }
  const std::shared_ptr<const Model> model = import_for_command(args.model, {}, args.import);
  const SegmentRadii radii = parse_radii(args.radius, model->skeleton);
  SegmentBinding binding;
  try {
    binding = bind_by_segments(*model, radii);
  } catch (const std::runtime_error& e) {
    throw ImportError(e.what());
  }
  Document document(make_scene(model));
  document.apply({edit_of(binding)});
  write_or_blame([&] {
    tell(export_rig(document.scene(), args.output, nullptr, GlbPacking::None,
                    plain_in_child(args.import)));
  });
  std::printf("%zu vertices of %zu mesh%s bound to %zu bone%s; %zu vertices without weights\n",
              binding.vertices, binding.weights.size(), binding.weights.size() == 1 ? "" : "es",
              binding.reach.segments.size(), binding.reach.segments.size() == 1 ? "" : "s",
              binding.unweighted);
  return kGood;
}

}  // namespace bindpose::app
