import type { DrawingMark } from './marks.ts'
import { dots } from './paint.ts'
import type { Palette } from './palette.ts'
import { corner, cornersOf, halfSide, starCorners } from './shape.ts'

const round = (value: number) => Math.round(value * 10) / 10
// Characters that XML does not allow at all, in addition to those that need escaping.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be removed
const invalidXmlChars = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(invalidXmlChars, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The picture as a self-contained file. */
export function svgOf(
  marks: readonly DrawingMark[],
  { width, height, title, palette }: { width: number; height: number; title: string; palette: Palette },
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="${escapeXml(palette.font)}" text-anchor="middle" dominant-baseline="central" role="img">`,
    `<title>${escapeXml(title)}</title><rect width="100%" height="100%" fill="${palette.surface}"/>`,
    ...marks.map(mark => markToSvg(mark, palette)),
    '</svg>',
  ].join('')
}

function points(at: { x: number; y: number }, radius: number, corners: readonly [number, number][]): string {
  return corners.map(([x, y]) => `${round(at.x + x * radius)},${round(at.y + y * radius)}`).join(' ')
}

function markToSvg(mark: DrawingMark, palette: Palette): string {
  if (mark.kind === 'line') {
    const { from, to, width, colour, isDotted } = mark
    const ends = `x1="${round(from.x)}" y1="${round(from.y)}" x2="${round(to.x)}" y2="${round(to.y)}"`
    return `<line ${ends} stroke="${colour}" stroke-width="${width}"${isDotted ? ` stroke-dasharray="${dots.join(' ')}" stroke-linecap="round"` : ''}/>`
  }
  const [x, y] = [round(mark.at.x), round(mark.at.y)]
  const circle = (radius: number, attributes: string) =>
    `<circle cx="${x}" cy="${y}" r="${round(radius)}" ${attributes}/>`
  switch (mark.kind) {
    case 'arrow': {
      const wing = (turn: number): [number, number] => [-Math.cos(mark.angle + turn), -Math.sin(mark.angle + turn)]
      return `<polygon points="${points(mark.at, mark.size, [[0, 0], wing(0.42), wing(-0.42)])}" fill="${mark.colour}"/>`
    }
    case 'shape': {
      const corners = cornersOf[mark.shape]
      if (corners) return `<polygon points="${points(mark.at, mark.radius, corners)}" fill="${mark.colour}"/>`
      if (mark.shape === 'circle') return circle(mark.radius, `fill="${mark.colour}"`)
      const half = mark.radius * halfSide
      const place = `x="${round(x - half)}" y="${round(y - half)}" width="${round(half * 2)}" height="${round(half * 2)}"`
      return `<rect ${place} rx="${round(mark.radius * corner)}" fill="${mark.colour}"/>`
    }
    case 'face': {
      const side = round(mark.radius * 2)
      const place = `x="${round(x - mark.radius)}" y="${round(y - mark.radius)}" width="${side}" height="${side}"`
      const clip = `style="clip-path:circle(50%)" preserveAspectRatio="xMidYMid slice"`
      return `${circle(mark.radius, `fill="${mark.colour}"`)}<image ${place} ${clip} href="${escapeXml(mark.icon)}"/>`
    }
    case 'ring':
      return circle(mark.radius, `fill="none" stroke="${mark.colour}" stroke-width="${mark.width}"`)
    case 'star':
      return `<polygon points="${points(mark.at, mark.radius, starCorners)}" fill="${mark.colour}" stroke="${palette.surface}" stroke-width="3" paint-order="stroke"/>`
    default: {
      const turn = mark.angle ? ` transform="rotate(${round((mark.angle * 180) / Math.PI)} ${x} ${y})"` : ''
      const halo = mark.hasHalo
        ? ` stroke="${palette.surface}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"`
        : ''
      const font = `font-size="${mark.size}" font-weight="${mark.isBold ? 600 : 400}"`
      return `<text x="${x}" y="${y}" ${font} fill="${mark.colour}"${halo}${turn}>${escapeXml(mark.text)}</text>`
    }
  }
}
