#include "io/collada/document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <deque>

#include "io/text/clean_text.h"

namespace bindpose {
namespace {

class Ids : public pugi::xml_tree_walker {
 public:
  explicit Ids(ColladaDocument& document) : document_(document) {}
  bool for_each(pugi::xml_node& node) override {
    document_.depth = std::max(document_.depth, depth());
    if (const pugi::xml_attribute id = node.attribute("id")) {
      document_.by_id.try_emplace(id.value(), node);
    }
    return true;
  }

 private:
  ColladaDocument& document_;
};

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Calls visit(word) until it returns false.
void each_word(const char* text, auto&& visit) {
  while (true) {
    while (is_space(*text)) ++text;
    const char* end = text;
    while (*end != '\0' && !is_space(*end)) ++end;
    if (end == text || !visit(std::string_view(text, static_cast<std::size_t>(end - text)))) return;
    text = end;
  }
}

// The array that an accessor reads, or the source's own.
pugi::xml_node array_of(const ColladaDocument& document, pugi::xml_node source,
                        pugi::xml_node accessor) {
  const pugi::xml_node named = collada_find(document, accessor.attribute("source").value());
  if (named) return named;
  return source.find_child(
      [](pugi::xml_node n) { return std::strstr(n.name(), "_array") != nullptr; });
}

pugi::xml_node accessor_of(pugi::xml_node source) {
  return source.child("technique_common").child("accessor");
}

std::vector<std::uint8_t> bytes_of(const pugi::xml_document& xml) {
  struct XmlBytes : pugi::xml_writer {
    std::vector<std::uint8_t> bytes;
    void write(const void* data, std::size_t size) override {
      const auto* from = static_cast<const std::uint8_t*>(data);
      bytes.insert(bytes.end(), from, from + size);
    }
  } writer;
  xml.save(writer, "", pugi::format_raw, pugi::encoding_utf8);
  return std::move(writer.bytes);
}

}  // namespace

void make_utf8(ModelFile& file) {
  const std::string_view head = file.text().substr(0, 4);
  if (head.find('\0') == head.npos) return;
  pugi::xml_document xml;
  if (!xml.load_buffer(file.bytes.data(), file.bytes.size(),
                       pugi::parse_full | pugi::parse_ws_pcdata_single)) {
    return;
  }
  for (pugi::xml_node node : xml.children()) {
    if (node.type() != pugi::node_declaration) continue;
    if (pugi::xml_attribute encoding = node.attribute("encoding")) encoding.set_value("UTF-8");
  }
  file.bytes = bytes_of(xml);
}

std::vector<std::uint8_t> collada_bytes(const ColladaDocument& document) {
  return bytes_of(document.xml);
}

void tighten_numbers(ModelFile& file) {
  constexpr std::size_t kLongest = 1024;
  const auto starts_number = [](std::uint8_t c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
  };
  for (std::size_t at = file.text().find('>'); at != std::string_view::npos;
       at = file.text().find('>', at + 1)) {
    std::size_t first = at + 1;
    while (first < file.bytes.size() && is_space(static_cast<char>(file.bytes[first]))) ++first;
    if (first == at + 1 || first >= file.bytes.size() || !starts_number(file.bytes[first]))
      continue;
    const std::size_t end = file.text().substr(0, first + kLongest).find('<', first);
    if (end == std::string_view::npos) continue;
    const auto begin = file.bytes.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(at) + 1,
                begin + static_cast<std::ptrdiff_t>(first),
                begin + static_cast<std::ptrdiff_t>(end));
  }
}

