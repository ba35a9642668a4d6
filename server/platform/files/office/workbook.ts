// Reads workbooks (XLSX) as a stream: memory holds one row of a sheet.
import { walkXml } from './xml.ts'

/** The precision with which a format shows an instant. */
type InstantPrecision = 'year' | 'month' | 'day' | 'time'

/** The members of a workbook's archive; `open` unpacks one. */
export type WorkbookArchive = { names: readonly string[]; open: (name: string) => AsyncIterable<Buffer> }
export type WorkbookSheet = { name: string; member: string }
/** Data that cells refer to. `hasEntities`: a document defines entities of its own, which are not read. */
export type WorkbookParts = {
  strings: string[]
  /** Indexes of the strings that cells of the sheets read so far refer to. */
  used: Set<number>
  isCut: boolean
  hasEntities: boolean
  dates: ReadonlyMap<number, InstantPrecision>
  /** Formats that pad a number with zeros, as in codes and telephone numbers. */
  zeros: ReadonlyMap<number, string>
  epochMs: number
  /** Formulas saved without a result: their number in the sheets read so far, and the first cells. */
  unsaved: { count: number; examples: string[] }
}

/** Limit of the strings that cells refer to, in characters; strings beyond it are skipped. */
const mostSharedChars = 20_000_000
const dayMs = 86_400_000
const epoch1900 = Date.UTC(1899, 11, 30)
const epoch1904 = Date.UTC(1904, 0, 1)

/** The members that the workbook's relationships name, by their ids and by the last segment of their types. */
type WorkbookNames = { workbook: string; byId: Map<string, string>; byType: Map<string, string> }

