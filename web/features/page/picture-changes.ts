import { type ChangedRegion, changedRegions } from './picture-align.ts'

/** Pixels as a canvas returns them, four bytes each. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number }
export type Box = { x: number; y: number; width: number; height: number }
export type PictureChanges = { from: Box[]; to: Box[] }

const cell = 16
/** Differences of a channel below this are traces of compression. */
const tolerance = 24
const mostBoxes = 300

/** The parts of two pictures that differ, as boxes in each of them. */
export function pictureChanges(from: Pixels, to: Pixels): PictureChanges {
  const changes: PictureChanges = { from: [], to: [] }
  for (const region of changedRegions(rowHashes(from), rowHashes(to))) {
    const [rowsFrom, rowsTo] = [region.from[1] - region.from[0], region.to[1] - region.to[0]]
    if (rowsFrom === rowsTo && from.width === to.width) {
      for (const box of changedBoxes(from, to, region)) {
        changes.from.push({ ...box, y: box.y + region.from[0] })
        changes.to.push({ ...box, y: box.y + region.to[0] })
      }
    } else {
      if (rowsFrom > 0) changes.from.push({ x: 0, y: region.from[0], width: from.width, height: rowsFrom })
      if (rowsTo > 0) changes.to.push({ x: 0, y: region.to[0], width: to.width, height: rowsTo })
    }
  }
  return { from: changes.from.slice(0, mostBoxes), to: changes.to.slice(0, mostBoxes) }
}

function rowHashes({ data, width, height }: Pixels): Uint32Array {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const hashes = new Uint32Array(height)
  for (let row = 0; row < height; row += 1) {
    // FNV-1a over whole pixels.
    let hash = 2_166_136_261
    for (let at = row * width; at < (row + 1) * width; at += 1)
      hash = Math.imul(hash ^ (pixels[at] as number), 16_777_619)
    hashes[row] = hash
  }
  return hashes
}

/** Boxes around neighbouring cells with differences, in a region of equal height. */
function changedBoxes(from: Pixels, to: Pixels, region: ChangedRegion): Box[] {
  const height = region.from[1] - region.from[0]
  const columns = Math.ceil(from.width / cell)
  const rows = Math.ceil(height / cell)
  const isChanged = new Uint8Array(columns * rows)
  for (let y = 0; y < height; y += 1) {
    const [lineFrom, lineTo] = [(region.from[0] + y) * from.width * 4, (region.to[0] + y) * to.width * 4]
    const line = Math.floor(y / cell) * columns
    for (let at = 0; at < from.width * 4; at += 1)
      if (Math.abs((from.data[lineFrom + at] as number) - (to.data[lineTo + at] as number)) > tolerance)
        isChanged[line + Math.floor(at / 4 / cell)] = 1
  }
  const boxes: Box[] = []
  for (const start of isChanged.keys()) {
    if (isChanged[start] !== 1) continue
    const found = floodFrom(start, isChanged, columns, rows)
    boxes.push({
      x: found.left * cell,
      y: found.top * cell,
      width: Math.min(from.width, (found.right + 1) * cell) - found.left * cell,
      height: Math.min(height, (found.bottom + 1) * cell) - found.top * cell,
    })
  }
  return boxes
}

/** Cells up to this far apart are one box: letters of a line, lines of a paragraph. */
const reach = 2

function floodFrom(start: number, isChanged: Uint8Array, columns: number, rows: number) {
  const box = { left: columns, right: 0, top: rows, bottom: 0 }
  const open = [start]
  isChanged[start] = 2
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
    for (let nextY = Math.max(0, y - reach); nextY <= Math.min(rows - 1, y + reach); nextY += 1)
      for (let nextX = Math.max(0, x - reach); nextX <= Math.min(columns - 1, x + reach); nextX += 1) {
        const next = nextY * columns + nextX
        if (isChanged[next] !== 1) continue
        isChanged[next] = 2
        open.push(next)
      }
  }
  return box
}
