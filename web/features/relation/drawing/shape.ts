import type { DangerLevel } from '#contract/og.api.ts'
import type { GraphNode } from '#contract/relation.api.ts'

/**
 * Persons are round; an organisation has the shape of its danger level's mark. All shapes fit in a circle of radius 1.
 */
export const shapes = ['circle', 'octagon', 'triangle', 'diamond', 'rounded', 'square'] as const
export type NodeShape = (typeof shapes)[number]

const ofLevel: Record<DangerLevel, NodeShape> = {
  受制裁: 'octagon',
  一类: 'triangle',
  二类: 'diamond',
  中性: 'rounded',
  待定: 'square',
}

export function shapeOf(node: GraphNode): NodeShape {
  switch (node.kind) {
    case 'og':
      return ofLevel[node.danger_level as DangerLevel] ?? 'square'
    case 'person':
      return 'circle'
  }
}

/** Half the side of the two squares, and the corner radius of the rounded one. */
export const halfSide = 0.78
export const corner = 0.28

const polygonPoints = (corners: number, from: number): [number, number][] =>
  Array.from({ length: corners }, (_, n) => {
    const angle = ((from + (n * 360) / corners) * Math.PI) / 180
    return [Math.cos(angle), Math.sin(angle)]
  })

/** Corners in a circle of radius 1 around 0, y downwards; null for round shapes. */
export const cornersOf: Record<NodeShape, readonly [number, number][] | null> = {
  circle: null,
  octagon: polygonPoints(8, 22.5),
  triangle: polygonPoints(3, -90),
  diamond: polygonPoints(4, -90),
  rounded: null,
  square: [
    [-halfSide, -halfSide],
    [halfSide, -halfSide],
    [halfSide, halfSide],
    [-halfSide, halfSide],
  ],
}

/** A star with five points in a circle of radius 1. */
export const starCorners: readonly [number, number][] = Array.from({ length: 10 }, (_, n) => {
  const angle = ((n * 36 - 90) * Math.PI) / 180
  const reach = n % 2 === 0 ? 1 : 0.45
  return [reach * Math.cos(angle), reach * Math.sin(angle)]
})
