// Reads the text of a PDF page by page, and counts what could not be read. Runs in a process or thread that may be
// terminated at any moment.
import { getDocumentProxy } from 'unpdf'
import { noTextCounts, type TextCounts } from '#contract/text-counts.ts'
import { pdfOptions } from './pdf-files.ts'

// Counts characters of a PDF's text that are not real: if a font has no character for a code, the library returns the
// code itself.

/**
 * A font as the library describes it: its own map from codes to text, or a range of codes that are assumed to be
 * Unicode.
 */
type Font = { composite?: boolean; toUnicode?: { _map?: (string | number | undefined)[]; firstChar?: number } }
/** Characters by font, with the first page that has it. */
type CharsOfFonts = Map<string, { chars: Map<string, number>; page: number; font: Font | null }>

/** Never text in any font: replacement, private use, control, unassigned. */
const isNoCharacter = /^[\ufffd\p{Co}\p{Cc}\p{Cn}\p{Cs}]$/u
/** The range in which symbol fonts have their bullets and arrows, which are not letters. */
const isSymbol = /^[\uf020-\uf0ff]$/

function countUnread(fonts: CharsOfFonts): number {
  let count = 0
  for (const { chars, font } of fonts.values()) {
    const known = knownChars(font)
    for (const [char, times] of chars)
      if (!isSymbol.test(char) && (isNoCharacter.test(char) || !known(char))) count += times
  }
  return count
}

function knownChars(font: Font | null): (char: string) => boolean {
  const map = font?.toUnicode?._map
  // The font has multi-byte codes without a map, so its characters are unknown.
  if (font?.composite && font.toUnicode && !map) return () => false
  if (!map) return () => true
  const known = new Set<string>()
  // With codes of four bytes the map is a sparse array with billions of holes; only its own keys skip them quickly.
  for (const code of Object.keys(map)) {
    const value = map[Number(code)]
    const text = typeof value === 'number' ? String.fromCodePoint(value) : value
    if (typeof text !== 'string') continue
    // The library splits ligatures and presentation forms.
    for (const char of text) known.add(char)
    for (const char of text.normalize('NFKC')) known.add(char)
  }
  // The library itself inserts vertical forms and marks.
  return char => known.has(char) || known.has(char.normalize('NFKC')) || /[\ufe10-\ufe4f]|\p{Mn}/u.test(char)
}

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPageProxy = Awaited<ReturnType<Pdf['getPage']>>

/** Throws the errors of the library: `PasswordException` by name, others if it is not a PDF. Transfers the bytes. */
export function openPdf(bytes: Uint8Array): Promise<Pdf> {
  return getDocumentProxy(bytes, pdfOptions)
}

export type PageText = { number: number; text: string; counts: TextCounts }
type PagesTask = {
  maxPages: number
  /** Whether the time is used up, so that the rest is skipped. */
  isLate: () => boolean
  /** Receives each page with the counts so far; returning false stops the reading. */
  onPage: (page: PageText) => Promise<boolean> | boolean
}

/**
 * Text is read first, so that only the counting may be late: a second pass finds codes of fonts without a character,
 * and whether pages without text show something.
 */
export async function readPages(pdf: Pdf, { maxPages, isLate, onPage }: PagesTask): Promise<TextCounts> {
  const counts: TextCounts = { ...noTextCounts, pages: pdf.numPages }
  const fonts: CharsOfFonts = new Map()
  const toLookAt = new Set<number>()
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages) && !isLate(); number += 1) {
    const text = await readPage(pdf, number, fonts, toLookAt)
    if (text === null) counts.broken_pages += 1
    counts.pages_read += 1
    counts.chars += charsOf(text ?? '')
    if (!(await onPage({ number, text: text ?? '', counts: { ...counts } }))) break
  }
  for (const number of toLookAt) {
    if (isLate()) break
    if (await inspectPage(pdf, number, fonts)) counts.picture_pages += 1
  }
  // Characters of a font without further information are judged individually.
  counts.unread_chars = Math.min(countUnread(fonts), counts.chars)
  return counts
}

/** Lines in the order of the page, then the content of its form fields and notes; null if it cannot be read. */
async function readPage(pdf: Pdf, number: number, fonts: CharsOfFonts, toLookAt: Set<number>): Promise<string | null> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    let text = ''
    for (const item of items) {
      if (!('str' in item)) continue
      text += item.str + (item.hasEOL ? '\n' : '')
      if (item.str.trim() !== '' && addChars(fonts, item.fontName, item.str, number)) toLookAt.add(number)
    }
    if (text.trim() === '') toLookAt.add(number)
    const notes = await notesOf(page)
    page.cleanup()
    return notes === '' ? text : `${text}\n${notes}`
  } catch {
    return null
  }
}

/** Returns true for a font seen for the first time. */
function addChars(fonts: CharsOfFonts, font: string, text: string, page: number): boolean {
  const known = fonts.get(font)
  const chars = known?.chars ?? new Map<string, number>()
  for (const char of text) if (char.trim() !== '') chars.set(char, (chars.get(char) ?? 0) + 1)
  if (!known) fonts.set(font, { chars, page, font: null })
  return !known
}

/** Text typed into forms and noted in margins is not part of a page's own text. */
async function notesOf(page: PdfPageProxy): Promise<string> {
  const notes = (await page.getAnnotations().catch(() => [])) as {
    fieldValue?: unknown
    contentsObj?: { str?: unknown }
    checkBox?: boolean
    radioButton?: boolean
    pushButton?: boolean
  }[]
  return notes
    .flatMap(({ fieldValue, contentsObj, ...note }) =>
      note.checkBox || note.radioButton || note.pushButton ? [contentsObj?.str] : [fieldValue, contentsObj?.str],
    )
    .flat()
    .filter(value => typeof value === 'string' && value.trim() !== '')
    .join('\n')
}

/** Number of characters without white space. */
function charsOf(text: string): number {
  let count = 0
  for (const char of text) if (char.trim() !== '') count += 1
  return count
}

/** Reads the properties of a page's fonts; true if the page has no text but shows something. */
async function inspectPage(pdf: Pdf, number: number, fonts: CharsOfFonts): Promise<boolean> {
  try {
    const page = await pdf.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 })
    const own = [...fonts].filter(([, font]) => font.page === number)
    for (const [name, font] of own) if (page.commonObjs.has(name)) font.font = page.commonObjs.get(name) as Font
    page.cleanup()
    return own.length === 0 && showsSomething(fnArray, argsArray)
  } catch {
    return false
  }
}

/** Operators of PDF.js. */
const op = { save: 10, restore: 11, transform: 12, shadingFill: 62, constructPath: 91, endPath: 28, showText: 44 }

/** An image leaves only a placeholder operator, because none is decoded. */
function showsSomething(operators: readonly number[], args: readonly unknown[]): boolean {
  return operators.some(
    (operator, at) =>
      (operator >= 83 && operator <= 90) ||
      operator === op.shadingFill ||
      operator === op.showText ||
      (operator === op.transform && operators[at + 1] === op.restore) ||
      (operator === op.constructPath && (args[at] as unknown[] | null)?.[0] !== op.endPath),
  )
}
