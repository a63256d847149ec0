// `bindpose render`: the window's own loop with another context and clock.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/open_scene.h"
#include "app/cli/render_film.h"
#include "app/cli/settle.h"
#include "app/gl_context.h"
#include "app/large_pages.h"
#include "app/paths.h"
#include "app/viewer/viewer.h"
#include "io/files/image_io.h"
#include "io/files/image_pixels.h"
#include "io/text/clean_text.h"
#include "io/text/scene_json.h"
#include "render/gpu/screen_target.h"
#include "scene/diff/follow.h"
#include "scene/edit/text/edit_words.h"
#include "scene/lesson/lesson_plan.h"
#include "scene/names.h"
#include "scene/near_match.h"
#include "view/joints/joint_colors.h"

namespace bindpose::app {

namespace {

Panes panes_of(const std::string& text) {
  if (text.empty() || text == "1") return Panes::One;
  if (text == "2") return Panes::Two;
  if (text == "4") return Panes::Four;
  if (text == "split") return Panes::Split;
  throw UsageError("--panes " + text + ": it is 1, 2, 4 or split");
}

// "weights", ..., "limit:4".
void set_show(const std::string& text, ViewSettings& view) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string name = text.substr(0, colon),
                    number = text.substr(std::min(colon + 1, text.size()));
  std::string names;
  bool known = false;
  for (const auto& word : words::kShow) {
    names += (names.empty() ? "" : ", ") + std::string(word.text) +
             (word.value == Show::Limit ? ":N" : "");
    if (word.text != name) continue;
    known = true;
    view.show = word.value;
  }
  if (!known) throw UsageError("--show " + text + ": it is one of " + names);
  if (view.show == Show::Limit) {
    for (const auto& word : words::kLimit) {
      if (word.text == number) {
        view.limit = word.value;
        return;
      }
    }
    throw UsageError("--show " + text +
                     ": limit takes the number of influences that are kept, 1 to " +
                     std::to_string(kMaxLimit) + ", as in limit:4");
  }
  if (colon != text.size()) throw UsageError("--show " + text + ": only limit takes a number");
}

// The options over what a workspace shows; of a model, over how it is shown at first.
ViewSettings view_settings(const RenderArgs& args, ViewSettings view) {
  if (!args.show.empty()) set_show(args.show, view);
  const auto normals =
      std::ranges::find(words::kNormals, args.normals, &words::Word<NormalUse>::text);
  if (normals != std::end(words::kNormals)) {
    view.normals = normals->value;
  } else if (!args.normals.empty()) {
    throw UsageError("--normals " + args.normals + ": it is 'exact', 'usual' or 'plain'");
  }
  const auto tone = std::ranges::find(words::kTone, args.tone, &words::Word<Tone>::text);
  if (tone != std::end(words::kTone)) {
    view.tone = tone->value;
  } else if (!args.tone.empty()) {
    throw UsageError("--tone " + args.tone + ": it is 'soft', 'filmic' or 'plain'");
  }
  if (args.no_skeleton) view.skeleton = false;
  if (args.light) view.dark = false;
  if (args.pose.raw_weights) view.weights = WeightUse::Raw;
  if (!args.pose.method.empty()) view.method = deformer_of(args.pose.method);
  if (!args.compare.empty()) view.compare = deformer_of(args.compare, "--compare");
  if (!args.panes.empty()) view.panes = panes_of(args.panes);
  // An edit may still divide the view, or show the map.
  const bool edits = !args.pose.edits.empty();
  if (!args.compare.empty() && view.panes == Panes::One && view.show != Show::Distance && !edits) {
    throw UsageError("--compare needs a second pane: --panes 2, 4 or split, or --show distance");
  }
  if (args.split && view.panes != Panes::Split && !edits) {
    throw UsageError("--split is the line of --panes split: add that");
  }
  if (args.split) view.split = *args.split;
  if (args.diff.empty() && tells_of_two(view.show)) {
    throw UsageError("--show " + args.show + " is about another file: name it with --diff");
  }
  if (!args.diff.empty() && (args.panes == "4" || !args.compare.empty())) {
    throw UsageError(
        "--diff shows two files: --panes is 1, 2 or split, and --compare, for deformers, "
        "has no place");
  }
  return view;
}

// The joint to show: the one named, else for weights the one that most vertices follow, by the
// weights as they are edited.
int choose_joint(const Scene& scene, const RenderArgs& args) {
  const Model& model = *scene.model;
  if (!args.joint.empty()) {
    std::string error;
    const auto edit = parse_edit("select \"" + args.joint + "\"", model, error);
    if (!edit) throw UsageError("--joint " + args.joint + ": " + error);
    return edit->get<SetSelection>().joint;
  }
  if (args.show != "weights") return -1;
  std::vector<double> sum(static_cast<std::size_t>(model.skeleton.size()), 0.0);
  for (const BoundMesh& bound : bound_meshes(scene)) {
    const Influences& in = bound.influences;
    const Skin& skin = bound.skin;
    if (!skin.skinned) continue;
    for (std::size_t k = 0; k < in.slot.size(); ++k) {
      const int joint = skin.joint[in.slot[k]];
      sum[static_cast<std::size_t>(joint)] += static_cast<double>(in.weight[k]);
    }
  }
  int best = -1;
  for (std::size_t j = 0; j < sum.size(); ++j) {
    if (sum[j] > 0.0 && (best < 0 || sum[j] > sum[static_cast<std::size_t>(best)])) {
      best = static_cast<int>(j);
    }
  }
  if (best >= 0) {
    tell({"no --joint given; showing the weights of '" +
          model.skeleton.name[static_cast<std::size_t>(best)] + "'"});
  }
  return best;
}

std::vector<Edit> edits_that_hide(const Model& model, const std::vector<std::string>& names) {
  std::vector<Edit> edits;
  for (const std::string& name : names) {
    const int mesh = find_mesh(model, name);
    if (mesh < 0) {
      std::vector<std::string> known;
      for (const Mesh& m : model.meshes) known.push_back(m.name);
      const std::string hint = did_you_mean(name, known);
      throw UsageError("--hide " + name + ": there is no such mesh" +
                       (hint.empty() ? "; 'bindpose info' lists them" : hint));
    }
    edits.push_back(ShowMesh{mesh, false});
  }
  return edits;
}

Camera choose_camera(Camera camera, const RenderArgs& args) {
  if (args.from == "front") return look_from(camera, Side::Front);
  if (args.from == "back") return look_from(camera, Side::Back);
  if (args.from == "left") return look_from(camera, Side::Left);
  if (args.from == "right") return look_from(camera, Side::Right);
  if (args.from == "top") return look_from(camera, Side::Top);
  if (!args.from.empty()) {
    throw UsageError("--from " + args.from + ": it is front, back, left, right or top");
  }
  camera.yaw += glm::radians(static_cast<float>(std::fmod(args.orbit_degrees, 360.0)));
  return camera;
}

// The largest value of a map of distances, which a picture alone would not tell to a script.
void tell_largest(const SurfaceMap* map) {
  if (map == nullptr || (!depends_on_pose(map->show) && !tells_of_two(map->show))) return;
  const Legend& legend = map->legend;
  tell({legend.title + ": " + legend.note + (legend.where.empty() ? "" : "; ") + legend.where});
}

// The words of --camera and --formula, where they say something.
std::optional<LessonCamera> wanted_camera(const RenderArgs& args) {
  if (std::ranges::find(kLessonFormulas, args.formula) == std::end(kLessonFormulas) &&
      !args.formula.empty()) {
    std::string names;
    for (const std::string_view word : kLessonFormulas)
      names += (names.empty() ? "" : ", ") + std::string(word);
    throw UsageError("--formula " + args.formula + ": it is one of " + names);
  }
  if (args.camera.empty()) return std::nullopt;
  if (!args.from.empty() || args.orbit_degrees != 0.0)
    throw UsageError("--camera says all of the view: leave --from and --orbit out");
  try {
    return parse_camera(args.camera);
  } catch (const std::runtime_error& e) {
    throw UsageError("--camera: " + std::string(e.what()));
  }
}

void check_wanted(const RenderArgs& args, const std::optional<LessonCamera>& camera,
                  const Scene& scene) {
  const std::string framed = camera ? camera_problem(*camera, *scene.model) : "";
  if (!framed.empty()) throw UsageError("--camera: " + framed);
  const std::string told = formula_problem(args.formula, scene);
  if (!told.empty()) throw UsageError("--formula " + args.formula + ": " + told);
}

struct Imported {
  OpenedScene opened;
  std::vector<vec3> joint_colors;
  Scene other;  // of --diff
};

// Beside the model, in its pose.
void show_other(Viewer& viewer, const RenderArgs& args, Scene other) {
  viewer.set_tolerance(args.tolerance);
  viewer.show_comparison(std::move(other), args.diff);
  ViewSettings view = viewer.document().scene().view;
  if (!args.panes.empty()) view.panes = panes_of(args.panes);
  viewer.apply({SetView{view}});
  const std::string lag = lag_words(viewer.comparison().lag());
  if (!lag.empty()) {
    std::fprintf(stderr, "bindpose: note: %s: %s\n", shown_sentence(args.diff).c_str(),
                 shown_sentence(lag).c_str());
  }
}

// What draws, made while the model is being read.
struct Stage {
  std::future<FontFiles> fonts = std::async(std::launch::async, find_fonts);
  OffscreenContext context;
  ScreenTarget target;
  Viewer viewer;

