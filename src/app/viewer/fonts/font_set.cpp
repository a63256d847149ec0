#include "app/viewer/fonts/font_set.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cstdint>

#include "render/gpu/gl_handles.h"
#include "ui/ui.h"

namespace bindpose::app {

#if IMGUI_VERSION_NUM < 19200

namespace {

// One byte a pixel where ImGui's backend takes four, which all of the atlas would have to be
// written in and the driver to read: a third of what it takes to show letters of another size.
std::shared_ptr<const void> uploaded(ImFontAtlas& atlas) {
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
  atlas.ClearTexData();  // the driver has them
  return texture;
}

}  // namespace

// Letters of a size are kept while others are shown: presenter mode and the way back ask for two
// in turns, and making one takes some 50 ms, more where type is large.
void FontSet::load(float scale, ui::FontUse letters) {
  constexpr std::size_t kKept = 3;
  ImGuiIO& io = ImGui::GetIO();
  if (first_ == nullptr) {
    first_ = io.Fonts;
    // The backend uploads an atlas of its own when it starts: one without our letters is small.
    ImGui_ImplOpenGL3_CreateDeviceObjects();
  }
  if (new_letters_) {
    io.Fonts = first_;
    kept_.clear();
    faces_ = faces_for(letters_);
    new_letters_ = false;
  }
  const auto known = std::ranges::find_if(
      kept_, [&](const Letters& k) { return k.scale == scale && k.use == letters; });
  if (known != kept_.end()) {
    std::rotate(known, known + 1, kept_.end());
    io.Fonts = kept_.back().fonts.get();
    return;
  }
  Letters made{scale, letters, std::make_unique<ImFontAtlas>(), nullptr};
  io.Fonts = made.fonts.get();
  ui::load_fonts(files_.sans, files_.mono, scale, 1.0f, files_.bold, faces_, letters);
  made.texture = uploaded(*made.fonts);
  kept_.push_back(std::move(made));
  if (kept_.size() > kKept) kept_.erase(kept_.begin());
}

void FontSet::end() {
  if (first_ != nullptr) ImGui::GetIO().Fonts = first_;
  first_ = nullptr;
  kept_.clear();
}

#else  // they follow the atlas by themselves
void FontSet::load(float scale, ui::FontUse letters) {
  if (new_letters_) faces_ = faces_for(letters_);
  new_letters_ = false;
  ui::load_fonts(files_.sans, files_.mono, scale, 1.0f, files_.bold, faces_, letters);
}

void FontSet::end() {}
#endif

FontSet::FontSet(FontFiles files) : files_(std::move(files)) {}
FontSet::~FontSet() = default;

bool FontSet::use(float scale, bool dark, ui::FontUse letters) {
  const bool scaled = scale != scale_;
  reloaded_ = scaled || new_letters_ || letters != use_;
  if (reloaded_) load(scale, letters);
  if (scaled || dark != dark_) ui::apply_theme(dark, scale);
  scale_ = scale;
  dark_ = dark;
  use_ = letters;
  return scaled;
}

}  // namespace bindpose::app
