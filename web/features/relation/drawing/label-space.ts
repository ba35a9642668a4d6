export type Box = { x: number; y: number; width: number; height: number }

const cell = 48

/** Occupied parts of a picture, so that no name is drawn over another. */
export class LabelSpace {
  private readonly cells = new Map<string, Box[]>()

  /** Occupies these boxes if all of them are free. */
  take(...boxes: Box[]): boolean {
    if (boxes.some(box => this.isTaken(box))) return false
    for (const box of boxes) this.mark(box)
    return true
  }

  /** Occupies a box, whether it is free or not. */
  mark(box: Box): void {
    for (const key of cellsOf(box)) {
      const list = this.cells.get(key)
      if (list) list.push(box)
      else this.cells.set(key, [box])
    }
  }

  private isTaken(box: Box): boolean {
    return cellsOf(box).some(key => this.cells.get(key)?.some(other => isOver(box, other)))
  }
}

const isOver = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

function cellsOf({ x, y, width, height }: Box): string[] {
  const keys: string[] = []
  for (let column = Math.floor(x / cell); column <= Math.floor((x + width) / cell); column += 1)
    for (let row = Math.floor(y / cell); row <= Math.floor((y + height) / cell); row += 1) keys.push(`${column} ${row}`)
  return keys
}
