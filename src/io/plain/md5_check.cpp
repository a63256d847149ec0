#include "io/plain/md5_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/import_error.h"
#include "io/plain/md5_words.h"
#include "io/text/clean_text.h"
#include "scene/numerals.h"

namespace bindpose {
namespace {

// What one "mesh { }" says of itself.
struct MeshBlock {
  std::size_t line = 0;
  std::size_t verts = 0, tris = 0, weights = 0;              // as counted by the file
  std::vector<std::array<std::size_t, 2>> run;               // of each vertex: first weight, count
  std::vector<std::size_t> verts_named, tris_named, corner;  // numbers, and triangles' vertices
  std::vector<std::size_t> weights_named;
  std::vector<std::size_t> joint;  // of each weight
};

// Where an integer part is beyond 64 bits, Assimp goes on at a place that it never set.
constexpr std::size_t kMostDigits = 19;

class Md5Check {
 public:
  explicit Md5Check(const ModelFile& file) : file_(file), words_(file.text()) {}

  std::string run() {
    check_version();
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      if (word == "numJoints") said_joints_ = promise(word);
      if (word == "numMeshes") said_meshes_ = promise(word);
      if (word == "joints") read_joints();
      if (word == "mesh") read_mesh();
    }
    if (joints_ == 0) refuse("it has no joints");
    for (const MeshBlock& mesh : meshes_) check(mesh);
    std::string wrong = wrong_promise("numJoints", said_joints_, joints_);
    if (wrong.empty()) wrong = wrong_promise("numMeshes", said_meshes_, meshes_.size());
    return wrong;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw ImportError(quoted_path(file_.path) + " was not opened: " + what + "; export it again.");
  }
  [[noreturn]] void refuse_here(const std::string& what) const {
    refuse("line " + std::to_string(words_.line()) + ": " + what);
  }

  void check_version() {
    constexpr std::string_view kRead = "10";
    if (words_.next() != "MD5Version") refuse_here("MD5Version does not stand first");
    const std::string_view version = words_.next();
    if (version == kRead) return;
    throw ImportError(quoted_path(file_.path) + " is MD5 of version " + in_short(version) +
                      ", and version 10, that of Doom 3, is read; export it as that, or as glTF or "
                      "FBX.");
  }

  // The next word of what began in `row_`: Assimp reads line by line, and what goes on in the next
  // one, or begins behind something else, it reads as something else.
  std::string_view next() {
    const std::string_view word = words_.next();
    if (row_ != 0 && words_.line() != row_) {
      refuse("line " + std::to_string(row_) + " breaks off");
    }
    return word;
  }
  // A word that begins something: behind "{" or first in its line.
  std::string_view first_of_line() {
    const std::size_t before = words_.line();
    const std::string_view word = words_.next();
    if (row_ != 0 && !word.empty() && words_.line() == before) {
      refuse_here(in_short(word) + " is more than belongs there");
    }
    row_ = words_.line();
    return word;
  }

  void expect(std::string_view wanted) {
    const std::string_view word = next();
    if (word == wanted) return;
    refuse_here("\"" + std::string(wanted) + "\" is missing" +
                (word.empty() ? " where the file ends" : " before " + in_short(word)));
  }
  static std::string in_short(std::string_view word) {
    return "\"" + clean_text(word.substr(0, 40)) + "\"";
  }
  template <typename T>
  T number(const char* what) {
    std::string_view word = next();
    if (word.empty()) refuse_here("the file breaks off");
    if (word.starts_with('+')) word.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc() || end != word.data() + word.size()) {
      refuse_here(in_short(word) + " is not " + what);
    }
    if (digits_before_point(word) > kMostDigits) {
      refuse_here(in_short(word) + " has more digits than can be read");
    }
    return value;
  }
  std::size_t index() { return number<std::uint32_t>("a whole number from 0 on"); }
  void numbers(int count) {
    expect("(");
    for (int k = 0; k < count; ++k) number<double>("a number");
    expect(")");
  }
  static std::size_t digits_before_point(std::string_view number) {
    number.remove_prefix(std::min(number.find_first_not_of("-0"), number.size()));
    return std::min(number.find_first_not_of("0123456789"), number.size());
  }
  // What is counted takes more than a byte each.
  std::size_t count() {
    const std::size_t n = index();
    if (n > file_.bytes.size()) {
      refuse_here("it says that there are " + std::to_string(n) + ", more than it can hold");
    }
    return n;
  }

