// Weights that come for a scene which is another one by then.
#include "app/viewer/panels/computed_weights.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "io/import.h"
#include "scene/edit/edit.h"

namespace bindpose::app {
namespace {

struct ComputedWeightsTest : testing::Test {
  std::shared_ptr<const Model> model =
      import_model(std::filesystem::path(BINDPOSE_SOURCE_DIR) / "assets" / "capsule.glb");
  Document document{make_scene(model)};
  ui::UiState ui;
  Pacing pace;
  Notices notices{ui, pace};
  ComputedWeights computed;

  std::optional<ComputedWeights::Result> came() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (computed.computes() && std::chrono::steady_clock::now() < end) {
      if (auto result = computed.poll(document.scene(), notices, pace)) return result;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return computed.poll(document.scene(), notices, pace);
  }
  void lock(int joint, bool locked) { document.apply({LockJoints{{joint}, locked, true}}); }
};

const Mend kSmooth{.kind = Mend::Smooth, .amount = 0.5, .n = 2, .all = true};

TEST_F(ComputedWeightsTest, AreTakenWhereLocksAreAsTheyWere) {
  lock(1, true);
  computed.mend(document.scene(), kSmooth);
  const auto result = came();
  ASSERT_TRUE(result);
  EXPECT_NE(result->made.edit.as<MendWeights>(), nullptr);
  EXPECT_EQ(ui.message.text, "");
}

TEST_F(ComputedWeightsTest, AreRefusedWhereALockWasSetOrTakenMeanwhile) {
  for (const bool locked : {true, false}) {
    computed.mend(document.scene(), kSmooth);
    lock(1, locked);
    EXPECT_FALSE(came());
    EXPECT_EQ(ui.message.text,
              "Weights were locked or unlocked while they were mended: mend them again.");
    ui.message = {};
  }
}

}  // namespace
}  // namespace bindpose::app
