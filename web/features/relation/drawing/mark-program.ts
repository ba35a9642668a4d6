import { AbstractNodeProgram, NodeProgram } from 'sigma/rendering'
import type { NodeDisplayData, RenderParams } from 'sigma/types'
import { floatColor } from 'sigma/utils'
import { corner, halfSide, type NodeShape, shapes } from './shape.ts'

const { FLOAT, TRIANGLES, UNSIGNED_BYTE } = WebGLRenderingContext
const uniforms = ['u_sizeRatio', 'u_correctionRatio', 'u_matrix'] as const
type Uniform = (typeof uniforms)[number]

// The triangle around a node's circle, as in sigma's own program for discs.
const vertexShader = /* glsl */ `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute float a_angle;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
varying vec4 v_color;
varying vec2 v_place;
varying float v_radius;
varying float v_shape;
const float bias = 255.0 / 254.0;
void main() {
  float size = a_size * u_correctionRatio / u_sizeRatio * 4.0;
  v_place = 2.0 * vec2(cos(a_angle), sin(a_angle));
  gl_Position = vec4((u_matrix * vec3(a_position + v_place * size / 2.0, 1)).xy, 0, 1);
  v_radius = size / 2.0;
  v_shape = a_shape;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= bias;
}`

// The distance of a point from the border of each shape, negative inside.
const fragmentShader = /* glsl */ `
precision highp float;
varying vec4 v_color;
varying vec2 v_place;
varying float v_radius;
varying float v_shape;
uniform float u_correctionRatio;
float away(vec2 p) {
  vec2 q = abs(p);
  if (v_shape < 0.5) return length(p) - 1.0;
  if (v_shape < 1.5) return max(max(q.x, q.y), (q.x + q.y) * 0.70711) - 0.92388;
  if (v_shape < 2.5) return max(-p.y, 0.86603 * q.x + 0.5 * p.y) - 0.5;
  if (v_shape < 3.5) return (q.x + q.y - 1.0) * 0.70711;
  if (v_shape < 4.5) return length(max(q - ${(halfSide - corner).toFixed(3)}, 0.0)) - ${corner.toFixed(3)};
  return max(q.x, q.y) - ${halfSide.toFixed(3)};
}
void main(void) {
  float edge = u_correctionRatio * 2.0;
  float beyond = away(v_place) * v_radius;
  #ifdef PICKING_MODE
  gl_FragColor = beyond > 0.0 ? vec4(0.0) : v_color;
  #else
  gl_FragColor = mix(v_color, vec4(0.0), clamp((beyond + edge) / edge, 0.0, 1.0));
  #endif
}`

/** Draws a node as the shape in its attribute `shape`. */
export class MarkProgram extends NodeProgram<Uniform> {
  getDefinition() {
    return {
      VERTICES: 3,
      VERTEX_SHADER_SOURCE: vertexShader,
      FRAGMENT_SHADER_SOURCE: fragmentShader,
      METHOD: TRIANGLES,
      UNIFORMS: uniforms,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: FLOAT },
        { name: 'a_size', size: 1, type: FLOAT },
        { name: 'a_shape', size: 1, type: FLOAT },
        { name: 'a_color', size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: 'a_id', size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
      CONSTANT_ATTRIBUTES: [{ name: 'a_angle', size: 1, type: FLOAT }],
      CONSTANT_DATA: [[0], [(2 * Math.PI) / 3], [(4 * Math.PI) / 3]],
    }
  }

  processVisibleItem(nodeIndex: number, startIndex: number, data: NodeDisplayData & { shape?: NodeShape }): void {
    const values = [
      data.x,
      data.y,
      data.size,
      shapes.indexOf(data.shape ?? 'circle'),
      floatColor(data.color),
      nodeIndex,
    ]
    for (const [n, value] of values.entries()) this.array[startIndex + n] = value
  }

  setUniforms(
    params: RenderParams,
    { gl, uniformLocations }: Parameters<NodeProgram<Uniform>['setUniforms']>[1],
  ): void {
    gl.uniform1f(uniformLocations.u_correctionRatio as WebGLUniformLocation, params.correctionRatio)
    gl.uniform1f(uniformLocations.u_sizeRatio as WebGLUniformLocation, params.sizeRatio)
    gl.uniformMatrix3fv(uniformLocations.u_matrix as WebGLUniformLocation, false, params.matrix)
  }
}

/** Replaces sigma's program for hovered nodes and draws nothing: sigma would otherwise prepare its own. */
export class NoProgram extends AbstractNodeProgram {
  drawLabel = undefined
  drawHover = undefined
  reallocate(): void {}
  process(): void {}
  render(): void {}
  kill(): void {}
}
