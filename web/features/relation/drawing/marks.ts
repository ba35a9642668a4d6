import { textOn } from '#web/platform/color.ts'
import type { NodeSanctionStatus } from '../view.ts'
import { type Bundle, reverseLabel } from './bundle.ts'
import { type Box, LabelSpace } from './label-space.ts'
import { initialsOf, type Palette, shorten } from './palette.ts'
import {
  type Focus,
  isLinkChosen,
  isLinkLit,
  isLit,
  isOnPath,
  type Scene,
  type SceneLink,
  type SceneNode,
} from './scene.ts'
import type { NodeShape } from './shape.ts'

/** The elements of a picture, in drawing order. */
export type DrawingMark =
  | { kind: 'line'; from: Point; to: Point; width: number; colour: string; isDotted: boolean }
  | { kind: 'arrow'; at: Point; angle: number; size: number; colour: string }
  | { kind: 'shape'; at: Point; radius: number; shape: NodeShape; colour: string }
  | { kind: 'face'; at: Point; radius: number; icon: string; colour: string }
  | { kind: 'ring'; at: Point; radius: number; width: number; colour: string }
  | { kind: 'star'; at: Point; radius: number; colour: string }
  | {
      kind: 'text'
      at: Point
      angle: number
      text: string
      size: number
      isBold: boolean
      colour: string
      hasHalo: boolean
    }
type Point = { x: number; y: number }
/** The width of a text in pixels. */
export type LabelMeasure = (text: string, size: number, isBold: boolean) => number

const nameSize = 12
const linkSize = 11
/** Smaller nodes have no letters, no face and no star. */
const facesFrom = 7
/** Names and arrows of more lines than this are unreadable and slow to draw. */
const linksAtMost = 400
const namesAtMost = 700
const crowdSpacing = 9
/** In graphs of at most this many nodes each node has a name or its initials. */
const namedAlways = 60
/** While graphs with more nodes than this are moved, only a few names are drawn. */
const movingAtMost = 150
const namesOnMove = 30

/** Lines and shapes: on the screen the graphics processor draws them. */
export function groundOf(scene: Scene, palette: Palette): DrawingMark[] {
  const shapes = scene.nodes.map((node): DrawingMark => {
    const colour = isLit(scene.focus, node.key) ? node.colour : palette.faint
    return { kind: 'shape', at: { x: node.x, y: node.y }, radius: node.radius, shape: node.shape, colour }
  })
  return [...scene.links.map(link => lineOf(scene, link, palette)), ...shapes]
}

/** Everything above them: arrows, faces and letters, stars, names of links and nodes. */
export function marksOver(scene: Scene, palette: Palette, measure: LabelMeasure, isMoving = false): DrawingMark[] {
  // Text takes most of the drawing time, and no one reads it while it moves.
  if (isMoving && scene.nodes.length > movingAtMost)
    return namesOf(scene, palette, measure, new LabelSpace(), namesOnMove)
  const seen = scene.links.filter(link => isInSight(scene, link))
  const isNear = seen.length <= linksAtMost
  const room = new LabelSpace()
  const names = namesOf(scene, palette, measure, room)
  return [
    ...(isNear ? seen : seen.filter(link => isChosen(scene, link))).flatMap(link => arrowsOf(scene, link, palette)),
    ...scene.nodes.flatMap(node => nodeMarks(scene, node, palette)),
    ...linkNames(scene, seen, palette, measure, room, isNear),
    ...names,
  ]
}

const isChosen = ({ focus }: Scene, { a, b }: SceneLink) => isLinkChosen(focus, a.key, b.key)

function isInSight({ width, height }: Scene, { a, b }: SceneLink): boolean {
  return Math.max(a.x, b.x) > 0 && Math.min(a.x, b.x) < width && Math.max(a.y, b.y) > 0 && Math.min(a.y, b.y) < height
}

type Line = Pick<Bundle, 'a' | 'b' | 'isPast' | 'isRisk'>

