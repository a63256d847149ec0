// A value in [-0.5, 0.5) / 255 that differs from pixel to pixel (interleaved gradient noise, J. Jimenez
// 2014): added to a slow gradient it hides the steps of 8 bits.
float dither() {
  return (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) /
         255.0;
}
