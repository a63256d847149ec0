precision highp float;
precision highp int;
precision highp sampler2D;

// GLSL ES 3.00 has no buffer textures: entry i of a list that is kept in the rows of a texture.
vec4 fetch_row(highp sampler2D list, int i) {
  int width = textureSize(list, 0).x;
  return texelFetch(list, ivec2(i % width, i / width), 0);
}
