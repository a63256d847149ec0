#include "io/export/export.h"

#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/files/image_io.h"
#include "io/io_fixture.h"

namespace bindpose::tests::export_test {
namespace {

using Json = nlohmann::json;

struct Posed {
  std::vector<vec3> position, normal;
};

class Export : public FolderTest {
 protected:
  Export() : scene_(posed_scene()), posed_(evaluate(scene_)) {}

  std::filesystem::path write(const char* name) {
    const auto file = folder_ / name;
    export_posed(scene_, posed_, file);
    const bool has_library = file.extension() == ".obj";
    EXPECT_EQ(file_count(), has_library ? 2u : 1u) << "no temporary file stays";
    return file;
  }
  std::filesystem::path export_to(const char* name) {
    export_posed(scene_, posed_, folder_ / name);
    return folder_ / name;
  }
  Posed expected(int mesh) const {
    Posed p;
    skin_mesh(scene_, posed_, mesh, p.position, &p.normal);
    for (vec3& n : p.normal) n /= glm::length(n);
    return p;
  }
  const Mesh& mesh(std::size_t m) const { return scene_.model->meshes[m]; }

  Scene scene_;
  PosedScene posed_;
};

struct ObjText {
  std::vector<std::string> objects;
  std::vector<vec3> v, vn;
  std::vector<vec2> vt;
  std::vector<std::string> corners;
};

ObjText read_obj(const std::filesystem::path& file) {
  ObjText obj;
  std::istringstream stream(read_all(file));
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string key, a, b, c;
    words >> key >> a >> b >> c;
    const auto f = [](const std::string& s) { return std::strtof(s.c_str(), nullptr); };
    if (key == "o") obj.objects.push_back(a);
    if (key == "v") obj.v.emplace_back(f(a), f(b), f(c));
    if (key == "vn") obj.vn.emplace_back(f(a), f(b), f(c));
    if (key == "vt") obj.vt.emplace_back(f(a), f(b));
    if (key == "f") obj.corners.insert(obj.corners.end(), {a, b, c});
  }
  return obj;
}

TEST_F(Export, ObjReadsBackExactly) {
  const ObjText obj = read_obj(write("x.obj"));
  EXPECT_EQ(obj.objects, (std::vector<std::string>{"body_part", "hat"}));
  ASSERT_EQ(obj.v.size(), 12u);
  ASSERT_EQ(obj.vn.size(), 12u);
  ASSERT_EQ(obj.vt.size(), 7u);
  std::size_t at = 0;
  for (std::size_t m = 0; m < 2; ++m) {
    const Posed p = expected(static_cast<int>(m));
    for (std::size_t v = 0; v < p.position.size(); ++v, ++at) {
      EXPECT_EQ(obj.v[at], p.position[v]);
      EXPECT_LT(glm::length(obj.vn[at] - p.normal[v]), 1e-6f);
    }
  }
  EXPECT_EQ(obj.vt[3], vec2(mesh(0).uv[3].x, 1.0f - mesh(0).uv[3].y));
  ASSERT_EQ(obj.corners.size(), 3u * (5 + 3));
  EXPECT_EQ(obj.corners[4], "3/3/3");
  EXPECT_EQ(obj.corners[15], "8//8") << "the second object counts on";
  EXPECT_EQ(obj.corners[17], "10//10");
}

TEST_F(Export, PlyReadsBackExactly) {
  const std::string bytes = read_all(write("x.PLY"));
  const std::string end = "end_header\n";
  const std::size_t at = bytes.find(end) + end.size();
  EXPECT_NE(bytes.find("format binary_little_endian 1.0\n"), std::string::npos);
  EXPECT_NE(bytes.find("element vertex 12\n"), std::string::npos);
  EXPECT_NE(bytes.find("element face 8\n"), std::string::npos);
  ASSERT_EQ(bytes.size() - at, 12u * 24 + 8u * 13);
  std::vector<float> numbers(12 * 6);
  std::memcpy(numbers.data(), bytes.data() + at, numbers.size() * 4);
  const Posed body = expected(0), hat = expected(1);
  for (std::size_t v = 0; v < 12; ++v) {
    const vec3 p(numbers[6 * v], numbers[6 * v + 1], numbers[6 * v + 2]);
    EXPECT_EQ(p, v < 7 ? body.position[v] : hat.position[v - 7]);
  }
  const char* face = bytes.data() + at + 12 * 24 + 5 * 13;  // the hat's first
  std::int32_t corner[3];
  std::memcpy(corner, face + 1, 12);
  EXPECT_EQ(face[0], 3);
  EXPECT_EQ(corner[0], 7);
  EXPECT_EQ(corner[2], 9);
}

struct Glb {
  Json json;
  std::string binary;