/** Relationships name the parts of a document; the default names are for files without them. */
async function readWorkbookNames(book: WorkbookArchive): Promise<WorkbookNames> {
  const found: WorkbookNames = { workbook: 'xl/workbook.xml', byId: new Map(), byType: new Map() }
  await walk(book, '_rels/.rels', (name, { Type = '', Target = '' }) => {
    const target = Target.replace(/^\//, '')
    if (name === 'Relationship' && Type.endsWith('/officeDocument') && book.names.includes(target))
      found.workbook = target
  })
  const slash = found.workbook.lastIndexOf('/') + 1
  const folder = found.workbook.slice(0, slash)
  await walk(
    book,
    `${folder}_rels/${found.workbook.slice(slash)}.rels`,
    (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : `${folder}${Target.replace(/^\.\//, '')}`
      found.byId.set(Id, target)
      found.byType.set(Type.slice(Type.lastIndexOf('/') + 1), target)
    },
  )
  return found
}

/** The sheets in order; if the workbook names none, those in the archive. */
export async function sheetsOf(book: WorkbookArchive): Promise<WorkbookSheet[]> {
  const { workbook, byId } = await readWorkbookNames(book)
  const sheets: WorkbookSheet[] = []
  await walk(book, workbook, (tag, attributes) => {
    const member = byId.get(attributes['r:id'] ?? '') ?? ''
    if (tag === 'sheet' && book.names.includes(member)) sheets.push({ name: attributes.name ?? '', member })
  })
  if (sheets.length > 0) return sheets
  const found = book.names.filter(name => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
  return found.map((member, at) => ({ member, name: `${at + 1}` }))
}

export async function readShared(book: WorkbookArchive): Promise<WorkbookParts> {
  const shared: WorkbookParts = {
    strings: [],
    used: new Set(),
    isCut: false,
    hasEntities: false,
    dates: new Map(),
    zeros: new Map(),
    epochMs: epoch1900,
    unsaved: { count: 0, examples: [] },
  }
  const { workbook, byType } = await readWorkbookNames(book)
  await walk(book, workbook, (name, { date1904 }) => {
    if (name === 'workbookPr' && /^(1|true)$/.test(date1904 ?? '')) shared.epochMs = epoch1904
  })
  Object.assign(shared, await formatsOf(book, byType.get('styles') ?? 'xl/styles.xml'))
  const member = byType.get('sharedStrings') ?? 'xl/sharedStrings.xml'
  if (!book.names.includes(member)) return shared
  let text = ''
  let chars = 0
  const reader = textReader(piece => {
    text += piece
  })
  const { hasEntities } = await walkXml(book.open(member), {
    open: name => {
      if (name === 'si') text = ''
      reader.open(name)
    },
    close: name => {
      reader.close(name)
      if (name !== 'si') return
      chars += text.length
      shared.strings.push(chars > mostSharedChars ? '' : text)
    },
    text: reader.text,
  })
  return { ...shared, hasEntities, isCut: chars > mostSharedChars }
}

/** Formats of cells whose numbers are days since the epoch, or are filled up with zeros. */
async function formatsOf(
  book: WorkbookArchive,
  member: string,
): Promise<{ dates: Map<number, InstantPrecision>; zeros: Map<number, string> }> {
  const own = new Map<number, string>()
  const dates = new Map<number, InstantPrecision>()
  const zeros = new Map<number, string>()
  let isCell = false
  let count = 0
  await walk(
    book,
    member,
    (name, { numFmtId, formatCode = '' }) => {
      if (name === 'cellXfs') isCell = true
      if (name === 'numFmt') own.set(Number(numFmtId), formatCode)
      if (name !== 'xf' || !isCell) return
      const code = own.get(Number(numFmtId))
      const shown = code === undefined ? builtInDate(Number(numFmtId)) : precisionOfFormat(code)
      if (shown) dates.set(count, shown)
      const filled = code && filledBy(code)
      if (filled) zeros.set(count, filled)
      count += 1
    },
    name => {
      if (name === 'cellXfs') isCell = false
    },
  )
  return { dates, zeros }
}

/**
 * The format of whole numbers that are padded with zeros (`00000`, `000-00-0000`, `0000" "0000`), with literal
 * characters neither quoted nor escaped; undefined for other formats.
 */
function filledBy(format: string): string | undefined {
  const code = (format.split(';')[0] ?? '').replace(/"([^"0#?]*)"|\\([^0#?])/g, '$1$2')
  return /^[0 ()/-]+$/.test(code) && /0.*0/.test(code) ? code : undefined
}

/** Fills the places of a format from the right; surplus digits precede the first place. */
function fillUp(format: string, number: number): string {
  const places = format.replace(/[^0]/g, '').length
  const digits = String(number).padStart(places, '0')
  let at = digits.length - places
  const [first = '', ...rest] = format.split(/(?=0)/)
  const start = first.startsWith('0') ? '' : first
  const parts = start === '' ? [first, ...rest] : rest
  return start + digits.slice(0, at) + parts.map(part => part.replace('0', () => digits[at++] ?? '')).join('')
}

/** ECMA-376, 18.8.30, with the formats that East Asian languages add. */
function builtInDate(id: number): InstantPrecision | undefined {
  // The formats 27 to 36 and 50 to 58 differ between languages; only format 17 is always a month.
  if (id === 17) return 'month'
  if ((id >= 18 && id <= 22) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56)
    return 'time'
  return (id >= 14 && id <= 16) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'day' : undefined
}

/** Quoted words, escaped characters and colours are not part of a date. */
function precisionOfFormat(format: string): InstantPrecision | undefined {
  const code = format
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
    .toLowerCase()
  if (!/[ymdhs]/.test(code)) return undefined
  if (/[hs]/.test(code)) return 'time'
  if (/d/.test(code)) return 'day'
  // A format without a year, for example for birthdays, shows less than the value contains.
  if (!/y/.test(code)) return 'day'
  return /m/.test(code) ? 'month' : 'year'
}

/**
 * Reads the rows that a sheet contains, each as the texts of its cells in their columns: numbers unchanged, dates as
 * ISO 8601. `between` is called after each piece of the file.
 */
export async function readRows(
  book: WorkbookArchive,
  { member }: WorkbookSheet,
  shared: WorkbookParts,
  onRow: (cells: string[], number: number) => void,
  between?: () => void | Promise<void>,
): Promise<void> {
  let cells: string[] = []
  let number = 0
  let cell = { column: 0, type: '', style: 0 }
  let value = ''
  let hasFormula = false
  const reader = textReader(piece => {
    value += piece
  })
  await walkXml(
    book.open(member),
    {
      open: (tag, attributes) => {
        reader.open(tag)
        if (tag === 'f') hasFormula = true
        if (tag === 'row') {
          cells = []
          number = Number(attributes.r) || number + 1
          cell = { column: -1, type: '', style: 0 }
        } else if (tag === 'c') {
          const column = columnOf(attributes.r) ?? cell.column + 1
          cell = { column, type: attributes.t ?? '', style: Number(attributes.s ?? 0) }
          value = ''
          hasFormula = false
        }
      },
      close: tag => {
        reader.close(tag)
        if (tag === 'row') onRow(cells, number)
        // A formula whose result is an empty text has the type `str`.
        if (tag === 'c' && hasFormula && value === '' && cell.type !== 'str') addUnsaved(shared, cell.column, number)
        if (tag !== 'c' || value === '' || cell.column > mostColumns) return
        while (cells.length < cell.column) cells.push('')
        cells[cell.column] = textOf(value, cell, shared)
      },
      text: reader.text,
    },
    between,
  )
}

const mostColumns = 16_384
const mostExamples = 3

function addUnsaved({ unsaved }: WorkbookParts, column: number, row: number): void {
  unsaved.count += 1
  if (unsaved.examples.length < mostExamples) unsaved.examples.push(`${lettersOf(column)}${row}`)
}

function textOf(value: string, { type, style }: { type: string; style: number }, shared: WorkbookParts): string {
  if (type === 's') {
    shared.used.add(Number(value))
    return shared.strings[Number(value)] ?? ''
  }
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'd') return isoOf(Date.parse(value))
  if (type !== '' && type !== 'n') return value
  const number = Number(value)
  if (value.trim() === '' || Number.isNaN(number)) return value
  const filled = shared.zeros.get(style)
  if (filled !== undefined && Number.isSafeInteger(number) && number >= 0) return fillUp(filled, number)
  const shown = shared.dates.get(style)
  return shown === undefined ? String(number) : isoOf(Math.round(shared.epochMs + number * dayMs), shown)
}

/**
 * The date with the precision that the cell shows, and without the time if there is none; an empty text if the date is
 * invalid.
 */
function isoOf(ms: number, shown: InstantPrecision = 'time'): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return ''
  const iso = date.toISOString()
  if (shown !== 'time' && /^\d{4}-/.test(iso)) return iso.slice(0, { year: 4, month: 7, day: 10 }[shown])
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, -14) : iso
}

/** The column of a reference, counted from 0: `AB12` is in column 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The column of `AB12`, counted from 0, as letters. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** Passes on the text of values and strings, without the phonetic readings of Japanese characters (`rPh`). */
function textReader(take: (piece: string) => void) {
  let inText = false
  let inReading = false
  return {
    open: (name: string) => {
      if (name === 'v' || name === 't') inText = true
      if (name === 'rPh') inReading = true
    },
    close: (name: string) => {
      if (name === 'v' || name === 't') inText = false
      if (name === 'rPh') inReading = false
    },
    text: (piece: string) => {
      if (inText && !inReading) take(piece)
    },
  }
}

async function walk(
  book: WorkbookArchive,
  member: string,
  open: (name: string, attributes: Record<string, string>) => void,
  close?: (name: string) => void,
): Promise<void> {
  if (book.names.includes(member)) await walkXml(book.open(member), { open, ...(close && { close }) })
}
