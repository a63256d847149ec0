// Writes the nodes of a binary FBX 7400 file, one after the other.
// (Layout: the description of the binary format at code.blender.org/2013/08, and files.)
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "io/fbx/tree/tree.h"

namespace bindpose {

inline constexpr int kUpgradedFbx = 7400;

// A node's values come before its children. Throws ImportError where the file grows beyond what an
// importer may hold.
class FbxWriter {
 public:
  FbxWriter();

  void open(std::string_view name);
  void close();

  void byte(char value);
  void int16(std::int16_t value);
  void int32(std::int32_t value);
  void int64(std::int64_t value);
  void single(float value);
  void real(double value);
  void text(std::string_view value);
  void bytes(std::string_view value);
  void array(const std::vector<std::int32_t>& values);
  void array(const std::vector<std::int64_t>& values);
  void array(const std::vector<float>& values);
  void array(const std::vector<double>& values);
  // An array of a little-endian file as it is, packed or not.
  void array(const FbxProperty& stored);

  // A node that holds nothing but one value.
  void int32(std::string_view name, std::int32_t value) {
    one(name, [&] { int32(value); });
  }
  void real(std::string_view name, double value) {
    one(name, [&] { real(value); });
  }
  void text(std::string_view name, std::string_view value) {
    one(name, [&] { text(value); });
  }
  template <typename T>
  void array(std::string_view name, const std::vector<T>& values) {
    one(name, [&] { array(values); });
  }

  // The whole file; nothing may be written afterwards.
  std::vector<std::uint8_t> finish();

 private:
  struct Open {
    std::size_t head;     // where the node's three numbers are
    std::size_t values;   // where its values begin
    std::uint32_t count;  // of values
    bool has_children;
  };

  template <typename Write>
  void one(std::string_view name, Write write) {
    open(name);
    write();
    close();
  }
  template <typename T>
  void put(T value);
  template <typename T>
  void put_array(char type, const std::vector<T>& values);
  void put_bytes(const void* from, std::size_t size);
  void begin_value(char type);
  void end_values(const Open& node);
  void set(std::size_t at, std::size_t value);

  std::vector<std::uint8_t> out_;
  std::vector<Open> open_;
};

}  // namespace bindpose
