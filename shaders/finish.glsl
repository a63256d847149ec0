// What surfaces are that are more than matte: metal, gloss, small forms in a texture, light of their own.
// Everything is light from an environment: the studio's lights as boxes in a cube map (blurred for each
// roughness, render/material/environment.h), a sky and a floor around it; u_* say how bright.
//   FINISH_MAP    roughness in green, metalness in blue
//   NORMAL_MAP, OCCLUSION_MAP, EMISSIVE_MAP
//   SPECULAR_MAP  reflectance, and glossiness in alpha
uniform float u_metallic, u_roughness;
uniform vec3 u_specular;   // reflectance at normal incidence of what is no metal
uniform vec3 u_glow;
uniform float u_normal_scale, u_occlusion;
uniform float u_takes_specular;  // 1: colour is reduced by what is reflected (specular-glossiness)
uniform samplerCube u_environment;
uniform float u_last_level;
uniform vec3 u_sky_low, u_sky_high;
uniform float u_lights;    // 0: the sky alone
#ifdef FINISH_MAP
uniform sampler2D u_finish_map;
#endif
#ifdef NORMAL_MAP
uniform sampler2D u_normal_map;
#endif
#ifdef OCCLUSION_MAP
uniform sampler2D u_occlusion_map;
#endif
#ifdef EMISSIVE_MAP
uniform sampler2D u_emissive_map;
#endif
#ifdef SPECULAR_MAP
uniform sampler2D u_specular_map;
#endif

#ifdef NORMAL_MAP
// The directions in which u and v grow on the surface follow from what the neighbouring pixels see, so no
// vertex has to carry a tangent through skinning (C. Schueler 2006 and 2013, "Normal mapping without
// precomputed tangents"). v runs down the picture, green up.
vec3 detailed(vec3 n) {
  vec3 t = texture(u_normal_map, UV_OF(2)).xyz * 2.0 - 1.0;
  t.xy *= u_normal_scale;
  vec2 uv = UV_OF(2);
  vec3 dx = dFdx(v_position), dy = dFdy(v_position);
  vec2 ux = dFdx(uv), uy = dFdy(uv);
  vec3 across_x = cross(dy, n), across_y = cross(n, dx);
  vec3 along_u = across_x * ux.x + across_y * uy.x;
  vec3 along_v = across_x * ux.y + across_y * uy.y;
  float longest = max(dot(along_u, along_u), dot(along_v, along_v));
  if (!(longest > 0.0)) return n;
  vec3 bent = inversesqrt(longest) * (along_u * t.x - along_v * t.y) + n * t.z;
  float size = dot(bent, bent);
  return size > 0.0 ? bent * inversesqrt(size) : n;
}
#endif

// What a metal or a glaze sees in direction r. A mirror sees the horizon, what is rough a soft change.
vec3 reflected(vec3 r, vec3 up, float roughness) {
  float height = clamp(dot(r, up) * mix(3.0, 1.0, roughness), -1.0, 1.0);
  vec3 sky = mix(u_sky_low, u_sky_high, 0.5 * height + 0.5);
  return sky + u_lights * textureLod(u_environment, r, roughness * u_last_level).rgb;
}

// Light that is reflected more than once among the facets would be lost: C. J. Fdez-Aguera, "A multiple-
// scattering microfacet model for real-time image-based lighting" (JCGT 2019). What a surface of white
// reflects, all told, is what arrives.
vec3 reflected_again(vec3 f0, vec3 once, float lost) {
  vec3 mean = f0 + (1.0 - f0) / 21.0;
  return once * mean / (1.0 - lost * mean) * lost;
}

vec3 finish_light(vec3 base, vec3 n, vec3 to_eye, vec3 up) {
  float metal = u_metallic, roughness = u_roughness;
  vec3 f0 = u_specular, glow = u_glow;
  float open = 1.0;
#ifdef FINISH_MAP
  vec4 finish = texture(u_finish_map, UV_OF(1));
  roughness *= finish.g;
  metal *= finish.b;
#endif
#ifdef NORMAL_MAP
  n = detailed(n);
#endif
#ifdef OCCLUSION_MAP
  open = 1.0 + u_occlusion * (texture(u_occlusion_map, UV_OF(3)).r - 1.0);
#endif
#ifdef EMISSIVE_MAP
  glow *= texture(u_emissive_map, UV_OF(4)).rgb;
#endif
#ifdef SPECULAR_MAP
  vec4 specular = texture(u_specular_map, UV_OF(5));
  f0 *= specular.rgb;
  roughness = 1.0 - (1.0 - roughness) * specular.a;
#endif
  roughness = clamp(roughness, 0.0, 1.0);
  vec3 body = base * (1.0 - metal) * (1.0 - u_takes_specular * max(f0.r, max(f0.g, f0.b)));

  float facing = clamp(dot(n, to_eye), 0.0, 1.0);
  // The integral of GGX with Smith's shadowing over the sphere, as f0 * part.x + part.y: the fit of B. Karis,
  // "Physically based shading on mobile" (2014).
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float grazing = min(r.x * r.x, exp2(-9.28 * facing)) * r.x + r.y;
  vec2 part = vec2(-1.04, 1.04) * grazing + r.zw;
  float lost = 1.0 - part.x - part.y;
  vec3 once = f0 * part.x + part.y, again = reflected_again(f0, once, lost);
  vec3 through = body * (1.0 - once - again);
  // Half metal is half of what each would send: glTF 2, appendix B.
  vec3 of_metal = base * part.x + part.y;
  again = mix(again, reflected_again(base, of_metal, lost), metal);
  once = mix(once, of_metal, metal);

  float sky = 0.5 * dot(n, up) + 0.5;
  vec3 light = mix(u_sky_low, u_sky_high, sky);
  light += u_lights * (wrapped(n, kKey) * vec3(1.06, 1.03, 0.98) + wrapped(n, kFill) * vec3(0.10, 0.115, 0.14));
  vec3 color = once * reflected(reflect(-to_eye, n), up, roughness) + (again + through) * light;

  float edge = 1.0 - facing;
  float rim = u_lights * edge * edge * edge * wrapped(n, kRim) * (1.0 - metal);
  color += rim * vec3(0.36, 0.40, 0.46) * (0.3 + 0.7 * body);
  return color * open + glow;
}
