// The interface's fonts and theme: at the display's scale, with the letters that names need.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/viewer/fonts/fonts.h"
#include "app/viewer/fonts/letters.h"
#include "ui/ui.h"

struct ImFontAtlas;

namespace bindpose::app {

class FontSet {
 public:
  explicit FontSet(FontFiles files);
  ~FontSet();

  // Letters that are new are loaded at the next use(). `named`: a Model, or a Lesson.
  template <typename Named>
  void add(const Named& named) {
    new_letters_ = add_letters(named, letters_) || new_letters_;
  }

  // Before a frame, with ImGui's OpenGL backend started: loads what has changed. True: another
  // scale than in the last frame.
  bool use(float scale, bool dark, ui::FontUse letters = ui::FontUse::Everything);
  // Whether the last use() took another atlas, in which letters lie elsewhere.
  bool reloaded() const { return reloaded_; }
  float scale() const { return scale_; }
  // Before ImGui's backend and context end: the context has the atlas that it came with.
  void end();

 private:
  struct Letters {
    float scale;
    ui::FontUse use;
    std::unique_ptr<ImFontAtlas> fonts;
    std::shared_ptr<const void> texture;
  };
  void load(float scale, ui::FontUse letters);

  FontFiles files_;
  std::vector<char32_t> letters_;  // that the interface's own fonts lack
  std::vector<ui::ExtraFace> faces_;
  bool new_letters_ = false, reloaded_ = false;
  float scale_ = 0.0f;
  bool dark_ = true;
  ui::FontUse use_ = ui::FontUse::Everything;
  std::vector<Letters> kept_;     // the one in use is the last
  ImFontAtlas* first_ = nullptr;  // the context's own, which it deletes
};

}  // namespace bindpose::app
