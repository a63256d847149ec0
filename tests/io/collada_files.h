// Small Collada files written by the tests themselves.
#pragma once

#include <string>

namespace bindpose::tests {

inline std::string dae_source(const std::string& id, const std::string& numbers, int stride = 1) {
  int count = numbers.empty() ? 0 : 1;
  for (const char c : numbers) count += c == ' ' ? 1 : 0;
  std::string params;
  for (int k = 0; k < stride; ++k) {
    params += std::string("<param name=\"") + "XYZ"[k % 3] + "\" type=\"float\"/>";
  }
  return "<source id=\"" + id + "\"><float_array id=\"" + id + "-array\" count=\"" +
         std::to_string(count) + "\">" + numbers +
         "</float_array><technique_common><accessor source=\"#" + id + "-array\" count=\"" +
         std::to_string(count / stride) + "\" stride=\"" + std::to_string(stride) + "\">" + params +
         "</accessor></technique_common></source>\n";
}

inline std::string dae_words(const std::string& id, const std::string& kind,
                             const std::string& words) {
  int count = 1;
  for (const char c : words) count += c == ' ' ? 1 : 0;
  return "<source id=\"" + id + "\"><" + kind + " id=\"" + id + "-array\" count=\"" +
         std::to_string(count) + "\">" + words + "</" + kind +
         "><technique_common><accessor source=\"#" + id + "-array\" count=\"" +
         std::to_string(count) +
         "\" stride=\"1\"><param name=\"N\" type=\"name\"/></accessor></technique_common>"
         "</source>\n";
}

struct DaeCurve {
  std::string target, time, value, kind;
  std::string in{}, out{};
  int components = 1;
  int tangent_stride = 2;
};

inline std::string dae_animation(const std::string& id, const DaeCurve& c) {
  const auto input = [&](const std::string& semantic, const std::string& source) {
    return "<input semantic=\"" + semantic + "\" source=\"#" + id + source + "\"/>";
  };
  const bool tangents = !c.in.empty();
  return "<animation id=\"" + id + "\">" + dae_source(id + "-t", c.time) +
         dae_source(id + "-v", c.value, c.components) + dae_words(id + "-i", "Name_array", c.kind) +
         (tangents ? dae_source(id + "-in", c.in, c.tangent_stride) +
                         dae_source(id + "-out", c.out, c.tangent_stride)
                   : "") +
         "<sampler id=\"" + id + "-s\">" + input("INPUT", "-t") + input("OUTPUT", "-v") +
         input("INTERPOLATION", "-i") +
         (tangents ? input("IN_TANGENT", "-in") + input("OUT_TANGENT", "-out") : "") +
         "</sampler><channel source=\"#" + id + "-s\" target=\"" + c.target + "\"/></animation>\n";
}

// One triangle.
inline std::string dae_geometry(const std::string& id, const std::string& name,
                                const std::string& points) {
  return "<geometry id=\"" + id + "\" name=\"" + name + "\"><mesh>" +
         dae_source(id + "-p", points, 3) + "<vertices id=\"" + id +
         "-vertices\"><input semantic=\"POSITION\" source=\"#" + id +
         "-p\"/></vertices><triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#" + id +
         "-vertices\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry>\n";
}

inline std::string dae_morph(const std::string& id, const std::string& base,
                             const std::string& method, const std::string& targets,
                             const std::string& weights) {
  return "<controller id=\"" + id + "\"><morph source=\"#" + base + "\" method=\"" + method +
         "\">" + dae_words(id + "-targets", "IDREF_array", targets) +
         dae_source(id + "-weights", weights) +
         "<targets><input semantic=\"MORPH_TARGET\" source=\"#" + id +
         "-targets\"/><input semantic=\"MORPH_WEIGHT\" source=\"#" + id +
         "-weights\"/></targets></morph></controller>\n";
}

// All weight on the first joint; `joints` are sids of nodes.
inline std::string dae_skin(const std::string& id, const std::string& mesh,
                            const std::string& joints) {
  int count = 1;
  for (const char c : joints) count += c == ' ' ? 1 : 0;
  std::string matrices;
  for (int k = 0; k < count; ++k) {
    matrices += (k > 0 ? " " : "") + std::string("1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
  }
  return "<controller id=\"" + id + "\"><skin source=\"#" + mesh + "\">" +
         dae_words(id + "-j", "Name_array", joints) + dae_source(id + "-b", matrices, 16) +
         dae_source(id + "-w", "1") + "<joints><input semantic=\"JOINT\" source=\"#" + id +
         "-j\"/><input semantic=\"INV_BIND_MATRIX\" source=\"#" + id +
         "-b\"/></joints><vertex_weights count=\"3\"><input semantic=\"JOINT\" source=\"#" + id +
         "-j\" offset=\"0\"/><input semantic=\"WEIGHT\" source=\"#" + id +
         "-w\" offset=\"1\"/><vcount>1 1 1</vcount><v>0 0 0 0 0 0</v></vertex_weights></skin>"
         "</controller>\n";
}

inline std::string dae_file(const std::string& libraries, const std::string& nodes,
                            const std::string& head = "<up_axis>Y_UP</up_axis>") {
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA "
         "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n<asset>" +
         head + "</asset>\n" + libraries + "<library_visual_scenes><visual_scene id=\"scene\">" +
         nodes +
         "</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene "
         "url=\"#scene\"/></scene>\n</COLLADA>\n";
}

}  // namespace bindpose::tests
