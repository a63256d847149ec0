// On a software renderer a frame draws only what it changes (app/screen): what is seen must be what
// a frame drawn whole shows, whatever was done before.
#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "viewer/viewer_fixture.h"

namespace bindpose::app::viewer_tests::screen_test {
namespace {

using Events = std::vector<ui::InputEvent>;

constexpr int kTile = 20;
constexpr int kStatusBar = 40;  // has the time that a frame took

// A number for each square of the picture.
std::vector<std::size_t> squares(const Image& image) {
  const int columns = image.width / kTile;
  std::vector<std::size_t> out(static_cast<std::size_t>(columns * (image.height / kTile)));
  const std::string_view bytes(reinterpret_cast<const char*>(image.pixels.data()),
                               image.pixels.size());
  constexpr std::size_t kRow = 4 * kTile;
  for (int y = 0; y < image.height - kStatusBar; ++y) {
    for (int x = 0; x < columns; ++x) {
      std::size_t& hash = out[static_cast<std::size_t>(y / kTile * columns + x)];
      const auto begin = static_cast<std::size_t>(y * columns + x) * kRow;
      hash = hash * 31 + std::hash<std::string_view>{}(bytes.substr(begin, kRow));
    }
  }
  return out;
}

// A visit of all that there is: menus, lists, fields, keys, the view.
std::vector<Events> visit() {
  std::vector<Events> out;
  const auto move = [&](float x, float y) { out.push_back({ui::mouse_move(x, y)}); };
  const auto click = [&](float x, float y) {
    move(x, y);
    out.push_back({ui::mouse_button(0, true)});
    out.push_back({ui::mouse_button(0, false)});
  };
  const auto press = [&](ui::Key key) {
    out.push_back({ui::key_event(key, true)});
    out.push_back({ui::key_event(key, false)});
  };
  const auto rest = [&](int steps) { out.insert(out.end(), static_cast<std::size_t>(steps), {}); };
  for (float y = 60; y < 560; y += 60) move(90, y);
  for (float y = 60; y < 560; y += 60) move(840, y);
  for (float x = 30; x < 400; x += 60) {
    click(x, 12);  // menus
    rest(2);
    move(x + 10, 60);
    move(x + 10, 130);
    press(ui::Key::Escape);
  }
  click(100, 70);  // the search field
  for (const char32_t letter : {U'a', U'r', U'm'}) out.push_back({ui::char_event(letter)});
  press(ui::Key::Escape);
  click(90, 180);  // a joint of the list
  rest(2);
  for (const float x : {860.0f, 900.0f, 935.0f, 800.0f}) {  // tabs
    click(x, 52);
    rest(1);
  }
  for (const ui::Key key : {ui::Key::H, ui::Key::N, ui::Key::J, ui::Key::C, ui::Key::C, ui::Key::C,
                            ui::Key::C, ui::Key::P}) {
    press(key);
    move(480, 260);
    rest(1);
  }
  move(300, 450);
  out.push_back({ui::mouse_button(0, true)});
  for (float x = 320; x < 420; x += 20) move(x, 455);
  out.push_back({ui::mouse_button(0, false)});
  press(ui::Key::F5);
  rest(2);
  press(ui::Key::F5);
  rest(2);
  return out;
}

// A window: what was drawn is seen when it is shown, in parts or whole, and is lost in the latter
// case.
class ShownWindow {
 public:
  void show(const ScreenTarget& drawn, const Drawn& what) {
    if (!what.any) return;
    for (const PixelArea& part : what.parts) copy(drawn, window_, part);
    if (!what.parts.empty()) return;
    copy(drawn, window_, {0, 0, 960, 600});
    copy(black_, drawn, {0, 0, 960, 600});
  }
  Image picture() const { return window_.read_pixels(); }

 private:
  void copy(const ScreenTarget& from, const ScreenTarget& to, const PixelArea& part) {
    copy_.draw(from.texture(), to.framebuffer(), 0, 0, 1,
               {part.x, 600 - part.y - part.height, part.width, part.height});
  }

