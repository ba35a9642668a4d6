import type { NodePositions } from '../layout-start.ts'
import { groundOf, type LabelMeasure, marksOver } from './marks.ts'
import { type Model, sceneOf } from './model.ts'
import { type Faces, loadFaces, measureWith, paint } from './paint.ts'
import type { Palette } from './palette.ts'
import type { Focus } from './scene.ts'
import { svgOf } from './svg.ts'

const margin = 70
/** The longest side. Pictures of a few nodes are smaller, so that their names are readable on a page of a report. */
const longest = (nodes: number) => (nodes <= 40 ? 1000 : 1600)
const atLeast = { width: 640, height: 400 }

type Picture = { model: Model; places: NodePositions; focus: Focus; palette: Palette; title: string }

/** The whole graph as the text of an image file, whichever part of it is visible on the screen; empty on failure. */
export function svgPicture(picture: Picture): string {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return ''
  const { palette, title } = picture
  const { marks, width, height } = drawnAll(picture, measureWith(context, palette.font))
  return svgOf(marks, { width, height, title, palette })
}

/** The whole graph in one picture, whichever part of it is visible on the screen. */
export async function pictureOf(picture: Picture, as: 'png' | 'svg'): Promise<Blob> {
  if (as === 'svg') return new Blob([svgPicture(picture)], { type: 'image/svg+xml' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return new Blob()
  const { palette } = picture
  const { marks, width, height } = drawnAll(picture, measureWith(context, palette.font))
  canvas.width = width * 2
  canvas.height = height * 2
  context.scale(2, 2)
  context.fillStyle = palette.surface
  context.fillRect(0, 0, width, height)
  const icons = marks.flatMap(mark => (mark.kind === 'face' ? [mark.icon] : []))
  paint(context, marks, palette, await allFaces(icons))
  return await new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? new Blob())))
}

function drawnAll({ model, places, palette, ...picture }: Picture, measure: LabelMeasure) {
  const focus = { ...picture.focus, selected: null, hovered: null, lit: null }
  // Positions of hidden nodes are kept for their return; the picture has no room for them.
  const all = Object.entries(places).flatMap(([key, place]) => (model.nodes.has(key) ? [place] : []))
  const least = { x: Math.min(...all.map(p => p.x)), y: Math.min(...all.map(p => p.y)) }
  const most = { x: Math.max(...all.map(p => p.x)), y: Math.max(...all.map(p => p.y)) }
  const wide = Math.max(1, most.x - least.x)
  const atMost = longest(model.nodes.size)
  const scale = Math.min((atMost - 2 * margin) / wide, (atMost - 2 * margin) / Math.max(1, most.y - least.y), 2.5)
  const width = Math.max(atLeast.width, Math.ceil(wide * scale + 2 * margin))
  const height = Math.max(atLeast.height, Math.ceil((most.y - least.y) * scale + 2 * margin))
  const left = (width - wide * scale) / 2
  const top = (height - (most.y - least.y) * scale) / 2
  const scene = sceneOf(
    model,
    (key, radius) => {
      const at = places[key]
      // Sigma's y axis points up, the picture's down.
      return (
        at && { x: left + (at.x - least.x) * scale, y: height - top - (at.y - least.y) * scale, radius: radius * 1.2 }
      )
    },
    { focus, width, height },
  )
  return { marks: [...groundOf(scene, palette), ...marksOver(scene, palette, measure)], width, height }
}

/** Loads all faces before drawing, because a picture is drawn only once. A face that fails to load is left out. */
async function allFaces(icons: readonly string[]): Promise<Faces> {
  const faces = loadFaces(() => undefined)
  await Promise.all(
    [...new Set(icons)].map(async icon => {
      const image = new Image()
      image.src = icon
      await image.decode().catch(() => undefined)
      faces(icon)
    }),
  )
  return faces
}
