// The interface's fonts and theme: at the display's scale, with the letters that names need.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/viewer/fonts/fonts.h"
#include "app/viewer/fonts/letters.h"
#include "ui/ui.h"

namespace bindpose::app {

class FontSet {
 public:
  explicit FontSet(FontFiles files) : files_(std::move(files)) {}

  // Letters that are new are loaded at the next use(). `named`: a Model, or a Lesson.
  template <typename Named>
  void add(const Named& named) {
    new_letters_ = add_letters(named, letters_) || new_letters_;
  }

  // Before a frame, with ImGui's OpenGL backend started: loads what has changed. True: another
  // scale than in the last frame.
  bool use(float scale, bool dark, ui::FontUse letters = ui::FontUse::Everything);
  // Whether the last use() made another atlas, in which letters lie elsewhere.
  bool reloaded() const { return reloaded_; }
  float scale() const { return scale_; }

 private:
  void upload_atlas();

  FontFiles files_;
  std::vector<char32_t> letters_;  // that the interface's own fonts lack
  std::vector<ui::ExtraFace> faces_;
  bool new_letters_ = false, reloaded_ = false;
  float scale_ = 0.0f;
  bool dark_ = true;
  ui::FontUse use_ = ui::FontUse::Everything;
  std::shared_ptr<const void> atlas_;  // keeps the texture with the letters
};

}  // namespace bindpose::app