  template <typename T>
  std::vector<T> accessor(std::size_t index) const {
    const Json& a = json["accessors"][index];
    const Json& view = json["bufferViews"][a["bufferView"].get<std::size_t>()];
    std::vector<T> out(a["count"].get<std::size_t>());
    const std::size_t bytes = out.size() * sizeof(T);
    EXPECT_EQ(view["byteLength"].get<std::size_t>(), bytes);
    EXPECT_LE(view["byteOffset"].get<std::size_t>() + bytes, binary.size());
    std::memcpy(out.data(), binary.data() + view["byteOffset"].get<std::size_t>(), bytes);
    return out;
  }
};

Glb read_glb(const std::filesystem::path& file) {
  const std::string bytes = read_all(file);
  const auto u32 = [&](std::size_t at) {
    std::uint32_t x = 0;
    std::memcpy(&x, bytes.data() + at, 4);
    return x;
  };
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(u32(4), 2u);
  EXPECT_EQ(u32(8), bytes.size());
  const std::uint32_t length = u32(12);
  EXPECT_EQ(length % 4, 0u);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  const std::size_t second = 20 + length;
  EXPECT_EQ(bytes.substr(second + 4, 4), std::string("BIN\0", 4));
  EXPECT_EQ(second + 8 + u32(second), bytes.size());
  return {Json::parse(bytes.substr(20, length)), bytes.substr(second + 8)};
}

TEST_F(Export, GlbReadsBackExactly) {
  const Glb glb = read_glb(write("x.glb"));
  const Json& j = glb.json;
  EXPECT_EQ(j["asset"]["version"], "2.0");
  EXPECT_EQ(j["buffers"][0]["byteLength"], glb.binary.size());
  EXPECT_EQ(j["scenes"][0]["nodes"], Json({0, 1}));
  EXPECT_EQ(j["meshes"][0]["name"], "body part");
  for (std::size_t m = 0; m < 2; ++m) {
    const Json& primitive = j["meshes"][m]["primitives"][0];
    const std::size_t at = primitive["attributes"]["POSITION"];
    const auto position = glb.accessor<vec3>(at);
    EXPECT_EQ(position, expected(static_cast<int>(m)).position);
    for (int c = 0; c < 3; ++c) {
      float lo = 1e9f, hi = -1e9f;
      for (const vec3& p : position) lo = std::min(lo, p[c]), hi = std::max(hi, p[c]);
      EXPECT_EQ(j["accessors"][at]["min"][static_cast<std::size_t>(c)].get<float>(), lo);
      EXPECT_EQ(j["accessors"][at]["max"][static_cast<std::size_t>(c)].get<float>(), hi);
    }
    EXPECT_EQ(glb.accessor<std::uint32_t>(primitive["indices"]), mesh(m).triangle);
  }
  const Json& attributes = j["meshes"][0]["primitives"][0]["attributes"];
  EXPECT_EQ(glb.accessor<vec2>(attributes["TEXCOORD_0"]), mesh(0).uv);
  EXPECT_FALSE(j["meshes"][1]["primitives"][0]["attributes"].contains("TEXCOORD_0"));
  const Json& material = j["materials"][0];
  EXPECT_EQ(material["pbrMetallicRoughness"]["baseColorFactor"], Json({0.1, 0.2, 0.3, 1.0}));
  EXPECT_TRUE(material["doubleSided"]);
  const Json& view = j["bufferViews"][j["images"][0]["bufferView"].get<std::size_t>()];
  const std::string png = glb.binary.substr(view["byteOffset"], view["byteLength"]);
  std::string error;
  const auto* first = reinterpret_cast<const std::uint8_t*>(png.data());
  const auto image = decode_image({first, png.size()}, 16, error);
  ASSERT_TRUE(image) << error;
  EXPECT_EQ(image->pixels, scene_.model->images[0].pixels);
}

TEST_F(Export, AnotherProgramReadsTheSameSurface) {
  for (const char* name : {"a.obj", "a.ply", "a.glb"}) {
    const auto file = folder_ / name;
    export_posed(scene_, posed_, file);
    Assimp::Importer importer;
    const aiScene* read = importer.ReadFile(file.string(), 0);
    ASSERT_NE(read, nullptr) << name << ": " << importer.GetErrorString();
    std::vector<vec3> corners;
    for (unsigned m = 0; m < read->mNumMeshes; ++m) {
      const aiMesh& mesh = *read->mMeshes[m];
      EXPECT_TRUE(mesh.HasNormals()) << name;
      for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        for (unsigned k = 0; k < mesh.mFaces[f].mNumIndices; ++k) {
          const aiVector3D& p = mesh.mVertices[mesh.mFaces[f].mIndices[k]];
          corners.emplace_back(p.x, p.y, p.z);
        }
      }
    }
    std::vector<vec3> want;
    for (std::size_t m = 0; m < 2; ++m) {
      const Posed p = expected(static_cast<int>(m));
      for (std::uint32_t i : mesh(m).triangle) want.push_back(p.position[i]);
    }
    ASSERT_EQ(corners.size(), want.size()) << name;
    for (std::size_t k = 0; k < want.size(); ++k) {
      EXPECT_LT(glm::length(corners[k] - want[k]), 1e-6f) << name << " corner " << k;
    }
  }
}

