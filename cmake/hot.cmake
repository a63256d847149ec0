# The files that the sanitized tests spend most of their time in, with what they call of the standard library and GLM: these are
# optimised where the others are not (cmake/layers.cmake). Chosen by tests/hot_files.py (docs/testing.md): each saves more time than
# it takes longer to compile. A name that is gone is an error.
set(BINDPOSE_HOT
  src/io/assimp/geometry.cpp
  src/io/assimp/weights.cpp
  src/io/collada/list_mend.cpp
  src/io/fbx/tree/binary.cpp
  src/io/film/palette.cpp
  src/io/weld.cpp
  src/math/bounds.cpp
  src/math/geometry.cpp
  src/math/polygon.cpp
  src/math/transform.cpp
  src/rig/automatic/laplacian.cpp
  src/rig/automatic/voxel.cpp
  src/rig/automatic/voxel_grid.cpp
  src/rig/clip.cpp
  src/rig/deform/mush_surface.cpp
  src/rig/deform/rotation_centers.cpp
  src/rig/dual_quaternion.cpp
  src/rig/enclosed_volume.cpp
  src/rig/exact_normals.cpp
  src/rig/ik/damped.cpp
  src/rig/ik/ik_chain.cpp
  src/rig/mesh.cpp
  src/rig/paint/surface_disc.cpp
  src/rig/pose/side_names.cpp
  src/rig/proximity/nearest_surface.cpp
  src/rig/subset.cpp
  src/rig/surface/normal_faults.cpp
  src/rig/surface/vertex_graph.cpp
  src/rig/time/key_times.cpp
  src/rig/weights/segment_weights.cpp
  src/rig/weights/weight_gradient.cpp
  src/rig/weights/weight_rows.cpp
  src/scene/check/symmetry_rules.cpp
  src/scene/diff/diff_poses.cpp
  src/scene/diff/diff_surfaces.cpp
  src/scene/diff/surface_faces.cpp
  src/scene/diff/surface_layers.cpp
  src/scene/diff/surface_spots.cpp
  src/scene/numbers/rig_numbers.cpp
  src/ui/base/focus.cpp
  src/ui/base/widgets.cpp
  src/ui/commands/key_presets.cpp
  src/ui/formula/typeset.cpp
  src/ui/gizmo/gizmo_draw.cpp
  src/view/camera.cpp
  src/view/capsules.cpp
  src/view/gizmo/frame.cpp
  src/view/joints/joint_colors.cpp
  src/view/marks/needles.cpp)
# The same for the release tests, of the layers that BINDPOSE_LARGE_UNITS compiles at -Og: these are at -O2, as all are elsewhere.
# (GLM's functions are calls at -Og: half of what the layers took.)
set(BINDPOSE_HOT_RELEASE
  src/app/screen/changed_area.cpp
  src/io/assimp/geometry.cpp
  src/io/assimp/weights.cpp
  src/io/weld.cpp
  src/render/gpu/edge_average.cpp
  src/render/material/environment.cpp
  src/render/sampled_triangles.cpp
  src/scene/check/region_rules.cpp
  src/scene/check/symmetry_rules.cpp
  src/scene/check_model.cpp
  src/scene/diff/surface_spots.cpp
  src/scene/numbers/another_pose.cpp
  src/scene/numbers/compare_numbers.cpp
  src/scene/numbers/compare_points.cpp
  src/scene/numbers/explain_matrices.cpp
  src/scene/numbers/following.cpp
  src/scene/numbers/frame_mistakes.cpp
  src/scene/numbers/mistakes.cpp
  src/scene/numbers/numbers_error.cpp
  src/scene/numbers/rig_numbers.cpp
  src/scene/numbers/slot_mistakes.cpp
  src/scene/numbers/surface_mistakes.cpp
  src/scene/weight_problems.cpp)
foreach(file ${BINDPOSE_HOT} ${BINDPOSE_HOT_RELEASE})
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${file})
    message(FATAL_ERROR "cmake/hot.cmake names ${file}, which is not there. Take the line out, or name where the code has gone.")
  endif()
endforeach()
