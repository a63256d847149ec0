#include "io/fbx/upgrade/copy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "io/fbx/object.h"
#include "io/files/base64.h"

namespace bindpose {
namespace {

template <std::size_t N>
bool among(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The type that an array of this name has in FBX 7400; 0: it is none.
char array_type(std::string_view name) {
  constexpr std::array<std::string_view, 20> kReal{
      "Vertices",    "Normals",      "NormalsW",     "Binormals",
      "BinormalsW",  "Tangents",     "TangentsW",    "UV",
      "Colors",      "Weights",      "Transform",    "TransformLink",
      "FullWeights", "Matrix",       "BlendWeights", "TransformAssociateModel",
      "EdgeCrease",  "VertexCrease", "KnotVector",   "Points"};
  constexpr std::array<std::string_view, 14> kInteger{
      "PolygonVertexIndex", "Edges",         "NormalsIndex", "BinormalsIndex",
      "TangentsIndex",      "UVIndex",       "ColorIndex",   "Materials",
      "Smoothing",          "TextureId",     "Indexes",      "KeyAttrFlags",
      "KeyAttrRefCount",    "PolygonIndexes"};
  if (name == "KeyTime") return 'l';
  if (name == "KeyValueFloat" || name == "KeyAttrDataFloat") return 'f';
  if (among(name, kReal)) return 'd';
  return among(name, kInteger) ? 'i' : '\0';
}

// Values that are real numbers even where a text writes them without a point.
bool is_real(std::string_view name) {
  constexpr std::array<std::string_view, 5> kReal{"Link_DeformAcuracy", "DeformPercent",
                                                  "ModelUVTranslation", "ModelUVScaling",
                                                  "ModelUVRotation"};
  return among(name, kReal);
}

enum class Width { Int32, Int64, Real };

// What a property of this type holds.
Width width_of(std::string_view type) {
  constexpr std::array<std::string_view, 9> kInt32{
      "bool", "Bool", "int", "Int", "enum", "Enum", "Integer", "Short", "Visibility Inheritance"};
  constexpr std::array<std::string_view, 6> kInt64{"KTime",     "Time",     "ULongLong",
                                                   "ULongLong", "LongLong", "TimeCode"};
  if (among(type, kInt32)) return Width::Int32;
  return among(type, kInt64) ? Width::Int64 : Width::Real;
}

std::int32_t narrow(std::int64_t value) {
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, Limits::min(), Limits::max()));
}

bool is_number_type(char type) {
  return std::string_view("CBZYILFDN").find(type) != std::string_view::npos;
}
bool is_array(char type) {
  return std::string_view("bcilfd").find(type) != std::string_view::npos;
}

}  // namespace

FbxFullName fbx_full_name(const FbxTree& tree, std::string_view text) {
  if (tree.text) {
    constexpr std::string_view kMark = "::";
    const std::size_t mark = text.find(kMark);
    if (mark == text.npos) return {fbx_without_entities(text), {}};
    return {fbx_without_entities(text.substr(mark + kMark.size())),
            std::string(text.substr(0, mark))};
  }
  constexpr std::string_view kMark("\0\1", 2);
  const std::size_t mark = text.find(kMark);
  if (mark == text.npos) return {std::string(text), {}};
  return {std::string(text.substr(0, mark)), std::string(text.substr(mark + kMark.size()))};
}

std::string fbx_binary_name(const FbxFullName& name) {
  return name.name + std::string("\0\1", 2) + name.type;
}

void FbxCopier::node(std::uint32_t n) {
  const FbxNode& at = tree_.node[n];
  if (at.name == "P" || at.name == "Property") return property(n);
  if (at.name == "Content") return content(n);
  if (array(n)) return;
  out_.open(at.name == "Properties60" ? std::string_view("Properties70") : at.name);
  for (std::uint32_t i = 0; i < at.property_count; ++i) value(at.name, *tree_.get(n, i));
  children(n, [](std::string_view) { return true; });
  out_.close();
}