// What its file has no normals for is shown flat: with its vertices' normals other programs would
// smooth it.
TEST_F(Export, WhatIsFlatHasNormalsOfTrianglesOrNone) {
  auto model = std::make_shared<Model>(*scene_.model);
  model->meshes[0].flat = true;
  scene_.model = model;
  const ObjText obj = read_obj(write("x.obj"));
  EXPECT_EQ(obj.v.size(), 12u);
  ASSERT_EQ(obj.vn.size(), 5u + 5u);  // five triangles, and the hat's vertices
  EXPECT_EQ(obj.corners[4], "3/3/2");
  EXPECT_EQ(obj.corners[15], "8//6");
  const std::vector<vec3> at = expected(0).position;
  const auto& corner = mesh(0).triangle;
  for (std::size_t t = 0; t < 5; ++t) {
    const vec3 &a = at[corner[3 * t]], &b = at[corner[3 * t + 1]], &c = at[corner[3 * t + 2]];
    const vec3 n = glm::cross(b - a, c - a);
    if (glm::length(n) > 0.0f) EXPECT_LT(glm::length(obj.vn[t] - glm::normalize(n)), 1e-5f) << t;
  }
  const Json j = read_glb(export_to("x.glb")).json;
  EXPECT_FALSE(j["meshes"][0]["primitives"][0]["attributes"].contains("NORMAL"));
  EXPECT_TRUE(j["meshes"][1]["primitives"][0]["attributes"].contains("NORMAL"));
  // PLY has normals for all vertices or for none.
  const auto notes = export_posed(scene_, posed_, folder_ / "y.ply");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("1 mesh is shown flat"), std::string::npos);
  EXPECT_NE(read_all(folder_ / "y.ply").find("property float nx"), std::string::npos);
  model->meshes[1].flat = true;
  const std::string bytes = read_all(export_to("x.ply"));
  const std::string end = "end_header\n";
  const std::size_t from = bytes.find(end) + end.size();
  EXPECT_EQ(bytes.find("property float nx"), std::string::npos);
  ASSERT_EQ(bytes.size() - from, 12u * 12 + 8u * 13);
  vec3 last;
  std::memcpy(&last, bytes.data() + from + 11 * 12, 12);
  EXPECT_EQ(last, expected(1).position.back());
  model->meshes[0].uv.clear();
  EXPECT_EQ(read_obj(export_to("y.obj")).corners[4], "3//2");
}

