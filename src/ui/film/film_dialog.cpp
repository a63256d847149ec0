#include "ui/film/film_dialog.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "scene/numerals.h"
#include "scene/time/timeline.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"
#include "ui/frame.h"

namespace bindpose::ui {

namespace {

constexpr const char* kFilmPopup = "Make a film###film";

struct FilmSize {
  const char* label;
  int width, height;
};
constexpr FilmSize kSizes[] = {{"1280 x 720", 1280, 720},   {"1920 x 1080", 1920, 1080},
                               {"3840 x 2160", 3840, 2160}, {"7680 x 4320", 7680, 4320},
                               {"1080 x 1920", 1080, 1920}, {"1080 x 1080", 1080, 1080},
                               {"640 x 480", 640, 480},     {"480 x 360", 480, 360}};

std::string film_clip_name(const Frame& f, int clip) {
  const std::string& name = clip_at(f.scene(), clip)->name;
  return name.empty() ? "clip " + std::to_string(clip + 1) : name;
}

// The label of a line; what follows stands in its column.
void line(const Frame& f, const char* label) {
  align_text();
  ImGui::TextUnformatted(label);
  ImGui::SameLine(f.px(150));
}

float rest_of_line(const Frame& f, float most) {
  return std::min(f.px(most), ImGui::GetContentRegionAvail().x);
}

constexpr float kSlowest = 0.1f, kFastest = 240.0f;  // pictures a second

// All of it; of the clip that time is of, what is played of it.
void choose_clip(Frame& f, int index) {
  FilmChoice& c = f.state.film.choice;
  const Clip& clip = *clip_at(f.scene(), index);
  const int last = last_frame(clip, c.rate = shown_rate(f.scene(), clip));
  const bool played = chosen_clip(f.scene()) == &clip;
  const TimeRange range = played ? play_range(f.scene()) : TimeRange{0.0, clip.duration};
  const auto frame_at = [&](double time) {
    return static_cast<int>(std::clamp(std::round(time * c.rate), 0.0, static_cast<double>(last)));
  };
  c.clip = index;
  c.first = frame_at(range.from);
  c.last = frame_at(range.to);
  c.fps = std::clamp(static_cast<float>(c.rate), kSlowest, kFastest);
}

// A whole number from `least` to `most`.
void whole_number(Frame& f, const char* name, int& value, int least, int most, float width) {
  auto shown = static_cast<float>(value);
  ImGui::SetNextItemWidth(f.px(width));
  const std::string id = std::string("##film ") + name;
  if (number_field(f, id.c_str(), shown, 1.0f, "%.0f") && std::isfinite(shown)) {
    value = static_cast<int>(
        std::lround(std::clamp(shown, static_cast<float>(least), static_cast<float>(most))));
  }
  mark(f, "film:", name);
}

void decimal(Frame& f, const char* name, float& value, float least, float most, float speed) {
  float shown = value;
  ImGui::SetNextItemWidth(f.px(90));
  const std::string id = std::string("##film ") + name;
  if (number_field(f, id.c_str(), shown, speed, "%.4g") && std::isfinite(shown))
    value = std::clamp(shown, least, most);
  mark(f, "film:", name);
}

void draw_film_motion(Frame& f) {
  FilmChoice& c = f.state.film.choice;
  const bool has_clips = clip_count(f.scene()) > 0;
  line(f, "What moves");
  const int motion =
      segmented(f, "film motion", {"Camera", "Clip", "Both"}, static_cast<int>(c.motion),
                rest_of_line(f, 300), has_clips ? 0u : 0b110u);
  if (motion >= 0) c.motion = static_cast<FilmMotion>(motion);
  if (c.turns()) {
    line(f, "Once around in");
    decimal(f, "seconds", c.seconds, 0.1f, 3600.0f, 0.1f);
    ImGui::SameLine();
    align_text();
    text_dim(f, "seconds");
  }
  if (!c.plays()) return;
  line(f, "Clip");
  const bool open = begin_combo(f, "##film clip", film_clip_name(f, c.clip), rest_of_line(f, 300));
  if (!open) mark(f, "film:clip");
  if (open) {
    for (int k = 0; k < clip_count(f.scene()); ++k) {
      ImGui::PushID(k);
      if (list_row(film_clip_name(f, k).c_str(), k == c.clip)) choose_clip(f, k);
      mark(f, "film clip:", film_clip_name(f, k));
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  const int last = last_frame(*clip_at(f.scene(), c.clip), c.rate);
  line(f, "Frames");
  whole_number(f, "first", c.first, 0, last, 90);
  ImGui::SameLine();
  align_text();
  text_dim(f, "to");
  ImGui::SameLine();
  whole_number(f, "last", c.last, 0, last, 90);
  c.last = std::clamp(c.last, c.first, std::max(c.first, last));
  ImGui::SameLine();
  align_text();
  text_dim(f, "of 0 to " + std::to_string(last));
}

void draw_size(Frame& f) {
  FilmChoice& c = f.state.film.choice;
  constexpr int kLargest = 16384;
  line(f, "Size");
  whole_number(f, "width", c.width, 2, kLargest, 90);
  ImGui::SameLine();
  align_text();
  text_dim(f, "x");
  ImGui::SameLine();
  whole_number(f, "height", c.height, 2, kLargest, 90);
  ImGui::SameLine();
  const auto* const size = std::ranges::find_if(
      kSizes, [&c](const FilmSize& s) { return s.width == c.width && s.height == c.height; });
  const bool open = begin_combo(f, "##film size", size == std::end(kSizes) ? "Own" : size->label,
                                rest_of_line(f, 150));
  if (open) {
    const vec2 view = f.view.size();
    // Even, as videos want it.
    const FilmSize shown{"As the view", static_cast<int>(view.x) & ~1,
                         static_cast<int>(view.y) & ~1};
    const auto offer = [&](const FilmSize& s, bool now) {
      if (list_row(s.label, now)) {
        c.width = s.width;
        c.height = s.height;
      }
      mark(f, "film size:", s.label);
    };
    for (const FilmSize& s : kSizes) offer(s, &s == size);
    offer(shown, false);
    ImGui::EndCombo();
  } else {
    mark(f, "film:size");
  }
}

void draw_looks(Frame& f) {
  FilmChoice& c = f.state.film.choice;
  line(f, "Frames a second");
  decimal(f, "fps", c.fps, kSlowest, kFastest, 0.25f);
  draw_size(f);
  line(f, "Background");
  const int background = segmented(f, "film background", {"As it is", "Transparent"},
                                   c.transparent ? 1 : 0, rest_of_line(f, 300));
  if (background >= 0) c.transparent = background == 1;
  line(f, "Supersampling");
  const int finer = segmented(f, "film supersample", {"1", "2", "3", "4"}, c.supersample - 1,
                              rest_of_line(f, 300));
  if (finer >= 0) c.supersample = finer + 1;
  line(f, "File");
  const int type = segmented(f, "film type", {"MP4", "WebM", "GIF", "PNGs"},
                             static_cast<int>(c.type), rest_of_line(f, 300));
  if (type >= 0) c.type = static_cast<FilmType>(type);
}

void draw_facts(Frame& f) {
  const FilmFacts& facts = f.input.film;
  const float width = ImGui::GetContentRegionAvail().x;
  if (!facts.problem.empty()) {
    text_colored(f.colors.warning, wrapped(facts.problem, width));
  } else {
    const double seconds = facts.frames / static_cast<double>(f.state.film.choice.fps);
    text_dim(f, counted(static_cast<std::size_t>(facts.frames), "frame", "frames") + ", " +
                    number(seconds, 2) + " seconds. They are drawn beside the window.");
  }
}

}  // namespace

const char* film_ending(FilmType type) {
  switch (type) {
    case FilmType::Mp4:
      return "mp4";
    case FilmType::WebM:
      return "webm";
    case FilmType::Gif:
      return "gif";
    case FilmType::Pngs:
      break;
  }
  return "";
}

void open_film_dialog(Frame& f) {
  FilmDialog& d = f.state.film;
  d.open = true;
  const int clips = clip_count(f.scene());
  if (clips == 0) {
    d.choice.motion = FilmMotion::Camera;
    return;
  }
  const Pose& pose = f.scene().pose;
  choose_clip(f, pose.base == BasePose::Clip ? std::clamp(pose.clip, 0, clips - 1) : 0);
}

void draw_film_dialog(Frame& f) {
  FilmDialog& d = f.state.film;
  const bool other_dialog = f.state.browser.open || f.state.browser.wanted || f.state.ask.is_open();
  if (!d.open || !f.model() || other_dialog) return;
  // A clip that was taken may have been undone.
  if (d.choice.plays() && d.choice.clip >= clip_count(f.scene())) return open_film_dialog(f);
  const bool appears = !ImGui::IsPopupOpen(kFilmPopup);
  if (appears) ImGui::OpenPopup(kFilmPopup);
  if (!begin_dialog(f, kFilmPopup, vec2(f.px(560), 0.0f))) return;
  heading_elided("A film of " + f.model()->name, ImGui::GetContentRegionAvail().x);
  draw_film_motion(f);
  draw_looks(f);
  vertical_space(f, 4);
  draw_facts(f);
  vertical_space(f, 4);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = std::floor(0.5f * (ImGui::GetContentRegionAvail().x - gap));
  const bool possible = f.input.film.problem.empty();
  ImGui::BeginDisabled(!possible);
  bool goes_on = accent_button(f, "Choose a file...", width);
  ImGui::EndDisabled();
  mark(f, "film:Choose a file");
  ImGui::SameLine();
  bool closes = ImGui::Button("Cancel", ImVec2(width, 0.0f));
  mark(f, "film:Cancel");
  // A list of choices, and a number that is typed, have these keys for themselves.
  const bool busy = appears || ImGui::GetIO().WantTextInput || focus_is_in_menus(f) ||
                    !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  const bool enter = key_pressed(Key::Enter) || key_pressed(Key::PadEnter);
  goes_on = goes_on || (!busy && possible && enter && !focus_takes_enter(f));
  closes = closes || (!busy && key_pressed(Key::Escape));
  if (goes_on) f.state.browser.wanted = BrowserPurpose::SaveFilm;
  if (closes) d.open = false;
  if (goes_on || closes) {
    ImGui::CloseCurrentPopup();
    f.out.wants_next_frame = true;
  }
  ImGui::EndPopup();
}

}  // namespace bindpose::ui
