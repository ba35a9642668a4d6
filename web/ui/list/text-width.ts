import { getLocale } from '#web/platform/locale.ts'

type Face = 'body' | 'strong' | 'mono'

/** Measures the width of a text in pixels, in one of the faces of a list. */
export type TextMeasure = (text: string, face: Face) => number

const widthCache = new Map<string, number>()
const maxCachedWidths = 20_000
let context: OffscreenCanvasRenderingContext2D | null | undefined

/** Half an em per letter, a whole one per Chinese character: used without a canvas. */
const estimate: TextMeasure = text =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 14 : 7.5), 0)

function fonts(): Record<Face, string> {
  const { fontFamily, fontSize } = getComputedStyle(document.body)
  const mono = getComputedStyle(document.documentElement).getPropertyValue('--mono') || 'monospace'
  const size = fontSize || '14px'
  return {
    body: `${size} ${fontFamily || 'sans-serif'}`,
    strong: `600 ${size} ${fontFamily || 'sans-serif'}`,
    mono: `12px ${mono}`,
  }
}

/** Measures on a canvas, each text once per language and font; every digit counts as wide as the widest one. */
export function measurer(): TextMeasure {
  context ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return estimate
  const canvas = context
  const byFace = fonts()
  const locale = getLocale()
  return (text, face) => {
    const font = byFace[face]
    const key = `${locale} ${font} ${text}`
    const before = widthCache.get(key)
    if (before !== undefined) return before
    if (widthCache.size > maxCachedWidths) widthCache.clear()
    canvas.font = font
    // Figures on the screen are tabular, but a canvas only measures proportional ones.
    const width = canvas.measureText(text.replace(/\d/g, '0')).width
    widthCache.set(key, width)
    return width
  }
}