/** A path is in the primary colour, the way to a sanctioned party is red, a link that has ended is pale. */
export function lineColour(focus: Focus, { a, b, isPast, isRisk }: Line, palette: Palette): string {
  if (isOnPath(focus.path, a, b)) return palette.primary
  if (!isLinkLit(focus, a, b)) return palette.faint
  if (isRisk) return palette.risk
  if (isLinkChosen(focus, a, b)) return palette.text2
  return isPast ? palette.past : palette.line
}

export const lineWidth = (focus: Focus, { a, b, isRisk }: Line) =>
  isOnPath(focus.path, a, b) ? 3.5 : isLinkChosen(focus, a, b) || isRisk ? 2.5 : 1.8

function lineOf({ focus }: Scene, { bundle, a, b }: SceneLink, palette: Palette): DrawingMark {
  const colour = lineColour(focus, bundle, palette)
  return { kind: 'line', from: a, to: b, width: lineWidth(focus, bundle), colour, isDotted: bundle.isDerived }
}

/** Lines that sigma's programs cannot draw, in the places of the others: below the nodes. */
export const dottedLines = (scene: Scene, palette: Palette): DrawingMark[] =>
  scene.links.filter(({ bundle }) => bundle.isDerived).map(link => lineOf(scene, link, palette))

function arrowsOf(scene: Scene, { bundle, a, b }: SceneLink, palette: Palette): DrawingMark[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length < a.radius + b.radius + 14 || !isLinkLit(scene.focus, a.key, b.key)) return []
  const colour = lineColour(scene.focus, { ...bundle, isPast: false }, palette)
  const isThick = lineWidth(scene.focus, bundle) > 2
  const head = (from: SceneNode, to: SceneNode): DrawingMark => {
    const angle = Math.atan2(to.y - from.y, to.x - from.x)
    const back = to.radius + 1.5
    const at = { x: to.x - back * Math.cos(angle), y: to.y - back * Math.sin(angle) }
    // Around a hub, large arrow heads would close into a ring.
    const size = isThick ? 11 : to.weight > 12 ? 6 : 8
    return { kind: 'arrow', at, angle, size, colour }
  }
  return [...(bundle.isArrowAtA ? [head(b, a)] : []), ...(bundle.isArrowAtB ? [head(a, b)] : [])]
}

function nodeMarks({ focus }: Scene, node: SceneNode, palette: Palette): DrawingMark[] {
  const { key, radius, shape, icon } = node
  const at = { x: node.x, y: node.y }
  if (!isLit(focus, key)) return []
  const marks: DrawingMark[] = []
  if (radius >= facesFrom) {
    if (icon) marks.push({ kind: 'face', at, radius: radius * faceShare(shape), icon, colour: palette.surface })
    else {
      const lower = shape === 'triangle' ? radius * 0.12 : 0
      const letters = [...node.letters]
      const room = radius * (shape === 'triangle' || shape === 'diamond' ? 0.7 : 0.95)
      const size = Math.max(7, Math.round(room * (letterShare[letters.length] ?? 1)))
      const place = { x: at.x, y: at.y + lower }
      marks.push({
        kind: 'text',
        at: place,
        angle: 0,
        text: node.letters,
        size,
        isBold: true,
        colour: textOn(node.colour),
        hasHalo: false,
      })
    }
    if (node.isStar) {
      const corner = { x: at.x + radius * 0.74, y: at.y - radius * 0.74 }
      marks.push({ kind: 'star', at: corner, radius: Math.max(6, radius * 0.46), colour: palette.star })
    }
  }
  // Dark red alone is hardly visible on a dark ground.
  if (node.colour === palette.danger.受制裁)
    marks.push({ kind: 'ring', at, radius: radius + 0.5, width: 1.5, colour: palette.gravestEdge })
  if (node.standing) marks.push(...standingMarks(node, node.standing, palette))
  // From the inside: its level, then whether it is the record itself, then the selection.
  const level = node.ring && radius >= facesFrom ? 3 : 0
  if (node.ring && level) marks.push({ kind: 'ring', at, radius: radius + level, width: 2.5, colour: node.ring })
  if (key === focus.root) marks.push({ kind: 'ring', at, radius: radius + level + 3.5, width: 2, colour: palette.text })
  if (key === focus.selected)
    marks.push({ kind: 'ring', at, radius: radius + level + 6, width: 3, colour: palette.primary })
  return marks
}

