import { describe, expect, it } from 'vitest'
import { type Pixels, pictureChanges } from './picture-changes.ts'

/** A picture whose rows are texts: a letter is a shade, `.` is white. */
function picture(rows: readonly string[]): Pixels {
  const width = 160
  const data = new Uint8ClampedArray(width * rows.length * 4).fill(255)
  for (const [y, row] of rows.entries())
    for (let x = 0; x < width; x += 1) {
      const shade = row[Math.floor(x / 10)]
      if (shade !== undefined && shade !== '.') data[(y * width + x) * 4] = shade.charCodeAt(0) * 2
    }
  return { data, width, height: rows.length }
}
const letters = 'abcdefghijklmnopqrstuvwxyz'
const lines = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `.${letters[(from + at) % 26]}${letters[(from + 3 * at) % 26]}.${letters[at % 7]}`,
  )

describe('changes between two pictures', () => {
  it('of the same page are none', () => {
    expect(pictureChanges(picture(lines(0, 200)), picture(lines(0, 200)))).toEqual({ from: [], to: [] })
  })

  it('are the inserted part alone, not everything below it', () => {
    const page = lines(0, 200)
    const banner = Array.from({ length: 33 }, () => 'zzzzzzzzzzzzzzzz')
    const { from, to } = pictureChanges(picture(page), picture([...page.slice(0, 21), ...banner, ...page.slice(21)]))
    expect(from).toEqual([])
    expect(to).toEqual([{ x: 0, y: 21, width: 160, height: 33 }])
  })

  it('are small boxes where the height is the same', () => {
    const page = lines(0, 100)
    const changed = page.map((row, at) => (at >= 40 && at < 50 ? `${row.padEnd(12, '.')}A` : row))
    const { from, to } = pictureChanges(picture(page), picture(changed))
    expect(from).toEqual(to)
    expect(to).toEqual([{ x: 112, y: 40, width: 32, height: 10 }])
  })

  it('are reported for both sides where a part was replaced by a longer one', () => {
    const page = lines(0, 100)
    const { from, to } = pictureChanges(
      picture(page),
      picture([...page.slice(0, 30), ...Array(20).fill('yyyy'), ...page.slice(35)]),
    )
    expect(from).toEqual([{ x: 0, y: 30, width: 160, height: 5 }])
    expect(to).toEqual([{ x: 0, y: 30, width: 160, height: 20 }])
  })

  it('ignore traces of compression', () => {
    const page = picture(lines(0, 60))
    const noisy = { ...page, data: page.data.map((value, at) => (at % 4 === 1 ? value - 6 : value)) }
    expect(pictureChanges(page, noisy)).toEqual({ from: [], to: [] })
  })

  it('of pages of 12,000 rows take no more than some seconds', () => {
    const before = picture(Array.from({ length: 12_000 }, (_, at) => `a${letters[at % 26]}`))
    const after = picture(Array.from({ length: 12_000 }, (_, at) => `b${letters[(at * 7) % 26]}`))
    const startedAt = performance.now()
    expect(pictureChanges(before, after).to.length).toBeGreaterThan(0)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
