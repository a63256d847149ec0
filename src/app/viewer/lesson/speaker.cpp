#include "app/viewer/lesson/speaker.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cstdio>

namespace bindpose::app {

namespace {

// Dear ImGui's current context is another one as long as this lives.
class Current {
 public:
  explicit Current(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~Current() { ImGui::SetCurrentContext(before_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  ImGuiContext* before_;
};

}  // namespace

Speaker::Speaker(const FontFiles& fonts, ui::SpeakerState& state) : fonts_(fonts), state_(state) {
  const Current none(nullptr);
  ui::create_context();
  context_ = ImGui::GetCurrentContext();
  ImGui_ImplOpenGL3_Init("#version 330");
}

Speaker::~Speaker() {
  const Current own(context_);
  fonts_.end();
  ImGui_ImplOpenGL3_Shutdown();
  ui::destroy_context();
}

void Speaker::take_picture(unsigned int framebuffer, int width, int height) {
  if (width < 1 || height < 1) return;
  const vec2 size(static_cast<float>(width), static_cast<float>(height));
  if (!picture_ || size != picture_size_) {
    picture_ = GlTexture::make();
    glBindTexture(GL_TEXTURE_2D, picture_.id());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    picture_frame_ = GlFramebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, picture_frame_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture_.id(), 0);
    picture_size_ = size;
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, picture_frame_.id());
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  // It is shown smaller than it is.
  glBindTexture(GL_TEXTURE_2D, picture_.id());
  glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
}

ui::SpeakerOutput Speaker::step(const std::vector<ui::InputEvent>& events, double dt,
                                const ui::UiInput& input, const Shown& shown) {
  const Current own(context_);
  if (!target_ || shown.size != size_) {
    target_ = std::make_unique<ScreenTarget>(static_cast<int>(shown.size.x),
                                             static_cast<int>(shown.size.y));
    size_ = shown.size;
  }
  if (input.lesson != nullptr) fonts_.add(input.lesson->lesson);
  const float scale = shown.scale * state_.zoom;
  fonts_.use(scale, input.document.scene().view.dark);
  ui_.scale = scale;
  ui_.settings.keys = shown.keys;
  ImGui_ImplOpenGL3_NewFrame();
  ui::begin_frame(events, shown.size, 1.0f, dt);
  const ui::SpeakerOutput out =
      ui::draw_speaker(ui_, state_, input,
                       {picture_.id(), picture_size_, shown.black, shown.clock, shown.now,
                        shown.place, shown.playing});
  ImGui::Render();
  target_->bind();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  seconds_shown_ = seconds_at(shown.now);
  notes_.clear();
  if (input.lesson != nullptr) {
    const auto& notes = input.lesson->lesson.steps[input.lesson_step].notes;
    if (!notes.empty() && !notes[0].spans.empty()) notes_ = notes[0].spans[0].text;
  }
  return out;
}

std::string Speaker::state_text() const {
  char line[120];
  std::snprintf(line, sizeof line, "window %g %g\n", double(size_.x), double(size_.y));
  std::string text = line;
  std::snprintf(line, sizeof line, "picture %g %g\nspoken %ld\n", double(picture_size_.x),
                double(picture_size_.y), seconds_shown_);
  text += line + ("time " + state_.told) + "\nnotes " + notes_ + "\n";
  for (const auto& [name, r] : ui_.rects) {
    std::snprintf(line, sizeof line, "widget %g %g %g %g ", double(r.lo.x), double(r.lo.y),
                  double(r.size().x), double(r.size().y));
    text += line + name + "\n";
  }
  return text;
}

}  // namespace bindpose::app
