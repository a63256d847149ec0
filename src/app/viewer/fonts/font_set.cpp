#include "app/viewer/fonts/font_set.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "ui/ui.h"

namespace bindpose::app {

bool FontSet::use(float scale, bool dark, ui::FontUse letters) {
  const bool scaled = scale != scale_;
  reloaded_ = scaled || new_letters_ || letters != use_;
  if (reloaded_) {
    if (new_letters_) faces_ = faces_for(letters_);
    ui::load_fonts(files_.sans, files_.mono, scale, 1.0f, files_.bold, faces_, letters);
    new_letters_ = false;
#if IMGUI_VERSION_NUM < 19200  // later versions follow the atlas by themselves
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    if (scale_ > 0.0f) ImGui_ImplOpenGL3_CreateFontsTexture();  // the first time NewFrame does it
#endif
  }
  if (scaled || dark != dark_) ui::apply_theme(dark, scale);
  scale_ = scale;
  dark_ = dark;
  use_ = letters;
  return scaled;
}

}  // namespace bindpose::app