/** A badge at the upper left; a ring if the node is too small for it. */
function standingMarks({ x, y, radius }: SceneNode, standing: NodeSanctionStatus, palette: Palette): DrawingMark[] {
  const colour = palette.danger[standing === 'sanctioned' ? '受制裁' : '二类']
  if (radius < facesFrom) return [{ kind: 'ring', at: { x, y }, radius: radius + 2, width: 2, colour }]
  const at = { x: x - radius * 0.74, y: y - radius * 0.74 }
  const size = Math.max(6, radius * 0.42)
  const text = standing === 'open' ? '?' : '!'
  const letter = { angle: 0, size: Math.round(size * 1.6), isBold: true, colour: textOn(colour), hasHalo: false }
  return [
    { kind: 'shape', at, radius: size, shape: 'circle', colour },
    { kind: 'text', at, text, ...letter },
  ]
}

/** Several letters are smaller than one. */
const letterShare: Record<number, number> = { 2: 0.82, 3: 0.62 }

/** A face fills a disc; in other shapes it is smaller, so that the shape stays visible around it. */
const faceShare = (shape: NodeShape) => (shape === 'circle' ? 0.88 : shape === 'triangle' ? 0.42 : 0.62)

/**
 * Places names below, above or at the sides of their nodes without overlap; nodes in focus first, then by number of
 * links.
 */
function namesOf(
  { nodes, focus, width, height }: Scene,
  palette: Palette,
  measure: LabelMeasure,
  room: LabelSpace,
  most = namesAtMost,
): DrawingMark[] {
  const rank = (node: SceneNode) => {
    if (node.key === focus.hovered || node.key === focus.selected) return 4e9
    if (node.key === focus.root || focus.path.includes(node.key)) return 3e9
    return (focus.lit?.has(node.key) ? 2e9 : 0) + node.weight
  }
  const wanted = nodes
    .filter(node => node.x > -50 && node.y > -20 && node.x < width + 50 && node.y < height + 20)
    .filter(node => isLit(focus, node.key))
  const ranked = wanted
    .map(node => ({ node, rank: rank(node) }))
    .sort((one, other) => other.rank - one.rank)
    .slice(0, most)
  const named = ({ node, rank }: (typeof ranked)[number]): DrawingMark[] => {
    const isFirst = rank >= 3e9
    const text = rank >= 4e9 ? (node.name.length > 60 ? shorten(node.name) : node.name) : node.label
    const size = node.key === focus.root ? nameSize + 1 : nameSize
    // In a crowd of dots, fewer names are more readable.
    const apart = node.radius < 5 && !isFirst ? crowdSpacing : 0
    const note = node.note
    const noteHigh = note === null ? 0 : linkSize + 3
    const placed = (words: string): DrawingMark[] | undefined => {
      const wide = Math.max(measure(words, size, isFirst), note === null ? 0 : measure(note, linkSize, false))
      const at = placesAround(node, wide, size, noteHigh).find(
        ({ box }) => box.x > 1 && box.x + box.width < width - 1 && room.take(expandBox(box, apart)),
      )?.at
      return at && nameMarks(at, words)
    }
    const nameMarks = ({ x, y }: Point, words: string): DrawingMark[] => {
      const shared = { kind: 'text' as const, angle: 0, hasHalo: true }
      const name = { ...shared, at: { x, y: y - noteHigh / 2 }, text: words, size, isBold: isFirst }
      const below = { ...shared, at: { x, y: y + size / 2 + 1 }, text: note ?? '', size: linkSize, isBold: false }
      return [{ ...name, colour: palette.text }, ...(note === null ? [] : [{ ...below, colour: palette.text2 }])]
    }
    const marks = placed(text) ?? placed(initialsOf(node.name))
    if (marks) return marks
    // In a small graph no node is without a name, even if its initials cross a line or another name.
    const isLettered = node.radius >= facesFrom && !node.icon && node.letters === initialsOf(node.name)
    const [below] = placesAround(node, 0, size, noteHigh)
    return below && !isLettered && nodes.length <= namedAlways ? nameMarks(below.at, initialsOf(node.name)) : []
  }
  // Nodes in focus are named in any crowd, over their neighbours if necessary; other names are only placed in free
  // room.
  const first = ranked.filter(({ rank }) => rank >= 3e9).flatMap(named)
  for (const { x, y, radius } of wanted)
    if (radius >= 4) room.mark({ x: x - radius * 0.8, y: y - radius * 0.8, width: radius * 1.6, height: radius * 1.6 })
  return [...ranked.filter(({ rank }) => rank < 3e9).flatMap(named), ...first]
}

