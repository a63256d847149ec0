// A lesson as plain text: formulas in words, figures with their values, the step as a command.
#include "scene/lesson/transcript.h"

#include <gtest/gtest.h>

#include "io/import.h"

namespace bindpose {
namespace {

TEST(Transcript, FormulasAreReadAloud) {
  EXPECT_EQ(spoken_formula("T_j = W_j B_j^{-1}"), "T sub j = W sub j B sub j inverse");
  EXPECT_EQ(spoken_formula("v'_i = \\sum_j w_{ij} T_j v_i"),
            "v prime sub i = the sum over j of w sub ij T sub j v sub i");
  EXPECT_EQ(spoken_formula("W_{p(j)} \\cdot L_j"), "W sub p(j) times L sub j");
  EXPECT_EQ(spoken_formula("L^{bind}_j \\ne L^{rest}_j"),
            "L of the bind pose sub j is not L of the rest pose sub j");
  EXPECT_EQ(spoken_formula("M^{-T} n"), "M inverse transposed n");
  EXPECT_EQ(spoken_formula("\\theta / 2 \\le \\pi"), "theta / 2 at most pi");
  EXPECT_EQ(spoken_formula("x^2"), "x to the 2");
  EXPECT_EQ(spoken_formula("L_{upper_arm} v"), "L sub upper_arm v") << "a name is one word";
  EXPECT_EQ(spoken_formula("w_{i,upper_arm.L}"), "w sub i, upper_arm.L");
  EXPECT_EQ(spoken_formula("W_{tail2}"), "W sub tail2");
  EXPECT_EQ(spoken_formula("x_{i_k}"), "x sub i sub k") << "an index has one of its own";
  EXPECT_EQ(spoken_formula("v^{*}_i"), "v star sub i");
  for (const char* unsound :
       {"", "_", "^", "\\", "{", "}", "_{", "a_{b", "\\sum_", "a_{bc_", "a_{_bc}"})
    spoken_formula(unsound);
}

// Empty, and a failure, where the text is no lesson for the arm.
std::string transcript_of(const char* text, const std::string& model_name) {
  std::string error;
  auto lesson = parse_lesson(text, error);
  auto plan = lesson ? plan_lesson(std::move(*lesson),
                                   import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb"), error)
                     : std::nullopt;
  EXPECT_TRUE(plan) << error;
  return plan ? lesson_transcript(*plan, model_name) : std::string();
}

TEST(Transcript, LettersOutsideOfFormulasAreReadAloud) {
  const char* text =
      "---\ntitle: What T_j is\nmodel: arm.glb\nsummary: Read T_j, Ul_k, W_j. And upper_arm or "
      "u_to_view.\n---\n\n## Where W_j goes\n\nSee.\n\n```step\n"
      "slider Turn of U_j, 0 to 90 degrees at 30: joint forearm rotate 0 0 {}\n```\n";
  const std::string said = transcript_of(text, "arm.glb");
  EXPECT_EQ(said.find("What T sub j is\nRead T sub j, Ul sub k, W sub j. And upper_arm or "
                      "u_to_view.\n"),
            0u)
      << said;
  EXPECT_NE(said.find("Step 1 of 1: Where W sub j goes\n"), std::string::npos) << said;
  EXPECT_NE(said.find("Slider Turn of U sub j: from"), std::string::npos) << said;
}

TEST(Transcript, StepsWithFiguresSlidersAndCommands) {
  const char* text =
      "---\ntitle: Bending\nmodel: arm.glb\nsummary: An elbow.\n---\n\n## At rest\n\nThe hand is "
      "$W_j$, and {influences = 3} pull.\n\n"
      "```step\npin arm 0\nselect forearm\n```\n\n## Bent\n\n1. One\n- `two`\n\n| a | b "
      "|\n|---|---|\n| $x_1$ | 2 |\n\n"
      "```step\nslider Bend, 0 to 90 degrees at 30: joint forearm rotate 0 0 {}\nview grid "
      "off\n```\n";
  const std::string said = transcript_of(text, "my arm.glb");
  for (const char* part :
       {"Bending\nAn elbow.\n", "Step 1 of 2: At rest\n\nThe hand is W sub j, and ", " pull.\n",
        "Step 2 of 2: Bent\n\n", "1. One\n", "- two\n", "a | b\nx sub 1 | 2\n",
        "Slider Bend: from 0\xC2\xB0 to 90\xC2\xB0, now at 30\xC2\xB0.",
        "bindpose render 'my arm.glb' --edit 'joint forearm rotate 0 0 30' --edit 'view grid off' "
        "-o step2.png"}) {
    EXPECT_NE(said.find(part), std::string::npos) << part << "\nin\n" << said;
  }
  EXPECT_EQ(said.find('$'), std::string::npos);
  EXPECT_EQ(said.find('{'), std::string::npos);
}

}  // namespace
}  // namespace bindpose