std::string why_no_xml(const ModelFile& file) {
  pugi::xml_document xml;
  const pugi::xml_parse_result read = xml.load_buffer(file.bytes.data(), file.bytes.size());
  if (read) return {};
  const std::string_view text = file.text();
  const auto line_of = [text](std::size_t at) {
    return std::to_string(1 + std::ranges::count(text.substr(0, at), '\n'));
  };
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  const bool ends = last != text.npos && text.substr(0, last + 1).ends_with("COLLADA>");
  if (!ends) {
    return quoted_path(file.path) + " breaks off in line " + line_of(last) +
           ": its element COLLADA does not end; copy or export it again.";
  }
  return quoted_path(file.path) + " is no sound XML: in line " +
         line_of(static_cast<std::size_t>(read.offset)) +
         " an element or an attribute is broken; mend it there, or export the file again.";
}

std::unique_ptr<ColladaDocument> parse_collada(std::string_view text) {
  auto out = std::make_unique<ColladaDocument>();
  if (!out->xml.load_buffer(text.data(), text.size(), pugi::parse_default)) return nullptr;
  Ids ids(*out);
  out->xml.traverse(ids);
  return out;
}

pugi::xml_node collada_find(const ColladaDocument& document, std::string_view url) {
  if (url.starts_with('#')) url.remove_prefix(1);
  const auto found = document.by_id.find(url);
  return found == document.by_id.end() ? pugi::xml_node() : found->second;
}

pugi::xml_node collada_find_sid(pugi::xml_node at, std::string_view sid) {
  std::deque<pugi::xml_node> open{at};
  while (!open.empty()) {
    const pugi::xml_node node = open.front();
    open.pop_front();
    for (const pugi::xml_node child : node.children()) {
      if (sid == child.attribute("sid").value()) return child;
      // What is nested deeper than a node's own elements is another node's.
      if (std::strcmp(child.name(), "node") != 0) open.push_back(child);
    }
  }
  return {};
}

std::vector<double> collada_numbers(ColladaDocument& document, pugi::xml_node element) {
  std::vector<double> out;
  each_word(element.child_value(), [&](std::string_view word) {
    double value = 0.0;
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || document.budget == 0) {
      return false;
    }
    --document.budget;
    out.push_back(value);
    return true;
  });
  return out;
}

std::optional<ColladaSource> collada_source(ColladaDocument& document, pugi::xml_node source) {
  const pugi::xml_node accessor = accessor_of(source);
  const pugi::xml_node array = array_of(document, source, accessor);
  if (std::strcmp(array.name(), "float_array") != 0) return {};
  ColladaSource out;
  out.value = collada_numbers(document, array);
  const std::size_t offset = accessor.attribute("offset").as_ullong(0);
  out.stride = accessor.attribute("stride").as_ullong(1);
  if (out.stride == 0 || offset > out.value.size()) return {};
  out.value.erase(out.value.begin(), out.value.begin() + static_cast<std::ptrdiff_t>(offset));
  out.count = out.value.size() / out.stride;
  if (accessor)
    out.count = std::min<std::size_t>(out.count, accessor.attribute("count").as_ullong(0));
  out.value.resize(out.count * out.stride);
  const auto finite = [](double v) { return std::isfinite(static_cast<float>(v)); };
  if (out.count == 0 || !std::all_of(out.value.begin(), out.value.end(), finite)) return {};
  return out;
}

std::vector<std::string> collada_words(ColladaDocument& document, pugi::xml_node source) {
  std::vector<std::string> out;
  const pugi::xml_node array = array_of(document, source, accessor_of(source));
  each_word(array.child_value(), [&](std::string_view word) {
    if (document.budget == 0) return false;
    --document.budget;
    out.emplace_back(word);
    return true;
  });
  return out;
}

pugi::xml_node collada_input(const ColladaDocument& document, pugi::xml_node at,
                             std::string_view semantic) {
  for (const pugi::xml_node input : at.children("input")) {
    if (semantic == input.attribute("semantic").value()) {
      return collada_find(document, input.attribute("source").value());
    }
  }
  return {};
}

std::string collada_node_name(pugi::xml_node node) {
  for (const char* key : {"id", "sid", "name"}) {
    const std::string value = node.attribute(key).value();
    if (!value.empty()) return value;
  }
  return {};
}

}  // namespace bindpose
