// A handout as a file: well-formed, closed to the network, and nothing of a lesson or a model more
// than text in it. What it does in a browser: tests/cli/handout.py.
#include "io/handout/handout.h"
#include "io/handout/bound_text.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "io/files/base64.h"
#include "io/handout/es_shader.h"
#include "io/handout/html.h"
#include "io/handout/mathml.h"
#include "io/import.h"

namespace bindpose {
namespace {

std::string source_text(const std::string& name) {
  std::ifstream in(std::string(BINDPOSE_SOURCE_DIR "/") + name, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

HandoutParts plain_parts() {
  HandoutParts parts;
  parts.page = source_text("assets/handout/page.html");
  parts.style = source_text("assets/handout/style.css");
  const std::filesystem::path folder = BINDPOSE_SOURCE_DIR "/assets/handout";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".js")
      parts.script += source_text("assets/handout/" + entry.path().filename().string());
  }
  parts.skin_shader = source_text("shaders/skinning.glsl");
  parts.light_shader = source_text("shaders/light.glsl");
  parts.weight_ramp.assign(256, vec3(0.5f));
  parts.signed_ramp = parts.weight_ramp;
  return parts;
}

LessonPlan planned(const std::string& text, std::shared_ptr<const Model> model) {
  std::string error;
  auto lesson = parse_lesson(text, error);
  EXPECT_TRUE(lesson) << error;
  auto plan = plan_lesson(*lesson, std::move(model), error);
  EXPECT_TRUE(plan) << error;
  return std::move(*plan);
}

std::string page_of(const LessonPlan& plan) {
  HandoutLesson lesson{&plan, {}, {}, {}};
  lesson.look[plan.model.get()].joint_color.assign(plan.model->skeleton.name.size(), vec3(0.5f));
  for (std::size_t k = 0; k < plan.steps.size(); ++k)
    lesson.steps.push_back({{}, {'R', 'I', 'F', 'F'}});
  return handout_page(std::span(&lesson, 1), plain_parts());
}

nlohmann::json data_of(const std::string& page) {
  const std::size_t from = page.find("id=\"data\">") + 10;
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

// Tags that are closed in the order in which they were opened; "" where all are.
std::string unclosed(const std::string& html) {
  static const std::set<std::string> kAlone{"meta", "img", "input", "br", "!DOCTYPE"};
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) return "a tag without an end";
    const bool closes = html[at + 1] == '/';
    const std::size_t begin = at + (closes ? 2 : 1);
    const std::string name = html.substr(begin, html.find_first_of(" >/\n", begin) - begin);
    at = end + 1;
    if (html[end - 1] == '/' || kAlone.contains(name)) continue;
    if (!closes) {
      open.push_back(name);
      // What is no HTML goes on to its end.
      if (name == "script" || name == "style") at = html.find("</" + name, at);
      continue;
    }
    if (open.empty() || open.back() != name)
      return "</" + name + "> for " + (open.empty() ? std::string("nothing") : open.back());
    open.pop_back();
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

const char* const kHostile =
    "---\ntitle: <script>alert(1)</script> & \"more\"\nmodel: x\nsummary: </style><b>\n---\n\n"
    "## A \\<img src=x onerror=alert(2)\\>\n\nText \\<b\\> with `<i>` and $x < y_{</math>}$ and "
    "[a \"link\"](https://example.org/?a=1&b=2), {joints = 2}.\n\n- one\n  - two\n\n1. first\n\n"
    "> said\n\n| a | b |\n|---|--:|\n| `</td>` | $x_1$ |\n\n"
    "```\n</code></pre><script>alert(3)</script>\n```\n\n```step\n"
    "slider \"<b>\" ' onfocus=alert(4) x=', 0 to 90 degrees at 45: joint upper rotate 0 0 "
    "{}\n```\n";

std::shared_ptr<const Model> hostile_capsule() {
  auto model = std::make_shared<Model>(*import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb"));
  model->id = ModelId::fresh();
  model->name = "<script>alert('model')</script>";
  model->meshes[0].name = "</script><script>alert('mesh')</script>";
  for (std::string& name : model->skeleton.name) {
    if (name == "lower") name = "</script><img src=x onerror=alert(5)>\xff";
  }
  return model;
}

// RFC 4648, section 10; data URIs of hands have line breaks, too.
TEST(Base64, IsReadAsItIsWritten) {
  const auto bytes = [](std::string_view text) {
    return std::vector<std::uint8_t>(text.begin(), text.end());
  };
  for (const auto& [plain, coded] :
       {std::pair("", ""), std::pair("f", "Zg=="), std::pair("fo", "Zm8="),
        std::pair("foo", "Zm9v"), std::pair("foob", "Zm9vYg=="), std::pair("fooba", "Zm9vYmE="),
        std::pair("foobar", "Zm9vYmFy")}) {
    EXPECT_EQ(base64_encoded(bytes(plain)), coded);
    EXPECT_EQ(base64_decoded(coded), bytes(plain));
  }
  EXPECT_EQ(base64_decoded("Zm9v\r\n  YmFy"), bytes("foobar"));
  EXPECT_EQ(base64_decoded("Zg==\nZg"), base64_decoded("ZgZg")) << "none of the letters counts";
}

TEST(Handout, NothingThatALessonOrAModelSaysIsMoreThanText) {
  const LessonPlan plan = planned(kHostile, hostile_capsule());
  const std::string page = page_of(plan);
  EXPECT_EQ(unclosed(page), "");
  for (const char* hostile :
       {"<script>alert", "</script><img", "<img src=x", "<b>", "<i>", "</style><b", "\xff"}) {
    EXPECT_EQ(page.find(hostile), std::string::npos) << hostile;
  }
  EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;"),
            std::string::npos);
  const std::string text = page.substr(0, page.find("id=\"data\""));
  EXPECT_EQ(text.find("' onfocus"), std::string::npos);
  // The scripts of the page are its own: the data, two shaders, the program of the page.
  std::size_t scripts = 0;
  for (std::size_t at = page.find("<script"); at != std::string::npos;
       at = page.find("<script", at + 1))
    ++scripts;
  EXPECT_EQ(scripts, 4u);
}

TEST(Handout, FetchesNothing) {
  const LessonPlan plan = planned(kHostile, hostile_capsule());
  const std::string page = page_of(plan);
  // A link of the lesson's own is for a click; MathML's namespace is a name.
  std::string rest = std::regex_replace(page, std::regex("<a href=\"https://example[^\"]*\""), "");
  rest = std::regex_replace(rest, std::regex("\"http://www.w3.org/1998/Math/MathML\""), "");
  EXPECT_EQ(rest.find("http://"), std::string::npos);
  EXPECT_EQ(rest.find("https://"), std::string::npos);
  for (const char* word : {"@import", "url(", "fetch(", "XMLHttpRequest", "src=\"/", "<link"})
    EXPECT_EQ(rest.find(word), std::string::npos) << word;
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

// B_j and W_j of the file as numbers that a page can pose: T_j of the stop in the middle is a turn
// by 45 degrees, and the text says so at each stop.
TEST(Handout, SlidersStopWhereTheProgramComputedEverything) {
  const LessonPlan plan = planned(
      "---\ntitle: x\nmodel: x\n---\n## A\n{turn upper} {slider}\n\n```step\nbase bind\n"
      "slider Bend, 0 to 90 degrees at 45: joint upper rotate 0 0 {}\n```\n",
      import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb"));
  const HandoutStops stops = handout_stops(plan.lesson.steps[0]);
  ASSERT_EQ(stops.count(), 91u);
  EXPECT_EQ(stops.at(stops.start(plan.lesson.steps[0])), std::vector<double>{45.0});
  const auto json = data_of(page_of(plan));
  const auto& step = json["lessons"][0]["steps"][0];
  EXPECT_EQ(step["figures"][0][30], "30\xC2\xB0");
  EXPECT_EQ(step["figures"][1][90], "90\xC2\xB0");
  EXPECT_EQ(step["moving"]["joint"].size(), 1u);
  EXPECT_EQ(step["start"], 45);
  EXPECT_FALSE(step.contains("weights")) << "they are the file's";
  EXPECT_FALSE(step.contains("still")) << "the page draws it";
  EXPECT_EQ(json["models"][0]["joints"].size(), plan.model->skeleton.name.size());
}

TEST(Handout, AVertexThatChangesIsToldByItself) {
  const LessonPlan plan = planned(
      "---\ntitle: x\nmodel: x\n---\n## A\nText.\n\n```step\n"
      "slider Share, 0 to 1 at 0.5: weights capsule 1116 lower {1-} upper {}\n```\n",
      import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb"));
  const auto rows = data_of(page_of(plan))["lessons"][0]["steps"][0]["weights"]["rows"];
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0]["vertex"], 1116);
}

// In the bind pose the surface's own normals are those of the mesh; a byte for each number.
TEST(Handout, NeedlesStandOnTheSurface) {
  const LessonPlan plan = planned(
      "---\ntitle: x\nmodel: x\n---\n## A\nText.\n\n```step\nbase bind\nview needles all\n```\n",
      import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb"));
  const auto mesh = data_of(page_of(plan))["lessons"][0]["steps"][0]["exact"]["mesh"][0];
  const std::vector<std::uint8_t> vertex = base64_decoded(mesh["vertex"].get<std::string>());
  const std::vector<std::uint8_t> normal = base64_decoded(mesh["normal"].get<std::string>());
  ASSERT_GT(vertex.size(), 0u);
  ASSERT_EQ(normal.size() / 3, vertex.size() / 4);
  for (std::size_t i = 0; i < vertex.size() / 4; ++i) {
    std::uint32_t v = 0;
    std::memcpy(&v, &vertex[4 * i], sizeof v);
    for (std::size_t k = 0; k < 3; ++k) {
      const float own = plan.model->meshes[0].normal[v][static_cast<int>(k)];
      EXPECT_NEAR(static_cast<std::int8_t>(normal[3 * i + k]), 127.0f * own, 3.0f);
    }
  }
}

// Whether its triangles are lit by their own normals, as in the window.
TEST(Handout, AMeshSaysWhetherItIsFlat) {
  auto model = std::make_shared<Model>(*import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb"));
  const std::string text = "---\ntitle: x\nmodel: x\n---\n## A\nText.\n";
  const auto mesh = [&] {
    return data_of(page_of(planned(text, model)))["models"][0]["meshes"][0];
  };
  EXPECT_FALSE(mesh().value("flat", false));
  model->meshes[0].flat = true;
  model->id = ModelId::fresh();
  EXPECT_TRUE(mesh().value("flat", false));
  EXPECT_NE(plain_parts().script.find("flat: mesh.flat"), std::string::npos);
}

TEST(Handout, StopsOfSeveralSlidersAreFewAndHaveTheirEndsAndStarts) {
  const LessonPlan plan = planned(
      "---\ntitle: x\nmodel: x\n---\n## A\nText.\n\n```step\n"
      "slider Bend, 0 to 100 degrees at 33.3: joint upper rotate 0 0 {}\n"
      "slider Twist, -180 to 180 degrees: joint upper rotate 0 {} 0\n```\n",
      import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb"));
  const LessonStep& step = plan.lesson.steps[0];
  const HandoutStops stops = handout_stops(step);
  EXPECT_LE(stops.count(), 800u);
  EXPECT_GE(stops.count(), 200u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(stops.slider[k].front(), step.sliders[k].low);
    EXPECT_EQ(stops.slider[k].back(), step.sliders[k].high);
  }
  EXPECT_EQ(stops.at(stops.start(step)), slider_starts(step));
}

TEST(Handout, TheShadersAreTheProgramsOwn) {
  // Word for word, but for the two that ES 3.00 does not have.
  for (const char* name :
       {"skinning.glsl", "deform_linear.glsl", "deform_dual_quaternion.glsl", "deform_centers.glsl",
        "deform_bulge_free.glsl", "deform_log_matrix.glsl", "deform_rigid.glsl"}) {
    const std::string text = source_text(std::string("shaders/") + name);
    std::string es = es_shader("#line 1 0\n" + text);
    es = std::regex_replace(es, std::regex("highp sampler2D"), "samplerBuffer");
    es = std::regex_replace(es, std::regex("fetch_row\\("), "texelFetch(");
    EXPECT_EQ(es, text) << name;
  }
  EXPECT_NE(es_shader(source_text("shaders/skinning.glsl")).find("fetch_row(u_more"),
            std::string::npos);
}

TEST(Handout, APageWithoutAPlaceForItsPartsIsRefused) {
  const LessonPlan plan = planned("---\ntitle: x\nmodel: x\n---\n## A\nText.\n",
                                  import_model(BINDPOSE_SOURCE_DIR "/assets/capsule.glb"));
  HandoutLesson lesson{&plan, {}, {{}}, {}};
  lesson.look[plan.model.get()].joint_color.assign(plan.model->skeleton.name.size(), vec3(0.5f));
  HandoutParts parts = plain_parts();
  parts.page = "<html></html>";
  EXPECT_THROW(handout_page(std::span(&lesson, 1), parts), std::runtime_error);
}

TEST(MathMl, FormulasOfLessons) {
  const auto inner = [](const char* formula) {
    const std::string all = mathml(formula, false);
    const std::size_t from = all.find("<mrow>") + 6;
    return all.substr(from, all.size() - from - std::string("</mrow></math>").size());
  };
  const std::string j = "<mrow><mi>j</mi></mrow>", up = "<mi mathvariant=\"normal\">";
  EXPECT_EQ(inner("T_j"), "<msub>" + up + "T</mi>" + j + "</msub>");
  EXPECT_EQ(inner("Ul_j"), "<msub>" + up + "Ul</mi>" + j + "</msub>");
  EXPECT_EQ(inner("v'_i"),
            "<msubsup><mi>v</mi><mrow><mi>i</mi></mrow><mo>\xE2\x80\xB2</mo></msubsup>");
  EXPECT_EQ(inner("T_{upper_arm}"), "<msub>" + up + "T</mi>" + up + "upper_arm</mi></msub>");
  EXPECT_EQ(inner("w_{ij} v"),
            "<msub><mi>w</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>"
            "<mspace width=\"0.17em\"/><mi>v</mi>");
  EXPECT_EQ(inner("\\theta/2"), "<mi>\xCE\xB8</mi><mo>/</mo><mn>2</mn>");
  EXPECT_NE(inner("B_j^{-1}").find("<msubsup>"), std::string::npos);
  EXPECT_NE(mathml("\\sum_j x", true).find("<munder><mo>\xE2\x88\x91</mo>"), std::string::npos);
  EXPECT_NE(mathml("\\sum_j x", false).find("<msub><mo>\xE2\x88\x91</mo>"), std::string::npos);
  EXPECT_NE(mathml("T_j", false).find("aria-label=\"T sub j\""), std::string::npos);
  for (const char* unsound :
       {"", "_", "^", "\\", "{", "}", "_{", "a_{b", "\\sum_", "a_b_c^d^e", "''"})
    EXPECT_EQ(unclosed(mathml(unsound, true)), "") << unsound;
}

TEST(BoundText, LinesEndWhereNothingBelongsTogether) {
  using handout::bound_text;
  EXPECT_EQ(bound_text("25 cm from x = 3 m, a < b"),
            "25\u00a0cm from x\u00a0=\u00a03\u00a0m, a\u00a0<\u00a0b");
  EXPECT_EQ(bound_text("the volume = 3 l."), "the volume =\u00a03\u00a0l.");
  EXPECT_EQ(bound_text("has 2 influences, 3 moves"), "has 2 influences, 3 moves");
  EXPECT_EQ(bound_text("Lesson 7 shows m = 2 "), "Lesson 7 shows m\u00a0=\u00a02 ");
}

TEST(BoundText, WordsStayWithTheFormulasInThem) {
  handout::BoundLine line;
  line.plain("times cos(");
  line.whole("<math>t</math>");
  line.plain("/2), <so> x = ");
  line.whole("<data>1</data>");
  line.plain(" and ");
  line.whole("<math>v</math>");
  line.plain(" of ");
  line.run("<code>a b</code>");
  line.plain("s.");
  EXPECT_EQ(line.finish(),
            "times <span class=\"atom\">cos(<math>t</math>/2),</span> &lt;so&gt; "
            "<span class=\"atom\">x\u00a0=\u00a0<data>1</data></span> and <math>v</math> of "
            "<code>a b</code>s.");
}

TEST(Html, TextStaysText) {
  EXPECT_EQ(html_text("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  EXPECT_EQ(html_text("\xff\x01"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(html_json("\"</script>\""), "\"\\u003c/script>\"");
}

}  // namespace
}  // namespace bindpose
