// Elements of a Collada file that Assimp crashes over or misreads, written anew in its text.
#pragma once

#include <optional>
#include <span>

#include "io/model_file.h"
#include "math/transform.h"
#include "scene/model.h"

namespace bindpose {

inline constexpr std::size_t kSkewNumbers = 7;

// What a <skew> of seven numbers stands for: an angle in degrees, by which the first axis is turned
// towards the second, as RenderMan's Skew does (FCollada likewise). What lies across the second is
// moved along it. Nothing where the axes are none or the angle carries one over the other.
std::optional<glm::dmat4> collada_skew(std::span<const double> numbers);

// - The axis of a <rotate> gets the length 1, by which Assimp would scale; without a direction
//   nothing is turned, which is told.
// - An array of numbers or names without a count gets one.
// - A <unit> that is no length is 1, which is told.
// All else stays as it is. The file is there as a whole, in UTF-8.
void mend_collada_elements(ModelFile& file, Model& model);

// Each <skew> becomes the <matrix> that it stands for, for Assimp crashes; one that is none is
// told. Only for Assimp's text: what animates skews knows them by themselves.
void write_collada_skews(ModelFile& file, Model& model);

}  // namespace bindpose
