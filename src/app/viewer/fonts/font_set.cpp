#include "app/viewer/fonts/font_set.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cstdint>

#include "render/gpu/gl_handles.h"
#include "ui/ui.h"

namespace bindpose::app {

#if IMGUI_VERSION_NUM < 19200  // later versions follow the atlas by themselves

// One byte a pixel where ImGui's backend takes four, which all of the atlas would have to be
// written in and the driver to read: a third of what it takes to show letters of another size.
void FontSet::upload_atlas() {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  const auto texture = std::make_shared<const GlTexture>(GlTexture::make());
  glBindTexture(GL_TEXTURE_2D, texture->id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  constexpr GLint kWhite[] = {GL_ONE, GL_ONE, GL_ONE, GL_RED};
  glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, kWhite);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, pixels);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, 0);
  atlas.SetTexID(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture->id())));
  atlas_ = texture;
}
#else
void FontSet::upload_atlas() {}
#endif

bool FontSet::use(float scale, bool dark, ui::FontUse letters) {
  const bool scaled = scale != scale_;
  reloaded_ = scaled || new_letters_ || letters != use_;
  if (reloaded_) {
    if (new_letters_) faces_ = faces_for(letters_);
#if IMGUI_VERSION_NUM < 19200
    // The backend uploads an atlas of its own when it starts: one without our letters is small.
    if (!atlas_) ImGui_ImplOpenGL3_CreateDeviceObjects();
#endif
    ui::load_fonts(files_.sans, files_.mono, scale, 1.0f, files_.bold, faces_, letters);
    new_letters_ = false;
    upload_atlas();
  }
  if (scaled || dark != dark_) ui::apply_theme(dark, scale);
  scale_ = scale;
  dark_ = dark;
  use_ = letters;
  return scaled;
}

}  // namespace bindpose::app
