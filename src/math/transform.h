// Rotation, translation and scale, and what 4x4 matrices of affine maps need beside GLM.
#pragma once

#include "math/types.h"

namespace bindpose {

// x -> t + q (s * x). Applied to a column vector as T(t) R(q) S(s): scale first, then rotation.
struct Transform {
  vec3 t{0.0f};
  quat q{1.0f, 0.0f, 0.0f, 0.0f};
  vec3 s{1.0f};
};

// The matrix T(t) R(q) S(s). `q` is expected to be of unit length.
mat4 to_matrix(const Transform& x);

// Splits an affine matrix into translation, rotation and scale. The rotation's axes come from the
// columns, x first (Gram-Schmidt); a mirrored matrix (determinant < 0) gets a negative scale in x.
// Shear is lost: `recompose_error` tells how much. Axes that vanish (scale 0) are filled in so that
// the others keep their rotation. A matrix that is not finite gives the identity.
Transform decompose(const mat4& m);

// Largest absolute entry of m - to_matrix(decompose(m)), relative to the largest absolute entry of
// m's 3x3 part. 0 where translation, rotation and scale say it all; > 1e-4 where m has shear.
float recompose_error(const mat4& m);

// The polar decomposition M = Q S: Q orthogonal (a rotation, or one with a mirror where det M < 0),
// S symmetric without negative eigenvalues. Directions that M flattens are filled in, so that Q is
// orthogonal whatever M is; a matrix that is not finite gives Q = S = I. From the singular values
// by one-sided Jacobi rotations (Hestenes 1958), in double.
struct Polar {
  glm::dmat3 orthogonal{1.0};
  glm::dmat3 stretch{1.0};
};
Polar polar(const glm::dmat3& m);

// a b for affine a and b: the last row of both must be 0 0 0 1. About twice as fast as mat4 * mat4.
mat4 mul_affine(const mat4& a, const mat4& b);

// Inverse of an affine matrix, computed in double and rounded once. Where there is none that floats
// can hold (not finite, or determinant of the 3x3 part below 1e-30 of its largest column cubed) the
// result is the translation undone and nothing else; `is_invertible` tells.
mat4 inverse_affine(const mat4& m);
bool is_invertible(const mat4& m);

// Every entry finite.
bool is_finite(const mat4& m);

// Cofactor matrix of the 3x3 part: det(m) * inverse-transpose. The right matrix for normals, with
// no division; under mirroring it keeps normals on the outside of a surface whose winding flips.
mat3 cofactor(const mat3& m);

// Rotation from angles in degrees about fixed axes: x first, then y, then z (R = Rz Ry Rx).
quat rotation_from_degrees(const vec3& degrees);
// The angles in degrees of rotation_from_degrees, each in (-180, 180]. For text that a person
// reads.
vec3 degrees_from_rotation(const quat& q);

// Largest absolute difference of the entries of two matrices.
float max_difference(const mat4& a, const mat4& b);

}  // namespace bindpose
