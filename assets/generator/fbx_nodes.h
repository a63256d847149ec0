// The tree that an FBX 7.4 binary file is: named nodes with typed properties and children.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace bindpose::gen::fbx {

class Node {
 public:
  explicit Node(std::string name) : name_(std::move(name)) {}

  Node& child(const std::string& name);  // stays valid while more children are added

  // Scalar properties, by FBX's type letters.
  Node& i32(std::int32_t v);
  Node& i64(std::int64_t v);
  Node& f64(double v);
  Node& text(const std::string& v);
  Node& raw(const std::vector<std::uint8_t>& v);
  // Arrays; the larger ones are compressed.
  Node& i32s(const std::vector<std::int32_t>& v);
  Node& i64s(const std::vector<std::int64_t>& v);
  Node& f32s(const std::vector<float>& v);
  Node& f64s(const std::vector<double>& v);

  // One entry of a Properties70 node: name, type, label, flags; values follow.
  Node& property(const std::string& name, const std::string& type, const std::string& label,
                 const std::string& flags);

  void write(std::vector<std::uint8_t>& out) const;

 private:
  Node& array(char type, const void* data, std::size_t count, std::size_t bytes);

  std::string name_;
  std::uint32_t count_ = 0;
  std::vector<std::uint8_t> properties_;
  std::deque<Node> children_;
};

// "name" and class as FBX writes them into one string.
std::string name_class(const std::string& name, const std::string& of_class);

// Header, the top-level nodes, footer.
std::vector<std::uint8_t> binary_file(const std::vector<const Node*>& top);

}  // namespace bindpose::gen::fbx
