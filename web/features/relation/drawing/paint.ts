import type { DrawingMark, LabelMeasure } from './marks.ts'
import type { Palette } from './palette.ts'
import { corner, cornersOf, halfSide, starCorners } from './shape.ts'

type MarkOf<K extends DrawingMark['kind']> = Extract<DrawingMark, { kind: K }>
type Context = CanvasRenderingContext2D

/** Round dots with room between them, for any width of line. */
export const dots = [0.1, 5]

const fontOf = (size: number, isBold: boolean, family: string) => `${isBold ? 600 : 400} ${size}px ${family}`

/** Measures each text once: every frame needs the names' widths. */
export function measureWith(context: Context, family: string): LabelMeasure {
  const known = new Map<string, number>()
  return (text, size, isBold) => {
    const key = `${size}${isBold} ${text}`
    const before = known.get(key)
    if (before !== undefined) return before
    context.font = fontOf(size, isBold, family)
    const width = context.measureText(text).width
    known.set(key, width)
    return width
  }
}

/** Draws the marks in order. A face that is not loaded yet is requested, and drawn in a later frame. */
export function paint(context: Context, marks: readonly DrawingMark[], palette: Palette, faces: Faces): void {
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  for (const mark of marks) {
    if (mark.kind === 'line') line(context, mark)
    else if (mark.kind === 'arrow') arrow(context, mark)
    else if (mark.kind === 'shape') shape(context, mark)
    else if (mark.kind === 'face') face(context, mark, faces)
    else if (mark.kind === 'ring') ring(context, mark)
    else if (mark.kind === 'star') star(context, mark, palette)
    else text(context, mark, palette)
  }
}

function line(context: Context, { from, to, width, colour, isDotted }: MarkOf<'line'>): void {
  context.setLineDash(isDotted ? dots : [])
  context.lineCap = isDotted ? 'round' : 'butt'
  context.lineWidth = width
  context.strokeStyle = colour
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
  context.setLineDash([])
}

function arrow(context: Context, { at, angle, size, colour }: MarkOf<'arrow'>): void {
  const wing = (turn: number): [number, number] => [
    at.x - size * Math.cos(angle + turn),
    at.y - size * Math.sin(angle + turn),
  ]
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(at.x, at.y)
  context.lineTo(...wing(0.42))
  context.lineTo(...wing(-0.42))
  context.fill()
}

function outline(
  context: Context,
  at: { x: number; y: number },
  radius: number,
  corners: readonly [number, number][],
): void {
  context.beginPath()
  for (const [x, y] of corners) context.lineTo(at.x + x * radius, at.y + y * radius)
  context.closePath()
}

function shape(context: Context, { at, radius, shape, colour }: MarkOf<'shape'>): void {
  const corners = cornersOf[shape]
  context.fillStyle = colour
  if (corners) outline(context, at, radius, corners)
  else {
    const half = radius * halfSide
    context.beginPath()
    if (shape === 'circle') context.arc(at.x, at.y, radius, 0, Math.PI * 2)
    else context.roundRect(at.x - half, at.y - half, half * 2, half * 2, radius * corner)
  }
  context.fill()
}

function face(context: Context, { at, radius, icon, colour }: MarkOf<'face'>, faces: Faces): void {
  const image = faces(icon)
  if (!image) return
  context.save()
  context.beginPath()
  context.arc(at.x, at.y, radius, 0, Math.PI * 2)
  context.fillStyle = colour
  context.fill()
  context.clip()
  const scale = (radius * 2) / Math.min(image.naturalWidth, image.naturalHeight)
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale]
  context.drawImage(image, at.x - width / 2, at.y - height / 2, width, height)
  context.restore()
}

function ring(context: Context, { at, radius, width, colour }: MarkOf<'ring'>): void {
  context.strokeStyle = colour
  context.lineWidth = width
  context.beginPath()
  context.arc(at.x, at.y, radius, 0, Math.PI * 2)
  context.stroke()
}

function star(context: Context, { at, radius, colour }: MarkOf<'star'>, palette: Palette): void {
  outline(context, at, radius, starCorners)
  context.strokeStyle = palette.surface
  context.lineWidth = 3
  context.stroke()
  context.fillStyle = colour
  context.fill()
}

function text(
  context: Context,
  { at, angle, text, size, isBold, colour, hasHalo }: MarkOf<'text'>,
  palette: Palette,
): void {
  context.save()
  context.translate(at.x, at.y)
  if (angle !== 0) context.rotate(angle)
  context.font = fontOf(size, isBold, palette.font)
  if (hasHalo) {
    context.strokeStyle = palette.surface
    context.lineWidth = 4
    context.strokeText(text, 0, 0.5)
  }
  context.fillStyle = colour
  context.fillText(text, 0, 0.5)
  context.restore()
}

/** The picture of an icon, if it is loaded. */
export type Faces = (icon: string) => HTMLImageElement | undefined

/** Loads icons as pictures; calls `onReady` when another one can be drawn. */
export function loadFaces(onReady: () => void): Faces {
  const known = new Map<string, HTMLImageElement>()
  return icon => {
    const before = known.get(icon)
    if (before) return before.complete && before.naturalWidth > 0 ? before : undefined
    const image = new Image()
    known.set(icon, image)
    image.addEventListener('load', onReady)
    image.src = icon
    return image.complete && image.naturalWidth > 0 ? image : undefined
  }
}
