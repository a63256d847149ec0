// The fields of a model in the order in which the codec writes and reads them. The structured
// bindings name every member, so a member that is added to a struct does not compile until it
// stands here, too.
#pragma once

#include <concepts>
#include <type_traits>

#include "scene/model.h"

namespace bindpose {

template <typename M, typename T>
concept Like = std::same_as<std::remove_const_t<M>, T>;

template <typename A, Like<Transform> M>
void fields(A& archive, M& x) {
  auto& [t, q, s] = x;
  archive(t, q, s);
}

template <typename A, typename M>
requires(Like<M, Keys<float>> || Like<M, Keys<vec3>> || Like<M, Keys<quat>>) void fields(A& archive,
                                                                                         M& x) {
  auto& [time, value, interpolation] = x;
  archive(time, value, interpolation);
}

template <typename A, Like<CurveKey> M>
void fields(A& archive, M& x) {
  auto& [time, value, segment, arriving, leaving] = x;
  archive(time, value, segment, arriving, leaving);
}

template <typename A, Like<Curve> M>
void fields(A& archive, M& x) {
  auto& [key] = x;
  archive(key);
}

template <typename A, Like<ComponentCurves> M>
void fields(A& archive, M& x) {
  auto& [target, order, axis, fallback] = x;
  archive(target, order, axis[0], axis[1], axis[2], fallback);
}

template <typename A, Like<TrackFactor> M>
void fields(A& archive, M& x) {
  auto& [translation, rotation, scale, fallback, constant, matrix, curves] = x;
  archive(translation, rotation, scale, fallback, constant, matrix, curves);
}

template <typename A, Like<JointTrack> M>
void fields(A& archive, M& x) {
  auto& [joint, factors, left_out, taken_over] = x;
  archive(joint, factors, left_out, taken_over);
}

template <typename A, Like<MorphTrack> M>
void fields(A& archive, M& x) {
  auto& [channel, weight, curve] = x;
  archive(channel, weight, curve);
}

template <typename A, Like<Clip> M>
void fields(A& archive, M& x) {
  auto& [name, duration, tracks, morphs, rate] = x;
  archive(name, duration, tracks, morphs, rate);
}

template <typename A, Like<Image> M>
void fields(A& archive, M& x) {
  auto& [name, width, height, pixels, file] = x;
  archive(name, width, height, pixels, file);
}

template <typename A, Like<TextureUse> M>
void fields(A& archive, M& x) {
  auto& [image, uv_set, wrap_u, wrap_v, offset, scale, rotation, nearest] = x;
  archive(image, uv_set, wrap_u, wrap_v, offset, scale, rotation, nearest);
}

template <typename A, Like<Material> M>
void fields(A& archive, M& x) {
  auto& [name, base_color, shading, alpha_mode, alpha_cutoff, two_sided, metallic, roughness,
         specular, emissive, normal_scale, occlusion_strength, texture, more_images] = x;
  archive(name, base_color, shading, alpha_mode, alpha_cutoff, two_sided, metallic, roughness,
          specular, emissive, normal_scale, occlusion_strength);
  for (auto& use : texture) archive(use);
  archive(more_images);
}

template <typename A, Like<MissingTexture> M>
void fields(A& archive, M& x) {
  auto& [stored, material, slot] = x;
  archive(stored, material, slot);
}

template <typename A, Like<ReportEntry> M>
void fields(A& archive, M& x) {
  auto& [severity, place, message, joint, mesh, vertex, kind] = x;
  archive(severity, place, message, joint, mesh, vertex, kind);
}

template <typename A, Like<JointFlags> M>
void fields(A& archive, M& x) {
  auto& [is_joint, has_weight] = x;
  archive(is_joint, has_weight);
}

template <typename A, Like<Skeleton> M>
void fields(A& archive, M& x) {
  auto& [name, parent, subtree_end, rest_local, file_flags, human_bone] = x;
  archive(name, parent, subtree_end, rest_local, file_flags, human_bone);
}

template <typename A, Like<Influences> M>
void fields(A& archive, M& x) {
  auto& [offset, slot, weight, raw_weight_sum] = x;
  archive(offset, slot, weight, raw_weight_sum);
}

template <typename A, Like<Skin> M>
void fields(A& archive, M& x) {
  auto& [joint, bind, inverse_bind, mesh_to_bind, skinned, wants_dual_quaternions, bind_residual] =
      x;
  archive(joint, bind, inverse_bind, mesh_to_bind, skinned, wants_dual_quaternions, bind_residual);
}

template <typename A, Like<MeshBinding> M>
void fields(A& archive, M& x) {
  auto& [influences, skin] = x;
  archive(influences, skin);
}

template <typename A, Like<MorphTarget> M>
void fields(A& archive, M& x) {
  auto& [channel, vertex, position, normal, share] = x;
  archive(channel, vertex, position, normal, share);
}

template <typename A, Like<MorphChannel> M>
void fields(A& archive, M& x) {
  auto& [name, node, default_weight] = x;
  archive(name, node, default_weight);
}

template <typename A, Like<Mesh> M>
void fields(A& archive, M& x) {
  auto& [name, node, material, position, normal, uv, uv_second, color, triangle, source_vertex,
         file_binding, file_rank, dq_blend_weight, morph, hidden, flat] = x;
  archive(name, node, material, position, normal, uv, uv_second, color, triangle, source_vertex,
          file_binding, file_rank, dq_blend_weight, morph, hidden, flat);
}

template <typename A, Like<PoseTable> M>
void fields(A& archive, M& x) {
  auto& [world, has, mesh] = x;
  archive(world, has, mesh);
}

// The list itself.
inline const Images::List& stored(const Images& images) {
  return images.list();
}
inline Images::List& stored(Images& images) {
  return images.write();
}

template <typename A, Like<Model> M>
void fields(A& archive, M& x) {
  auto& [id, name, path, companions, format, skeleton, meshes, materials, images, clips,
         morph_channels, missing_textures, report, bind_local, has_bind, pose_tables, to_display,
         built] = x;
  static_cast<void>(id);     // each process gives its own
  static_cast<void>(built);  // no file has one
  archive(name, path, companions, format, skeleton, meshes, materials, stored(images), clips,
          morph_channels, missing_textures, report, bind_local, has_bind, pose_tables, to_display);
}

// The largest value of each enumeration.
constexpr TextureSlot last_of(TextureSlot) {
  return TextureSlot::SpecularGlossiness;
}
constexpr TextureWrap last_of(TextureWrap) {
  return TextureWrap::Clamp;
}
constexpr AlphaMode last_of(AlphaMode) {
  return AlphaMode::Blend;
}
constexpr Shading last_of(Shading) {
  return Shading::Unlit;
}
constexpr ReportKind last_of(ReportKind) {
  return ReportKind::BrokenVrm;
}
constexpr Severity last_of(Severity) {
  return Severity::Error;
}
constexpr EulerOrder last_of(EulerOrder) {
  return EulerOrder::ZYX;
}
constexpr CurveTarget last_of(CurveTarget) {
  return CurveTarget::Scale;
}
constexpr Segment last_of(Segment) {
  return Segment::Cubic;
}
constexpr Interpolation last_of(Interpolation) {
  return Interpolation::Cubic;
}

// What is stored as its bytes: numbers, vectors, quaternions, matrices.
template <typename T>
inline constexpr bool kIsPlain =
    (std::is_arithmetic_v<T> && !std::same_as<T, bool>) || Like<T, vec2> || Like<T, vec3> ||
    Like<T, vec4> || Like<T, quat> || Like<T, mat4>;

struct ModelHeader {
  std::uint64_t magic = 0x4c444f4d50444e42;  // "BNDPMODL"
  std::uint32_t version = 1;
  std::uint32_t header_size = 24;
  std::uint64_t total_size = 0;
};
static_assert(sizeof(ModelHeader) == 24);

inline constexpr std::size_t kArrayAlignment = 8;

}  // namespace bindpose
