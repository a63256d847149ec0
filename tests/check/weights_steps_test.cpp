// How much work reading a file of weights is: counted in pieces of memory that are asked for, which
// no clock and no busy machine changes. The address sanitizer counts them.
#include <gtest/gtest.h>

#include <fstream>

#include "check/figure.h"
#include "io/weights/weights_file.h"
#include "temp_folder.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BINDPOSE_COUNTS_MEMORY
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define BINDPOSE_COUNTS_MEMORY
#endif

#ifdef BINDPOSE_COUNTS_MEMORY
#include <sanitizer/allocator_interface.h>

namespace bindpose::tests {
namespace {

std::size_t asked_for = 0;

// Reads a table that has one line of each of so many meshes, and says nothing of their numbers.
std::size_t pieces_for(std::size_t meshes) {
  auto model = model_of(sound_figure());
  const Mesh one = model->meshes[0];
  model->meshes.clear();
  const auto file = temp_folder() / "many.csv";
  std::ofstream out(file);
  out << "mesh,vertex,joint,weight\n";
  for (std::size_t m = 0; m < meshes; ++m) {
    model->meshes.push_back(one);
    // Longer than what a string holds without asking for memory.
    model->meshes[m].name = "a mesh with a long name, number " + std::to_string(m);
    out << '"' << model->meshes[m].name << "\",0," << model->skeleton.name[0] << ",1\n";
  }
  out.close();
  finish(*model);
  const Scene scene = make_scene(model);
  const std::size_t before = asked_for;
  EXPECT_EQ(read_weights(scene, file).size(), meshes);
  return asked_for - before;
}

TEST(WeightsSteps, ALineWithoutAnIndexIsNotHeldAgainstEachMesh) {
  __sanitizer_install_malloc_and_free_hooks([](const volatile void*, std::size_t) { ++asked_for; },
                                            [](const volatile void*) {});
  const std::size_t few = pieces_for(40), many = pieces_for(320);
  EXPECT_GT(few, 40u);
  EXPECT_LT(many, 12 * few);  // eight times the meshes; each with each: over 30 times the work
}

}  // namespace
}  // namespace bindpose::tests
#endif