TEST_F(Export, RefusalsSayWhatAndLeaveTheTargetAlone) {
  const auto save = [&](const std::filesystem::path& file) {
    return sentence_of([&] { export_posed(scene_, posed_, file); });
  };
  EXPECT_NE(save(folder_ / "x.stl").find(".obj, .ply or .glb"), std::string::npos);
  EXPECT_NE(save(folder_ / "missing" / "x.obj").find("missing"), std::string::npos);
  std::filesystem::create_directory(folder_ / "dir.obj");
  EXPECT_NE(save(folder_ / "dir.obj"), "");
  write_all(folder_ / "old.glb", "old");
  posed_.palette[0][0][3][0] = std::numeric_limits<float>::infinity();
  EXPECT_NE(save(folder_ / "old.glb").find("body part"), std::string::npos);
  EXPECT_EQ(read_all(folder_ / "old.glb"), "old");
  EXPECT_EQ(file_count(), 2u);
  auto bare = std::make_shared<Model>(*scene_.model);
  bare->meshes.clear();
  scene_ = make_scene(bare);
  posed_ = evaluate(scene_);
  EXPECT_NE(save(folder_ / "x.obj").find("no surface"), std::string::npos);
}

TEST_F(Export, ReplacesAnExistingFileAndFollowsLinks) {
  write_all(folder_ / "real.obj", "old");
  std::filesystem::create_symlink("real.obj", folder_ / "link.obj");
  export_posed(scene_, posed_, folder_ / "link.obj");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.obj"));
  EXPECT_EQ(read_obj(folder_ / "real.obj").v.size(), 12u);
}

TEST_F(Export, AFlattenedSurfaceStillHasUnitNormals) {
  for (auto& palette : posed_.palette) palette.assign(palette.size(), mat4(0.0f));
  const Glb glb = read_glb(write("flat.glb"));
  const std::size_t at = glb.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"];
  for (const vec3& n : glb.accessor<vec3>(at)) EXPECT_NEAR(glm::length(n), 1.0f, 1e-6f);
}

// glTF has metres, y up: a file in centimetres, z up, stands and is not a hundred times as large,
// as its rig is; and where its axes mirror, the outside stays outside. OBJ keeps the file's
// numbers.
TEST_F(Export, AGlbStandsUprightInMetres) {
  const mat4 turns(vec4(0.01f, 0, 0, 0), vec4(0, 0, -0.01f, 0), vec4(0, 0.01f, 0, 0),
                   vec4(1, 2, 3, 1));
  mat4 mirrors = turns;
  mirrors[0][0] = -0.01f;
  for (const mat4& to_display : {turns, mirrors}) {
    auto model = std::make_shared<Model>(*scene_.model);
    model->to_display = to_display;
    scene_.model = model;
    std::filesystem::remove(folder_ / "x.glb");
    const Glb glb = read_glb(write("x.glb"));
    const Posed file = expected(0);
    const auto& primitive = glb.json["meshes"][0]["primitives"][0];
    const auto position = glb.accessor<vec3>(primitive["attributes"]["POSITION"]);
    const auto normal = glb.accessor<vec3>(primitive["attributes"]["NORMAL"]);
    const auto corner = glb.accessor<std::uint32_t>(primitive["indices"]);
    ASSERT_EQ(position.size(), file.position.size());
    for (std::size_t v = 0; v < position.size(); ++v) {
      const vec3 p = vec3(to_display * vec4(file.position[v], 1.0f));
      EXPECT_LT(glm::length(position[v] - p), 1e-6f) << v;
      // Of a turn (and mirror) of equal scale the normal goes as directions do.
      const vec3 n = glm::normalize(mat3(to_display) * file.normal[v]);
      EXPECT_LT(glm::length(normal[v] - n), 1e-5f) << v;
    }
    // What faced outwards in the file does so still.
    const auto& was = mesh(0).triangle;
    ASSERT_EQ(corner.size(), was.size());
    for (std::size_t i = 0; i < was.size(); i += 3) {
      const auto side = [&](const auto& at, const auto& tri, const vec3& outwards) {
        const vec3 a = at[tri[i]];
        return glm::dot(glm::cross(at[tri[i + 1]] - a, at[tri[i + 2]] - a), outwards) > 0.0f;
      };
      EXPECT_EQ(side(position, corner, normal[was[i]]),
                side(file.position, was, file.normal[was[i]]));
    }
  }
  std::filesystem::remove(folder_ / "x.glb");
  EXPECT_EQ(read_obj(write("x.obj")).v.front(), expected(0).position.front());
}

}  // namespace
}  // namespace bindpose::tests::export_test
