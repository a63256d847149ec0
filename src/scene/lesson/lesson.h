// A lesson: text in steps, and for each step the state of the scene that it is told about. Read
// from Markdown (docs/lessons.md describes the format); plain data that knows no model yet:
// scene/lesson/lesson_plan.h fits it to one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "math/types.h"

namespace bindpose {

// A number that the text states. `quantity` is in words: "volume ratio", "T forearm", "slider Bend"
// (scene/lesson/expression.h).
struct LessonFigure {
  enum Test { None, Equal, Less, Greater };
  int line = 0;  // in the file, from 1
  std::string quantity;
  Test test = None;
  double expected = 0.0;
  double tolerance = 0.0;  // of Equal: half a unit of the last digit written unless given
  int decimals = -1;       // as `expected` was written; -1: not said
};

// What an `expect` line demands: a comparison of two expressions (scene/lesson/expression.h).
struct LessonExpectation {
  enum Where { Start, Always, Within };  // sliders: at their start, anywhere, from `low` to `high`
  enum Test { Equal, Less, AtMost, Greater, AtLeast };
  int line = 0;
  Where where = Start;
  double low = 0.0, high = 0.0;  // of the step's only slider
  std::string left, right;
  Test test = Equal;
  double tolerance = 0.0;
};

// Formulas with the numbers of the frame that a step may show: W_j, T_j, v', n', Q_j with
// t_j, W_j as the product of all factors from the root, and weights from distances.
inline constexpr std::string_view kLessonFormulas[] = {"world", "skin",  "vertex", "normal",
                                                       "rigid", "chain", "weights"};

// A run of text in one face.
struct LessonSpan {
  enum Kind { Plain, Bold, Code, Formula, Figure };
  Kind kind = Plain;
  std::string text;  // of a Figure: empty
  int figure = -1;   // index into LessonStep::figures, or -1
  std::string link;  // "https://...": where a click goes; "": nowhere
};
using LessonSpans = std::vector<LessonSpan>;

enum class LessonAlign { Left, Center, Right };

struct LessonBlock {
  enum Kind { Paragraph, Item, Formula, Table, Image, Code };
  Kind kind = Paragraph;
  std::string marker;                          // of an Item: "1." or "" for a bullet
  LessonSpans spans;                           // of Code: one, with its lines
  int level = 0;                               // lists that it stands in
  bool quoted = false;                         // stands in a quote
  int image = -1;                              // index into Lesson::images, or -1
  std::vector<std::vector<LessonSpans>> rows;  // of a Table: its head, then the others
  std::vector<LessonAlign> align;              // of its columns
};

// A picture of the text.
struct LessonImage {
  int line = 0;
  std::string path;   // from the lesson's folder
  std::string words;  // what it shows
};

struct LessonLine {
  int line = 0;
  std::string text;
};

// From where the step is looked at. Display space.
struct LessonCamera {
  int line = 0;
  float yaw = 0.0f;  // radians, as Camera has them
  float pitch = 0.0f;
  bool orthographic = false;
  std::vector<std::string> frame;  // joints that fill the view; empty: the whole model
  std::optional<vec3> target;      // with `height`: exactly this place instead
  std::optional<float> height;     // metres that the view's shorter side shows
  float zoom = 1.0f;               // after framing: 2 shows things twice as large
};

// What the audience may move. `edit` holds "{}" where the value goes. The unit is what the value is
// shown in: lengths in m, cm and mm become the file's own, and % hundredths, where it goes into the
// edit (slider_text in scene/lesson/lesson_plan.h).
struct LessonSlider {
  int line = 0;
  std::string label, unit;
  double low = 0.0, high = 1.0, start = 0.0;
  double by = 0.0;  // values are whole multiples of it; 0: as slider_step() finds
  std::string edit;
};

// One of a question's answers.
struct LessonOption {
  int line = 0;
  LessonSpans text;
  bool stated_right = false;
  std::optional<LessonExpectation> holds_if;  // what is so where this one is right
};

// What a step asks before it shows the answer: a place in the view, a number, or one of several
// options. Text above its block is the question's: the first `blocks` of LessonStep::text, with the
// first `figures` of LessonStep::figures. Until the reveal neither the step's sliders nor `then`
// are in the scene.
struct LessonPrediction {
  enum Kind { Place, Number, Choice };
  int line = 0;
  Kind kind = Choice;
  LessonSpans question;
  int answer_line = 0;
  std::string joint;                  // of a Place: whose; "": the pinned vertex
  std::string expression, unit;       // of a Number; unit "": the quantity's own
  double expected = 0.0;              // of a Number, as the file has it
  int decimals = 0;                   // that it is written with
  double within = 0.0;                // how far off a guess may be; of a Place in cm
  std::vector<LessonOption> options;  // of a Choice
  std::vector<LessonLine> then;       // edits that come with the answer
  std::size_t blocks = 0, figures = 0;
};

// `curve A, B over SLIDER`: what becomes of quantities while a slider moves, drawn over the view.
struct LessonCurves {
  int line = 0;
  std::vector<std::string> quantity;  // in words, at least one
  std::string slider;                 // its label or first words; "": the step's only one
};

struct LessonStep {
  int line = 0;
  std::string title;
  std::string model;  // in place of the lesson's, as Lesson::model; "": the lesson's
  int model_line = 0;
  std::vector<LessonBlock> text;
  std::vector<LessonLine>
      edits;  // after those of Lesson::start, in the text form of scene/edit/edit.h
  std::optional<LessonCamera> camera;  // none: Lesson::camera
  std::string formula;                 // shown large over the view: one of kLessonFormulas, or ""
  int formula_line = 0;
  std::vector<LessonSlider> sliders;
  std::optional<LessonCurves> curves;
  std::vector<LessonFigure> figures;  // of the text
  std::vector<LessonExpectation> expectations;
  std::optional<LessonPrediction> predict;
  std::vector<LessonBlock> notes;  // for who speaks: the audience never sees them
  double minutes = 0.0;            // that its speaker plans for it; 0: not said
};

struct Lesson {
  std::string title, summary;
  double minutes = 0.0;  // that are planned for it; 0: not said
  std::string model;     // a path: from the lesson's folder, or a demo model's name; "": any model
  int model_line = 0;
  std::vector<LessonLine> start;  // edits before those of every step
  std::optional<LessonCamera> camera;
  std::vector<LessonStep> steps;  // at least one
  std::vector<LessonImage> images;
};

// Reads the Markdown text. On failure nothing is returned and `error` is one sentence: "Line 12:
// ..." with what was found and what was expected.
std::optional<Lesson> parse_lesson(std::string_view text, std::string& error);

// A step in the format that parse_lesson reads. `edits` are lines of the step's block.
std::string lesson_step_text(std::string_view title, const std::vector<std::string>& edits,
                             const LessonCamera& camera);
std::string lesson_front_matter(std::string_view title, std::string_view model);
// One line of a step's block: "camera yaw 30 pitch 10 target 0 1 0 height 2".
std::string camera_text(const LessonCamera& camera);
// What follows "camera" in such a line. Throws std::runtime_error with one sentence.
LessonCamera parse_camera(std::string_view words);

}  // namespace bindpose