const expandBox = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by * 2,
  y: y - by,
  width: width + by * 4,
  height: height + by * 2,
})

function placesAround(
  { x, y, radius, ring }: SceneNode,
  wide: number,
  size: number,
  noteHigh: number,
): { at: Point; box: Box }[] {
  const high = size + 4 + noteHigh
  const gap = radius + (ring ? 6 : 3)
  const centres = [
    { x, y: y + gap + high / 2 },
    { x: x + gap + wide / 2 + 2, y },
    { x: x - gap - wide / 2 - 2, y },
    { x, y: y - gap - high / 2 },
  ]
  return centres.map(at => ({ at, box: { x: at.x - wide / 2, y: at.y - high / 2, width: wide, height: high } }))
}

/** Where on its line a name is tried: the middle first, then towards the ends. */
const placesAlong = [0.5, 0.3, 0.7, 0.15, 0.85, 0, 1]

/** The names of links, along their lines if there is space. */
function linkNames(
  scene: Scene,
  seen: SceneLink[],
  palette: Palette,
  measure: LabelMeasure,
  room: LabelSpace,
  isNear: boolean,
): DrawingMark[] {
  const lit = seen.filter(link => isLinkLit(scene.focus, link.a.key, link.b.key))
  const chosen = lit.filter(link => isChosen(scene, link))
  const others = isNear ? lit.filter(link => !isChosen(scene, link)) : []
  return [...chosen.slice(0, linksAtMost), ...others].flatMap((link): DrawingMark[] => {
    const { a, b, bundle } = link
    const isDated = isChosen(scene, link)
    const [left, right] = a.x <= b.x ? [a, b] : [b, a]
    const label = shortLabel(isDated ? bundle.dated : bundle.label)
    const text = left === a ? label : reverseLabel(label)
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    const wide = measure(text, linkSize, false) + 6
    const free = length - a.radius - b.radius - 16
    if (free < wide) return []
    const angle = Math.atan2(right.y - left.y, right.x - left.x)
    const along = (share: number) => {
      const way = left.radius + 8 + wide / 2 + (free - wide) * share
      return { x: left.x + way * Math.cos(angle), y: left.y + way * Math.sin(angle) }
    }
    const at = placesAlong.map(along).find(point => room.take(...boxesAlong(point, angle, wide)))
    if (!at) return []
    const colour = isDated ? palette.text : palette.text2
    return [{ kind: 'text', at, angle, text, size: linkSize, isBold: false, colour, hasHalo: true }]
  })
}

const shortLabel = (label: string) => ([...label].length > 40 ? `${[...label].slice(0, 39).join('')}…` : label)

/** A slanting text as squares along it: its bounding box would take half the picture. */
function boxesAlong({ x, y }: Point, angle: number, wide: number): Box[] {
  const side = linkSize + 3
  const count = Math.max(1, Math.ceil(wide / side))
  return Array.from({ length: count }, (_, n) => {
    const way = (n + 0.5 - count / 2) * (wide / count)
    return {
      x: x + way * Math.cos(angle) - side / 2,
      y: y + way * Math.sin(angle) - side / 2,
      width: side,
      height: side,
    }
  })
}
