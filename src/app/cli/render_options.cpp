// The options of `bindpose render` that say what is drawn, from where, and what moves.
#include <CLI/CLI.hpp>

#include "app/cli/cli_options.h"

namespace bindpose::app {

namespace {

void add_what_is_drawn(CLI::App* renderer, RenderArgs& render) {
  renderer->add_option(
      "--show", render.show,
      "shaded, weights, joints, dominant, influences, sum, limit:N (1 to 8), distance, normals "
      "(degrees that the usual normal is off by), apart, weights-apart (with --diff)");
  renderer->add_option(
      "--normals", render.normals,
      "usual: by the inverse transpose of the blended 3x3; exact: of the posed surface; plain: by "
      "the 3x3 itself, to see what is wrong with it");
  renderer->add_option("--tone", render.tone, "Bright colours: soft, filmic, plain (sRGB)");
  renderer->add_option("--joint", render.joint, "The joint to select");
  renderer->add_option("--panes", render.panes, "1, 2, 4, split: --method beside --compare");
  renderer->add_option("--compare", render.compare,
                       "The other deformer, of --panes and --show distance (dqs)");
  renderer->add_option("--split", render.split, "Where the line of --panes split stands, 0 to 1")
      ->check(CLI::Range(0.0f, 1.0f));
  renderer->add_option("--hide", render.hide, "A mesh that is not drawn; may be repeated")
      ->expected(1)
      ->take_all();
  renderer->add_option(
      "--formula", render.formula,
      "Large over the view, as in a lesson: world, skin, vertex, normal, rigid, chain or weights");
  renderer->add_flag("--no-skeleton", render.no_skeleton, "The surface alone");
  renderer->add_flag("--light", render.light, "Light colours");
}

void add_film(CLI::App* renderer, RenderArgs& render) {
  const auto group = "Film";
  renderer
      ->add_option("--turntable", render.turntable,
                   "The camera goes once around in so many seconds")
      ->group(group);
  renderer
      ->add_option("--frames", render.frames, "FIRST:LAST, frames of --clip (0 to the last one)")
      ->group(group);
  renderer->add_option("--fps", render.fps, "Frames a second (the clip's, or 30)")->group(group);
  renderer->add_flag("--tell-progress", render.tells_progress, "For programs")->group("");
}

void add_camera(CLI::App* renderer, RenderArgs& render) {
  renderer->add_option("--from", render.from, "front, back, left, right or top");
  renderer->add_option("--orbit", render.orbit_degrees, "Turn the view by so many degrees");
  renderer->add_option(
      "--camera", render.camera,
      "The view in the words of a lesson's step: \"yaw 12 pitch 8 target 0 1 0 height 2\"");
}

}  // namespace

void add_render_options(CLI::App* command, RenderArgs& render) {
  add_film(command, render);
  add_what_is_drawn(command, render);
  add_camera(command, render);
}

}  // namespace bindpose::app