  PictureCopy copy_{BINDPOSE_SOURCE_DIR "/shaders"};
  ScreenTarget window_{960, 600};
  ScreenTarget black_{960, 600};
};

// The pictures of that visit.
std::vector<std::vector<std::size_t>> seen(bool whole, std::size_t& drawn, bool& software) {
  const ScreenTarget target((context(), 960), 600);
  ShownWindow window;
  ViewerOptions options;
  options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
  options.fonts = find_fonts();
  options.framebuffer = target.framebuffer();
  options.by_parts = true;
  options.refines = false;
  Viewer viewer(options);
  software = viewer.renderer().software();
  viewer.show(ogre());
  ViewSettings view = viewer.document().scene().view;
  view.show = Show::Joints;
  view.hatching = true;  // clipped between pixels
  viewer.apply({SetView{view}});
  Input input;
  input.size = vec2(960, 600);
  input.scale = 1.25f;
  std::vector<std::vector<std::size_t>> out;
  drawn = 0;
  for (const Events& events : visit()) {
    if (whole) viewer.wake();
    input.events = events;
    const Drawn step = viewer.step(input, kFrame).drawn;
    if (step.any) ++drawn;
    window.show(target, step);
    out.push_back(squares(window.picture()));
  }
  return out;
}

TEST(ScreenWidget, WhatIsDrawnInPartsLooksAsIfDrawnWhole) {
  bool software = false;
  std::size_t parts_drawn = 0, whole_drawn = 0;
  const auto parts = seen(false, parts_drawn, software), whole = seen(true, whole_drawn, software);
  ASSERT_EQ(parts.size(), whole.size());
  EXPECT_EQ(whole_drawn, whole.size());
  if (!software) GTEST_SKIP() << "a GPU draws all of the window in every frame";
  EXPECT_LT(parts_drawn, whole.size()) << "steps that change nothing draw nothing";
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (std::size_t s = 0; s < parts[k].size(); ++s) {
      ASSERT_EQ(parts[k][s], whole[k][s])
          << "step " << k << ", at " << s % 48 * kTile << ", " << s / 48 * kTile;
    }
  }
}

// The squares of two by two pixels that have more than one colour.
std::size_t mixed_squares(const Image& image) {
  const auto color = [&image](int x, int y) {
    const auto at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                         static_cast<std::size_t>(x));
    return std::array{image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
  };
  std::size_t count = 0;
  for (int y = 0; y + 1 < image.height; y += 2) {
    for (int x = 0; x + 1 < image.width; x += 2) {
      const auto first = color(x, y);
      const bool one =
          first == color(x + 1, y) && first == color(x, y + 1) && first == color(x + 1, y + 1);
      count += one ? 0 : 1;
    }
  }
  return count;
}

// For scripts that look at no picture (--no-refinement). That a picture which is saved has all
// pixels: tests/window/saved_picture.py.
TEST(ScreenWidget, ARoughViewHasAQuarterOfThePixels) {
  const ScreenTarget target((context(), 960), 600);
  std::vector<std::size_t> mixed;
  for (const bool rough : {false, true}) {
    ViewerOptions options;
    options.shaders = BINDPOSE_SOURCE_DIR "/shaders";
    options.fonts = find_fonts();
    options.framebuffer = target.framebuffer();
    options.refines = false;
    options.rough = rough;
    options.panels = false;
    Viewer viewer(options);
    if (!viewer.renderer().software()) GTEST_SKIP() << "a GPU draws all of the pixels";
    viewer.show(ogre());
    Input input;
    input.size = vec2(960, 600);
    for (int i = 0; i < 10; ++i) viewer.step(input, kFrame);
    mixed.push_back(mixed_squares(target.read_pixels()));
  }
  EXPECT_GT(mixed[0], 5000u);
  EXPECT_LT(mixed[1], mixed[0] / 4) << "what lies over the view is as fine as ever";
}

}  // namespace
}  // namespace bindpose::app::viewer_tests::screen_test
