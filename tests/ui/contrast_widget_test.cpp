// WCAG AA: 4.5 to 1 for every colour that text has, on every ground that it stands on, in both
// themes.
#include "ui/base/widgets.h"
#include "ui/formula/formula_nodes.h"
#include "ui/formula/math_values.h"
#include "ui/formula/typeset_draw.h"
#include "ui/harness.h"

namespace bindpose::ui::testing::test_contrast {
namespace {

constexpr float kAa = 4.5f;

// Panels, fields (as ui/base/theme.cpp has them), cards over the brightest and the darkest of
// pictures, code in lessons, rows of the tree under the mouse.
std::vector<vec3> grounds(const Theme& t, bool dark) {
  const vec3 field = dark ? t.raised : blend(t.panel, t.text, 0.06f);
  constexpr float kCard = 0.92f;
  return {t.panel, t.raised, field, blend(vec3(1.0f), t.panel, kCard),
          blend(vec3(0.0f), t.panel, kCard)};
}

TEST(Contrast, OfTextOnEveryGround) {
  for (const bool dark : {true, false}) {
    const Theme& t = theme(dark);
    for (const vec3& ground : grounds(t, dark)) {
      EXPECT_GE(contrast(t.text, ground), kAa) << "dark " << dark;
      EXPECT_GE(contrast(t.text_dim, ground), kAa) << "dark " << dark << " ground " << ground.x;
      EXPECT_GE(contrast(t.accent, ground), 3.0f) << "marks, dark " << dark;
    }
    for (const float tint : {0.07f, 0.08f, 0.13f}) {
      EXPECT_GE(contrast(t.text, blend(t.panel, t.text, tint)), kAa) << "dark " << dark;
    }
  }
}

class ContrastOfJointsWidget : public WidgetTest {
 protected:
  // A frame in which the joint has that colour.
  template <typename F>
  void with_frame(bool dark, const vec3& color, F&& look) {
    ViewSettings view = scene().view;
    view.dark = dark;
    document_.apply({SetView{view}});
    for (vec3& c : bones_.color) c = color;
    const UiInput input{document_, posed_, bones_, camera_, 1.0, "test", {}, {}};
    UiOutput out;
    const Frame f{state_, input, out, theme(dark), 1.0f, {}};
    look(f);
  }
};

// Whatever hue a joint has: its letters and numbers in formulas and tables.
TEST_F(ContrastOfJointsWidget, OfEveryHueInFormulasAndTables) {
  for (const bool dark : {true, false}) {
    for (int hue = 0; hue < 360; hue += 3) {
      with_frame(dark, joint_hue_color(static_cast<float>(hue)), [&](const Frame& f) {
        const vec3 ink = symbol_color(f, 1, f.colors.panel);
        const vec3 field = dark ? f.colors.raised : blend(f.colors.panel, f.colors.text, 0.06f);
        for (const vec3& ground : {f.colors.panel, field}) {
          EXPECT_GE(contrast(ink, ground), kAa) << "hue " << hue << " dark " << dark;
        }
      });
    }
  }
}

// The zeros of a matrix are dimmer than the rest, not unreadable.
TEST_F(ContrastOfJointsWidget, OfTheZerosOfAMatrix) {
  for (const bool dark : {true, false}) {
    with_frame(dark, vec3(0.5f), [&](const Frame& f) {
      const FormulaValues values = formula_values(f.scene(), f.input.posed, 1, 0, Deformer::Linear);
      const FormulaInks inks = formula_inks(f, values, f.colors.panel);
      const Node node =
          matrix_node(mat4(1.0f), inks, inks.dim, {13.0f, 1e6f, 2}, formula_measure());
      ASSERT_EQ(node.children.size(), 16u);
      for (const Node& cell : node.children) {
        const vec3 shown = blend(f.colors.panel, cell.ink.color, cell.ink.alpha);
        EXPECT_GE(contrast(shown, f.colors.panel), kAa) << cell.text << " dark " << dark;
      }
    });
  }
}

}  // namespace
}  // namespace bindpose::ui::testing::test_contrast
