#include "app/viewer/fonts/letters.h"

#include <algorithm>

#include "io/text/utf8.h"

namespace bindpose::app {
namespace {

char32_t decoded(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) return byte(0);
  char32_t letter = byte(0) & (0x7fu >> sequence.size());
  for (std::size_t i = 1; i < sequence.size(); ++i) letter = (letter << 6) | (byte(i) & 0x3fu);
  return letter;
}

}  // namespace

bool add_letters(std::string_view text, std::vector<char32_t>& letters) {
  bool grew = false;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_sequence(text), 1);
    const bool ascii = static_cast<unsigned char>(text.front()) < 0x80;
    if (!ascii && utf8_sequence(text) > 0) {
      const char32_t letter = decoded(text.substr(0, length));
      const auto at = std::lower_bound(letters.begin(), letters.end(), letter);
      if (!ui::has_letter(letter) && (at == letters.end() || *at != letter)) {
        letters.insert(at, letter);
        grew = true;
      }
    }
    text.remove_prefix(length);
  }
  return grew;
}

bool add_letters(const Model& model, std::vector<char32_t>& letters) {
  bool grew = add_letters(model.name, letters);
  const auto add = [&](const std::string& text) { grew = add_letters(text, letters) || grew; };
  for (const std::string& name : model.skeleton.name) add(name);
  for (const Mesh& mesh : model.meshes) add(mesh.name);
  for (const Material& material : model.materials) add(material.name);
  for (const MorphChannel& channel : model.morph_channels) add(channel.name);
  for (const Clip& clip : model.clips) add(clip.name);
  for (const ReportEntry& entry : model.report) add(entry.place), add(entry.message);
  return grew;
}

bool add_letters(const Lesson& lesson, std::vector<char32_t>& letters) {
  bool grew = add_letters(lesson.title, letters);
  const auto add = [&](const std::string& text) { grew = add_letters(text, letters) || grew; };
  const auto add_spans = [&](const LessonSpans& spans) {
    for (const LessonSpan& span : spans) add(span.text);
  };
  const auto add_blocks = [&](const std::vector<LessonBlock>& blocks) {
    for (const LessonBlock& block : blocks) {
      add_spans(block.spans);
      for (const auto& row : block.rows) std::ranges::for_each(row, add_spans);
    }
  };
  for (const LessonStep& step : lesson.steps) {
    add(step.title);
    for (const LessonSlider& slider : step.sliders) add(slider.label);
    add_blocks(step.text);
    add_blocks(step.notes);
    if (!step.predict) continue;
    add_spans(step.predict->question);
    for (const LessonOption& option : step.predict->options) add_spans(option.text);
  }
  return grew;
}

}  // namespace bindpose::app
