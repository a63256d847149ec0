// Lessons as one HTML file that needs nothing else: text, formulas, and the model with what its
// pose is computed from, for the browser to skin by the program's own shaders (docs/handout.md).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {

// The shape of all pictures: width over height.
inline constexpr float kHandoutShape = 4.0f / 3.0f;

// Display space, as view/camera.h has it.
struct HandoutCamera {
  vec3 target{0.0f};
  float distance = 1.0f, yaw = 0.0f, pitch = 0.0f, fov_y = 0.6f;
  bool orthographic = false;
};

struct HandoutStep {
  HandoutCamera camera;
  std::vector<std::uint8_t> picture;   // WebP, of the program, for paper
  std::vector<std::uint8_t> question;  // likewise, before the answer, of a step that asks
  // Of a step that goes through the spaces from the start: the end of its way, and what is said
  // there. Empty: of no such step.
  std::vector<std::uint8_t> walked{};
  std::string walked_words{};
};

// How a model looks, as far as the model itself does not say.
struct HandoutLook {
  std::vector<vec3> joint_color;  // sRGB, #J
  float ground = 0.0f;            // where the grid lies, display space
  float grid_major = 1.0f, grid_minor = 0.1f;
};

struct HandoutLesson {
  const LessonPlan* plan = nullptr;
  std::map<const Model*, HandoutLook> look;       // of its model, and of those of single steps
  std::vector<HandoutStep> steps;                 // one a step
  std::vector<std::vector<std::uint8_t>> images;  // one of Lesson::images, WebP; empty: missing
};

// What does not belong to a lesson.
struct HandoutParts {
  std::string page, style, script;        // of assets/handout
  std::string skin_shader, light_shader;  // the program's own, GLSL 3.30 with its includes
  std::vector<std::pair<std::string, std::string>>
      page_shaders;                            // name and text, GLSL ES 3.00: of assets/handout
  std::vector<vec3> weight_ramp, signed_ramp;  // sRGB
  vec3 zero_color{0.0f}, none_color{0.0f};     // weight 0, without weights
};

// The whole file, of at least one lesson. `title` stands over them, with a table of contents; where
// it is empty there is one lesson, which has its own. Throws std::runtime_error with one sentence
// where the page's parts are not what they should be.
std::string handout_page(std::span<const HandoutLesson> lessons, const HandoutParts& parts,
                         const std::string& title = {});

// The positions that a step's sliders stop at in a handout: at each of them the program has
// computed what the text says. The first slider's stops run fastest.
struct HandoutStops {
  std::vector<std::vector<double>> slider;  // ascending, its start among them
  std::size_t count() const;                // of positions
  std::vector<double> at(std::size_t position) const;
  std::size_t start(const LessonStep& step) const;
};
HandoutStops handout_stops(const LessonStep& step);

}  // namespace bindpose
