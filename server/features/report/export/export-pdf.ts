import { readFileSync } from 'node:fs'
import { cutText } from '#contract/text.ts'
import type { ExportData } from './export-tasks.ts'
import type { ReportNode } from './export-tree.ts'
import { openTypst, type Typst } from './typst.ts'

const template = readFileSync(new URL('./export.typ', import.meta.url), 'utf8')

/** The compiler with its fonts loaded, shared by all reports. */
let typst: Promise<Typst> | undefined

const logoFile = '/logo.png'
/** Id of a profile's portrait among its pictures. */
const faceId = 0

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
    has_contents: data.form === 'report' && countHeadings(data.blocks) > 3,
    face: (data.form === 'profile' && files.get(faceId)) || null,
    house: { ...house, logo: house.logo && logoFile },
    blocks: withFiles(data.blocks, files),
  }
  const isLong = JSON.stringify(ready).length > longChars
  const sources = new Map([
    ['/data.json', new TextEncoder().encode(JSON.stringify({ ...ready, is_long: isLong }))],
    ...pictures.map(({ id, bytes }) => [files.get(id) as string, bytes] as const),
  ])
  if (house.logo) sources.set(logoFile, house.logo.bytes)
  typst ??= openTypst()
  const set = await typst
  return await set({ template, files: sources })
}

function countHeadings(nodes: ReportNode[]): number {
  return nodes.filter(node => node.kind === 'heading').length
}

/** Replaces pictures by their files; a missing picture is replaced by its description. */
function withFiles(nodes: ReportNode[], files: Map<number, string>): unknown[] {
  return nodes.map(node => {
    switch (node.kind) {
      case 'picture': {
        const file = files.get(node.id)
        const runs = [{ kind: 'text', text: node.alt || '—', marks: ['withheld'], href: null }]
        return file ? { ...node, file } : { kind: 'paragraph', runs }
      }
      case 'bullets':
      case 'numbers':
        return { ...node, items: node.items.map(item => withFiles(item, files)) }
      case 'quote':
        return { ...node, blocks: withFiles(node.blocks, files) }
      case 'table':
        return { ...node, cells: node.cells.map(cell => ({ ...cell, blocks: withFiles(cell.blocks, files) })) }
      default:
        return node
    }
  })
}
