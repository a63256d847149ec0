// A document that is edited by the words of edits.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "scene/edit/edit.h"

namespace bindpose::tests {

class EditedDocument : public ::testing::Test {
 protected:
  explicit EditedDocument(std::shared_ptr<const Model> model) : doc(make_scene(std::move(model))) {}

  Change edit(const std::string& text) {
    std::string error;
    const auto parsed = parse_edit(text, doc.scene(), error);
    if (!parsed) ADD_FAILURE() << error;
    return parsed ? doc.apply({*parsed}) : Change{};
  }
  // Why it is no edit.
  std::string refused(const std::string& text) {
    std::string error;
    EXPECT_FALSE(parse_edit(text, doc.scene(), error)) << text;
    return error;
  }

  Document doc;
};

}  // namespace bindpose::tests