  // What Assimp takes memory for, before it has seen any of it.
  std::size_t promise(std::string_view word) {
    constexpr std::size_t kJointBytes = 27;  // "" -1 ( 0 0 0 ) ( 0 0 0 ) in a line of its own
    const std::size_t n = number<std::uint32_t>("a whole number from 0 on");
    if (n > file_.bytes.size() / kJointBytes)
      refuse_here(std::string(word) + " says " + std::to_string(n) + ", more than it can hold");
    return n;
  }
  static std::string wrong_promise(const char* word, std::optional<std::size_t> said,
                                   std::size_t found) {
    if (!said || *said == found) return {};
    return std::string(word) + " says " + grouped(*said) + ", and the file has " + grouped(found) +
           ": all that are there were read, and some may be missing.";
  }

  void read_joints() {
    expect("{");
    for (std::string_view name = first_of_line(); name != "}"; name = first_of_line()) {
      if (name.empty()) refuse_here("the list of joints does not end");
      if (!name.starts_with('"')) refuse_here(in_short(name) + " is no name in quotes");
      const int parent = number<int>("a joint's number");
      if (parent < -1 || parent >= static_cast<int>(joints_)) {
        refuse_here("joint " + in_short(name.substr(1)) + " hangs on joint " +
                    std::to_string(parent) + ", which does not come before it");
      }
      numbers(3);
      numbers(3);
      ++joints_;
    }
    row_ = 0;
  }

  void read_mesh() {
    expect("{");
    MeshBlock mesh;
    mesh.line = words_.line();
    for (std::string_view word = first_of_line(); word != "}"; word = first_of_line()) {
      if (word.empty()) refuse_here("a mesh does not end");
      if (word == "numverts") {
        mesh.verts = count();
      } else if (word == "numtris") {
        mesh.tris = count();
      } else if (word == "numweights") {
        mesh.weights = count();
      } else if (word == "vert") {
        mesh.verts_named.push_back(index());
        numbers(2);
        mesh.run.push_back({index(), index()});
      } else if (word == "tri") {
        mesh.tris_named.push_back(index());
        for (int k = 0; k < 3; ++k) mesh.corner.push_back(index());
      } else if (word == "weight") {
        mesh.weights_named.push_back(index());
        mesh.joint.push_back(index());
        number<double>("a weight");
        numbers(3);
      } else {
        const std::string_view rest = words_.skip_line();  // or what only other programs read
        // Assimp goes on behind the end of the line.
        const bool open = word == "shader" && std::ranges::count(rest, '"') % 2 != 0;
        if (open) refuse_here("the quotes behind \"shader\" do not end");
      }
    }
    row_ = 0;
    meshes_.push_back(std::move(mesh));
  }

  void below(const std::vector<std::size_t>& of, std::size_t limit, const MeshBlock& mesh,
             const char* what) const {
    for (const std::size_t i : of) {
      if (i < limit) continue;
      refuse("the mesh in line " + std::to_string(mesh.line) + " names " + what + " " +
             std::to_string(i) + " of " + std::to_string(limit));
    }
  }
  // Each number once: a table with gaps would be read half empty.
  void whole(const std::vector<std::size_t>& of, std::size_t count, const MeshBlock& mesh,
             const char* what) const {
    below(of, count, mesh, what);
    std::vector<bool> seen(count);
    for (const std::size_t i : of) {
      if (seen[i]) {
        refuse("the mesh in line " + std::to_string(mesh.line) + " has " + what + " " +
               std::to_string(i) + " twice");
      }
      seen[i] = true;
    }
    if (of.size() == count) return;
    refuse("the mesh in line " + std::to_string(mesh.line) + " says " + std::to_string(count) +
           " and lists " + std::to_string(of.size()) + " times \"" + what + "\"");
  }
  void check(const MeshBlock& mesh) const {
    whole(mesh.verts_named, mesh.verts, mesh, "vert");
    whole(mesh.tris_named, mesh.tris, mesh, "tri");
    whole(mesh.weights_named, mesh.weights, mesh, "weight");
    below(mesh.corner, mesh.verts, mesh, "vert");
    below(mesh.joint, joints_, mesh, "joint");
    for (const auto& [first, count] : mesh.run) {
      if (first <= mesh.weights && count <= mesh.weights - first) continue;
      refuse("the mesh in line " + std::to_string(mesh.line) + " has a vertex with weights " +
             std::to_string(first) + " to " + std::to_string(first + count) + " of " +
             std::to_string(mesh.weights));
    }
  }

  const ModelFile& file_;
  Md5Words words_;
  std::size_t row_ = 0;  // the line of the joint, vertex, ... that is being read; 0: of none
  std::size_t joints_ = 0;
  std::optional<std::size_t> said_joints_, said_meshes_;
  std::vector<MeshBlock> meshes_;
};

}  // namespace

std::string check_md5_mesh(const ModelFile& file) {
  return Md5Check(file).run();
}

}  // namespace bindpose
