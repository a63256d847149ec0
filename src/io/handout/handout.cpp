#include "io/handout/handout.h"

#include <algorithm>
#include <stdexcept>

#include "io/handout/es_shader.h"
#include "io/handout/handout_data.h"
#include "io/handout/html.h"
#include "io/handout/step_html.h"
#include "io/text/json_text.h"

namespace bindpose {
namespace {

using handout::OrderedJson;

std::vector<std::uint8_t> ramp_bytes(const std::vector<vec3>& ramp) {
  std::vector<std::uint8_t> out;
  for (const vec3& c : ramp) {
    for (int k = 0; k < 3; ++k)
      out.push_back(static_cast<std::uint8_t>(std::clamp(c[k], 0.0f, 1.0f) * 255.0f + 0.5f));
  }
  return out;
}

OrderedJson color_json(const vec3& c) {
  return {c.x, c.y, c.z};
}

OrderedJson deformers_json() {
  constexpr std::string_view kForms[] = {"matrices", "dual", "log", "bones"};
  OrderedJson out = OrderedJson::object();
  for (const DeformerInfo& d : kDeformers) {
    if (d.glsl == nullptr) continue;
    out[std::string(d.key)] = {{"label", d.label},
                               {"glsl", d.glsl},
                               {"form", kForms[static_cast<std::size_t>(d.palette)]}};
  }
  return out;
}

OrderedJson mistakes_json() {
  OrderedJson out = OrderedJson::object();
  for (const MistakeInfo& m : kMistakes) out[std::string(m.word)] = m.label;
  return out;
}

// Weights that several steps show, or a question and its answer, stand once with the model: in
// place of each comes its number.
void share_bindings(OrderedJson& shown, OrderedJson& known) {
  if (!shown.contains("weights") || !shown["weights"].contains("bindings")) return;
  for (OrderedJson& binding : shown["weights"]["bindings"]) {
    if (binding.is_null()) continue;
    const auto at = std::ranges::find(known, binding);
    const auto index = static_cast<std::size_t>(at - known.begin());
    if (at == known.end()) known.push_back(std::move(binding));
    binding = index;
  }
}

// Models that several lessons share stand once in the file.
std::string data_of(std::span<const HandoutLesson> lessons, const HandoutParts& parts) {
  OrderedJson models = OrderedJson::array(), all = OrderedJson::array();
  std::vector<const Model*> known;
  for (const HandoutLesson& lesson : lessons) {
    OrderedJson steps = OrderedJson::array();
    for (std::size_t k = 0; k < lesson.plan->steps.size(); ++k) {
      const Model* model = lesson.plan->steps[k].start.model.get();
      const auto index = static_cast<std::size_t>(std::ranges::find(known, model) - known.begin());
      if (index == known.size()) {
        known.push_back(model);
        models.push_back(handout::model_json(*model, lesson.look.at(model)));
      }
      steps.push_back(handout::step_json(*lesson.plan, k, lesson.steps[k], models[index]["bases"]));
      steps.back()["model"] = index;
      share_bindings(steps.back(), models[index]["bindings"]);
      if (steps.back().contains("question")) {
        share_bindings(steps.back()["question"]["shown"], models[index]["bindings"]);
      }
    }
    all.push_back({{"steps", std::move(steps)}});
  }
  return html_json(OrderedJson{
      {"deformers", deformers_json()},
      {"mistakes", mistakes_json()},
      {"ramp", handout::packed(ramp_bytes(parts.weight_ramp))},
      {"signed", handout::packed(ramp_bytes(parts.signed_ramp))},
      {"zero", color_json(parts.zero_color)},
      {"none", color_json(parts.none_color)},
      {"models", std::move(models)},
      {"lessons",
       std::move(all)}}.dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
}

std::string shader_element(const std::string& id, const std::string& text) {
  return "<script type=\"text/plain\" id=\"" + id + "\">\n" + text + "</script>\n";
}

std::string contents(std::span<const HandoutLesson> lessons) {
  std::string out = "<nav class=\"contents\" aria-label=\"Contents\"><ol>\n";
  for (std::size_t k = 0; k < lessons.size(); ++k) {
    out += "<li><a href=\"#lesson" + std::to_string(k + 1) + "\">" +
           html_text(lessons[k].plan->lesson.title) + "</a> <span>" +
           html_text(lessons[k].plan->lesson.summary) + "</span></li>\n";
  }
  return out + "</ol></nav>\n";
}

// Each {{name}} once, in the order in which they stand in the page.
std::string filled(const std::string& page,
                   std::span<const std::pair<std::string_view, std::string>> values) {
  std::string out;
  std::size_t from = 0;
  for (const auto& [name, value] : values) {
    const std::string mark = "{{" + std::string(name) + "}}";
    const std::size_t at = page.find(mark, from);
    if (at == std::string::npos)
      throw std::runtime_error("The handout's page.html has no " + mark +
                               " in its place; the program's data folder is not complete.");
    out.append(page, from, at - from).append(value);
    from = at + mark.size();
  }
  return out.append(page, from);
}

}  // namespace

std::string handout_page(std::span<const HandoutLesson> lessons, const HandoutParts& parts,
                         const std::string& course) {
  const bool several = !course.empty();
  const std::string title = several ? course : lessons.front().plan->lesson.title;
  std::string body =
      several ? "<h1>" + html_text(title) + "</h1>\n" + contents(lessons) : std::string();
  for (std::size_t k = 0; k < lessons.size(); ++k)
    body += handout::lesson_html(lessons[k], k + 1, several ? 2 : 1);
  std::string shaders = shader_element("skin", es_shader(parts.skin_shader)) +
                        shader_element("light", es_shader(parts.light_shader));
  for (const auto& [name, text] : parts.page_shaders) shaders += shader_element(name, text);
  const std::pair<std::string_view, std::string> values[] = {
      {"title", html_text(title)},       {"style", parts.style}, {"body", body},
      {"data", data_of(lessons, parts)}, {"shaders", shaders},   {"script", parts.script}};
  return filled(parts.page, values);
}

}  // namespace bindpose