  explicit Stage(const RenderArgs& args)
      : target(args.width * args.supersample, args.height * args.supersample),
        viewer(options_for(args, target)) {}

  // Of the size that was asked for, its alpha as PNG has it.
  Image picture(const RenderArgs& args) const {
    const bool transparent = args.background == "transparent";
    Image image = transparent ? target.read_with_alpha() : target.read_pixels();
    if (args.supersample > 1) image = shrunk(image, args.supersample);
    if (transparent) make_straight(image);
    return image;
  }

  ViewerOptions options_for(const RenderArgs& args, const ScreenTarget& to) {
    ViewerOptions options;
    options.shaders = shader_folder();
    options.fonts = fonts.get();
    options.panels = args.panels;
    options.framebuffer = to.framebuffer();
    options.still = true;
    options.transparent = args.background == "transparent";
    return options;
  }
};

}  // namespace

int run_render(const RenderArgs& args) {
  use_large_pages();
  refuse_to_replace(args.model, args.output);
  const bool film = wants_film(args);
  if (film) {
    check_film_args(args);
  } else if (!args.output.ends_with(".png") && !args.output.ends_with(".PNG")) {
    throw UsageError("-o " + args.output +
                     ": the picture is written as PNG; end the name in .png (of a film in .gif, "
                     ".mp4, .webm or '/')");
  }
  if (!args.background.empty() && args.background != "theme" && args.background != "transparent") {
    throw UsageError("--background " + args.background + ": it is theme or transparent");
  }
  if (!std::isfinite(args.orbit_degrees)) {
    throw UsageError("--orbit needs a finite number of degrees");
  }
  view_settings(args, {});  // wrong words are told before anything is read
  const std::optional<LessonCamera> camera = wanted_camera(args);
  std::future<Imported> import = std::async(std::launch::async, [&args] {
    Imported out{open_scene(args.model, {}, args.import), {}, {}};
    out.joint_colors = joint_colors(out.opened.scene.model);
    if (!args.diff.empty()) out.other = open_scene(args.diff, {}, args.import).scene;
    return out;
  });
  std::optional<Stage> stage;
  try {
    stage.emplace(args);
  } catch (...) {
    import.get();  // a file that cannot be read is told first
    throw;
  }
  auto [opened, colors, other] = import.get();
  const std::shared_ptr<const Model> model = opened.scene.model;
  const std::vector<Edit> hidden_meshes = edits_that_hide(*model, args.hide);

  Viewer& viewer = stage->viewer;
  viewer.ui_state().presenter = args.presenter;
  viewer.show(model, std::move(colors));
  opened.scene.view = view_settings(args, opened.scene.view);
  Document posed(std::move(opened.scene));
  for (const std::string& note : apply_pose(args.pose, posed, args.import)) {
    std::fprintf(stderr, "bindpose: note: %s\n", shown_sentence(note).c_str());
  }
  if (!args.normals.empty() && std::ranges::any_of(model->meshes, &Mesh::flat)) {
    std::fprintf(stderr,
                 "bindpose: note: meshes without normals in their file are lit by their triangles, "
                 "whatever --normals says\n");
  }
  const int joint = choose_joint(posed.scene(), args);
  if (joint >= 0) posed.apply({SetSelection{joint}});
  check_wanted(args, camera, posed.scene());
  viewer.ui_state().formula = args.formula;
  viewer.set_document(std::move(posed));

  for (const Edit& edit : hidden_meshes) viewer.apply({edit});
  if (!args.diff.empty()) show_other(viewer, args, std::move(other));

  Input input;
  const auto finer = static_cast<float>(args.supersample);
  input.size = finer * vec2(static_cast<float>(args.width), static_cast<float>(args.height));
  input.scale = finer * args.scale;
  viewer.step(input, 1.0 / 60.0);  // lays out the view, so that the camera can be set for it
  if (!args.from.empty() || args.orbit_degrees != 0.0) {
    viewer.set_camera(choose_camera(viewer.camera(), args));
    viewer.frame_all();
  } else if (camera) {
    settle(viewer, input);  // what lies over the view is known: it stands clear of that
    viewer.look_as(*camera);
  } else if (opened.camera) {
    viewer.set_camera(camera_of(*opened.camera, viewer.camera()));
  }
  int code = kGood;
  if (film) {
    code = render_film(args, viewer, input, !opened.camera && !camera,
                       [&] { return stage->picture(args); });
  } else {
    settle(viewer, input);
    viewer.draw_still(input);
    write_or_blame("-o", args.output,
                   [&] { write_png(args.output, stage->picture(args), args.recipe); });
    tell_largest(viewer.map());
    tell_largest(viewer.map_beside());
  }
  if (args.json) print(written_line(args.model, args.output));
  // The picture is written: all that was made for it goes at once with the process, not piece by
  // piece.
  std::fflush(nullptr);
  std::_Exit(code);
}

}  // namespace bindpose::app
