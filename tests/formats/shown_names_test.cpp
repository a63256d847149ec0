// Names that steer what shows them: by control characters, or by turning what follows around.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/collada_files.h"
#include "io/import.h"
#include "io/io_fixture.h"
#include "io/text/clean_text.h"
#include "io/text/scene_json.h"
#include "io/text/text_table.h"

namespace bindpose::tests::shown_names_test {
namespace {

constexpr const char* kTurned =
    "a\xE2\x80\xAE"
    "b";  // U+202E

TEST(ShownNames, WhatMisleadsIsAQuestionMark) {
  EXPECT_EQ(shown_text(kTurned), "a?b");
  EXPECT_EQ(printable(kTurned), "a?b");
  EXPECT_EQ(shown_sentence(kTurned), "a?b");
  EXPECT_EQ(quoted_path(kTurned), "\"a?b\"");
  EXPECT_EQ(shown_text("\xC2\x9B"
                       "2J"),
            "?2J");  // U+009B begins a terminal's command
  EXPECT_EQ(shown_text("\x1b[2J\x7f"), "?[2J?");
  EXPECT_EQ(shown_text("\xE2\x80\xA8\xE2\x80\xA9"), "??");  // breaks of lines and paragraphs
  EXPECT_EQ(shown_text("\xD8\x9C\xE2\x80\x8E\xE2\x80\x8F\xE2\x81\xA6\xE2\x81\xA9"), "?????");
}

TEST(ShownNames, AllElseStays) {
  for (const char* name :
       {"Ärm \"L\"", "腕\t左\n", "כתף ذراع", "\xE2\x80\x8D\xF0\x9F\x92\xAA", ""}) {
    EXPECT_EQ(shown_text(name), name);
    EXPECT_EQ(shown_json(name), name);
  }
}

TEST(ShownNames, JsonReadsBackAsItWas) {
  for (const char* name : {kTurned, "\xC2\x9B", "\xE2\x81\xA6"}) {
    const std::string json = nlohmann::json(name).dump(), shown = shown_json(json);
    for (const char c : shown) EXPECT_LT(static_cast<unsigned char>(c), 0x80) << shown;
    EXPECT_EQ(nlohmann::json::parse(shown), nlohmann::json(name));
  }
}

class ShownNamesOfAFile : public FolderTest {};

// The model has the name that the file has, so that is what an export writes.
TEST_F(ShownNamesOfAFile, AreKept) {
  write_all(folder_ / "a.dae",
            dae_file("<library_geometries>" + dae_geometry("tri", "cloth", "0 0 0 1 0 0 0 1 0") +
                         "</library_geometries>",
                     "<node id=\"m\" name=\"" + std::string(kTurned) +
                         "\"><instance_geometry url=\"#tri\"/></node>"));
  const auto model = import_model(folder_ / "a.dae");
  EXPECT_GE(find_joint(model->skeleton, kTurned), 0);
  EXPECT_EQ(info_text(*model, {}).find("\xE2\x80\xAE"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::tests::shown_names_test
