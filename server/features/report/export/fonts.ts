import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Chinese and European letters, then Arabic and Hebrew; the template names the families in this order. */
const usual = [
  [require.resolve('@embedpdf/fonts-sc'), ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf']],
  [require.resolve('@embedpdf/fonts-arabic'), ['NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf']],
  [require.resolve('@embedpdf/fonts-hebrew'), ['NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf']],
] as const

/** The fonts of every document. */
export const readUsualFonts = (): Buffer[] =>
  usual.flatMap(([main, files]) => files.map(file => readFileSync(join(dirname(main), '../fonts', file))))

type RareFont = { file: string; from: number; to: number }

let rareFonts: RareFont[] | undefined

/** The parts of the font of rare Chinese characters (extensions B to F), as its stylesheet lists them. */
function listRareFonts(): RareFont[] {
  const css = readFileSync(require.resolve('hanamin/HanaMin.min.css'), 'utf8')
  return [...css.matchAll(/url\((HanaMinB\.[\w.-]+)\)[^}]*unicode-range:([^}]*)\}/g)].flatMap(
    ([, file = '', ranges = '']) =>
      ranges.split(/,\s*/).map(range => {
        const [from = '', to = from] = range.slice(2).split('-')
        return { file, from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }
      }),
  )
}

/** Beyond the basic plane, in the planes of Chinese characters. */
const rareCharacter = /[\u{20000}-\u{3ffff}]/gu

/** Files of the fonts for the rare Chinese characters of a text, in a fixed order; none for most texts. */
export function findRareFonts(text: string): string[] {
  const codes = new Set([...text.matchAll(rareCharacter)].map(([character]) => character.codePointAt(0) ?? 0))
  if (codes.size === 0) return []
  rareFonts ??= listRareFonts()
  const files = [...codes].flatMap(code => rareFonts?.find(({ from, to }) => from <= code && code <= to)?.file ?? [])
  return [...new Set(files)].sort()
}

type Decompress = (font: Uint8Array) => Promise<Uint8Array>

/** All parts have this family, of which the compiler would use one part only. */
const sharedFamily = 'HanaMinB'

/** A family of its own for each part, of equal length so that it can be written in the place of the shared one. */
export const rareFamily = (file: string): string => {
  rareFonts ??= listRareFonts()
  const part = [...new Set(rareFonts.map(font => font.file))].indexOf(file)
  return `HanaMi${String(part).padStart(2, '0')}`
}

/** Reads a part of the font of rare characters. It is decompressed, because the compiler reads no compressed fonts. */
export async function readRareFont(file: string): Promise<Buffer> {
  const decompress = require(require.resolve('wawoff2/decompress.js')) as Decompress
  const font = Buffer.from(await decompress(readFileSync(require.resolve(`hanamin/${file}`))))
  // Names are stored as bytes, and with a zero byte before each letter.
  for (const gap of ['', '\0'])
    replaceAll(font, Buffer.from([...sharedFamily].join(gap)), Buffer.from([...rareFamily(file)].join(gap)))
  return font
}

/** Overwrites all occurrences of some bytes. */
function replaceAll(all: Buffer, old: Buffer, replacement: Buffer): void {
  for (let at = all.indexOf(old); at >= 0; at = all.indexOf(old, at + old.length)) replacement.copy(all, at)
}
