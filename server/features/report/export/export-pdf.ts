import { readFileSync } from 'node:fs'
import { cutText } from '#contract/text.ts'
import type { ExportData } from './export-tasks.ts'
import type { InlineRun, ReportNode } from './export-tree.ts'
import { findRareFonts, rareFamily } from './fonts.ts'
import { openTypst, type Typst } from './typst.ts'

const template = readFileSync(new URL('./export.typ', import.meta.url), 'utf8')

/** The compiler with the usual fonts loaded, shared by nearly all reports. */
let usual: Promise<Typst> | undefined
/** The last compiler that needed fonts of rare characters too. */
let special: { key: string; typst: Promise<Typst> } | undefined

function typstFor(rare: readonly string[]): Promise<Typst> {
  if (rare.length === 0) {
    usual ??= openTypst()
    return usual
  }
  const key = rare.join()
  if (special?.key !== key) special = { key, typst: openTypst(rare) }
  return special.typst
}

const logoFile = '/logo.png'
/** Id of a profile's portrait among its pictures. */
const faceId = 0

/** Reports with as many headings have a table of contents. */
const contentsFrom = 3

/** Paragraphs longer than this are broken line by line, because optimal line breaking takes too long. */
const longChars = 100_000

/** Writes a report as PDF. User texts are passed as data and never parsed as markup. */
export async function writePdf({ pictures, house, ...data }: ExportData): Promise<Uint8Array> {
  const files = new Map(pictures.map(picture => [picture.id, `/picture-${picture.id}.${picture.type}`]))
  const ready = {
    ...data,
    language: data.locale === 'zh-CN' ? 'zh' : 'en',
    region: data.locale === 'zh-CN' ? 'cn' : 'us',
    short_title: cutText(data.title, 28),
    has_contents: data.form === 'report' && countHeadings(data.blocks) >= contentsFrom,
    face: (data.form === 'profile' && files.get(faceId)) || null,
    house: { ...house, logo: house.logo && logoFile },
    blocks: withFiles(data.blocks, { files, picture: data.words.picture, level: 0 }),
  }
  const text = JSON.stringify(ready)
  const isLong = text.length > longChars
  const rare = findRareFonts(text)
  const sources = new Map([
    [
      '/data.json',
      new TextEncoder().encode(JSON.stringify({ ...ready, is_long: isLong, rare_fonts: rare.map(rareFamily) })),
    ],
    ...pictures.map(({ id, bytes }) => [files.get(id) as string, bytes] as const),
  ])
  if (house.logo) sources.set(logoFile, house.logo.bytes)
  const set = await typstFor(rare)
  return await set({ template, files: sources })
}

function countHeadings(nodes: ReportNode[]): number {
  return nodes.filter(node => node.kind === 'heading').length
}

type Setting = {
  files: ReadonlyMap<number, string>
  /** Description of a picture for which the writer gave none. */
  picture: string
  /** The level of the last heading. */
  level: number
}

/** Cells with more text may break across pages; the rows of all others stay whole. */
const cellChars = 800

/**
 * Prepares nodes for the template. Missing pictures are replaced by their descriptions; as PDF/UA requires, pictures have
 * descriptions, and levels of headings are consecutive.
 */
function withFiles(nodes: ReportNode[], setting: Setting): unknown[] {
  const ready = nodes.map((node): ReadyNode => {
    switch (node.kind) {
      case 'heading':
        setting.level = Math.min(node.level, setting.level + 1)
        return { ...node, size: node.level, level: setting.level }
      case 'picture': {
        const file = setting.files.get(node.id)
        const runs = [{ kind: 'text', text: node.alt || '—', marks: ['withheld'], href: null }]
        return file ? { ...node, file, description: node.alt || setting.picture } : { kind: 'paragraph', runs }
      }
      case 'bullets':
      case 'numbers':
        return { ...node, items: node.items.map(item => withFiles(item, setting)) }
      case 'quote':
        return { ...node, blocks: withFiles(node.blocks, setting) }
      case 'table': {
        const cells = node.cells.map(cell => ({
          ...cell,
          is_breakable: JSON.stringify(cell.blocks).length > cellChars * 2 || cell.rowspan > 1,
          blocks: withFiles(cell.blocks, setting),
        }))
        const first = cells.filter(cell => cell.y === 0)
        const hasHeader = first.every(cell => cell.is_header && cell.rowspan === 1) && cells.length > first.length
        const body = hasHeader ? cells.filter(cell => cell.y > 0) : cells
        return { ...node, columns: columnsOf(node), header: hasHeader ? first : [], cells: body }
      }
      default:
        return node
    }
  })
  return inRows(ready)
}

type ReadyNode = { kind: string; width?: number; file?: string; [rest: string]: unknown }

/** Neighbouring pictures that fit in the width together are set side by side. */
function inRows(nodes: ReadyNode[]): ReadyNode[] {
  const rows: ReadyNode[] = []
  let row: ReadyNode[] = []
  const close = () => {
    const [first] = row
    if (first) rows.push(row.length === 1 ? first : { kind: 'pictures', pictures: row })
    row = []
  }
  for (const node of nodes) {
    const width = node.kind === 'picture' ? (node.width ?? 100) : Number.POSITIVE_INFINITY
    if (row.reduce((sum, each) => sum + (each.width ?? 100), width) > 100) close()
    if (node.kind === 'picture') row.push(node)
    else rows.push(node)
  }
  close()
  return rows
}

/** Widths of columns by their longest text, if the writer set none. */
function columnsOf({ columns, cells }: Extract<ReportNode, { kind: 'table' }>): number[] {
  if (new Set(columns).size > 1) return columns
  const charsOf = (blocks: ReportNode[]) =>
    blocks.map(block => ('runs' in block ? textOf(block.runs) : wideText)).join('').length
  return columns.map((_, x) => {
    const chars = cells.filter(cell => cell.x === x && cell.colspan === 1).map(cell => charsOf(cell.blocks))
    return Math.sqrt(Math.min(Math.max(4, ...chars), wideText.length))
  })
}

/** Represents content other than paragraphs. */
const wideText = ' '.repeat(60)
const textOf = (runs: InlineRun[]) => runs.map(run => (run.kind === 'text' ? run.text : ' ')).join('')