// Whether it is one, written or not.
bool FbxCopier::array(std::uint32_t n) {
  const FbxNode& at = tree_.node[n];
  const char type = array_type(at.name);
  const FbxProperty* first = tree_.get(n, 0);
  if (type == 0 || first == nullptr ||
      !(is_number_type(first->type) || is_array(first->type) || first->type == 'A')) {
    return false;
  }
  if (first->type == type && !first->swapped) {
    out_.open(at.name);
    out_.array(*first);
    out_.close();
    return true;
  }
  if (at.name == "KeyAttrDataFloat" && tree_.text && tree_.version >= kFbxBitsVersion) {
    const auto bits = fbx_array<std::int64_t>(tree_, n, budget_);
    if (!bits) return true;
    std::vector<float> values;
    values.reserve(bits->size());
    for (const std::int64_t b : *bits) {
      values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(b)));
    }
    out_.array(at.name, values);
  } else if (type == 'd') {
    if (const auto values = fbx_array<double>(tree_, n, budget_)) out_.array(at.name, *values);
  } else if (type == 'f') {
    if (const auto values = fbx_array<float>(tree_, n, budget_)) out_.array(at.name, *values);
  } else if (const auto values = fbx_array<std::int64_t>(tree_, n, budget_)) {
    if (type == 'l') {
      out_.array(at.name, *values);
    } else {
      std::vector<std::int32_t> narrowed(values->size());
      std::transform(values->begin(), values->end(), narrowed.begin(), narrow);
      out_.array(at.name, narrowed);
    }
  }
  return true;
}

void FbxCopier::value(std::string_view name, const FbxProperty& property) {
  switch (property.type) {
    case 'S':
      return out_.text(tree_.text ? fbx_without_entities(property.data) : property.data);
    case 'R':
      return out_.bytes(property.data);
    case 'W':
      return out_.byte(property.data.front());
    case 'C':
    case 'B':
    case 'Z':
      return out_.byte(property.data.front());
    case 'Y':
      return out_.int16(static_cast<std::int16_t>(fbx_integer(&property).value_or(0)));
    case 'F':
      return out_.single(static_cast<float>(fbx_real(&property).value_or(0.0)));
    case 'I':
    case 'L':
    case 'N':
    case 'D':
      break;
    default:
      if (is_array(property.type) && !property.swapped) out_.array(property);
      return;
  }
  const auto integer = fbx_integer(&property);
  const bool point =
      property.type == 'N' && property.data.find_first_of(".eE#") != property.data.npos;
  if (!integer || property.type == 'D' || point || is_real(name)) {
    out_.real(fbx_real(&property).value_or(0.0));
  } else if (property.type == 'L' || *integer != narrow(*integer)) {
    out_.int64(*integer);
  } else {
    out_.int32(narrow(*integer));
  }
}

// Property: name, type, flags, values. P: name, type, label, flags, values.
void FbxCopier::property(std::uint32_t line) {
  const FbxNode& at = tree_.node[line];
  const bool old = at.name == "Property";
  const std::uint32_t first = old ? 3 : 4;
  const std::string_view type = fbx_text(tree_.get(line, 1));
  const Width width = width_of(type);
  out_.open("P");
  for (std::uint32_t i = 0; i < std::min(first, at.property_count); ++i) {
    if (old && i == 2) out_.text("");
    const std::string_view text = fbx_text(tree_.get(line, i));
    out_.text(tree_.text ? fbx_without_entities(text) : text);
  }
  for (std::uint32_t i = first; i < at.property_count; ++i) {
    const FbxProperty& stored = *tree_.get(line, i);
    if (!is_number_type(stored.type)) {
      value(at.name, stored);
    } else if (width == Width::Real) {
      out_.real(fbx_real(&stored).value_or(0.0));
    } else {
      const std::int64_t integer = fbx_integer(&stored).value_or(0);
      if (width == Width::Int32) {
        out_.int32(narrow(integer));
      } else {
        out_.int64(integer);
      }
    }
  }
  out_.close();
}

// The bytes of a file within the file: in texts as base64.
void FbxCopier::content(std::uint32_t n) {
  const FbxNode& at = tree_.node[n];
  std::string bytes;
  for (std::uint32_t i = 0; i < at.property_count; ++i) bytes += fbx_text(tree_.get(n, i));
  if (bytes.empty()) return;
  if (tree_.text) {
    const std::vector<std::uint8_t> decoded = base64_decoded(bytes);
    bytes.assign(decoded.begin(), decoded.end());
  }
  out_.open(at.name);
  out_.bytes(bytes);
  out_.close();
}

}  // namespace bindpose
