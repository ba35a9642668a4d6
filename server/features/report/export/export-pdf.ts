import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createTypstCompiler, loadFonts, type TypstCompiler } from '@myriaddreamin/typst.ts'
import { cutText } from '#contract/text.ts'
import type { ExportData } from './export-tasks.ts'
import type { Node } from './export-tree.ts'

const require = createRequire(import.meta.url)
const fontFolder = join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts')
const wasmFile = require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')
const template = readFileSync(new URL('./export.typ', import.meta.url), 'utf8')
const fonts = ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf']
const pdf = 1

/** Fonts take a second to be read; they serve every report after. */
let compiler: Promise<TypstCompiler> | undefined

async function open(): Promise<TypstCompiler> {
  const made = createTypstCompiler()
  await made.init({
    // Its types know only the older of the two forms that it takes, of which it complains.
    getModule: () => ({ module_or_path: readFileSync(wasmFile) }) as never,
    beforeBuild: [
      loadFonts(
        fonts.map(font => new Uint8Array(readFileSync(join(fontFolder, font)))),
        { assets: false },
      ),
    ],
  })
  return made
}

const logoFile = '/logo.png'
/** Among the pictures of a profile: who it is about. */
export const faceId = 0

/** Paragraphs of more than this are set line by line: the best of all breaks takes too long. */
const longChars = 100_000

/** A report as PDF. What people wrote goes in as data and is never read as markup. */
export async function writePdf({ pictures, house, ...data }: ExportData): Promise<Uint8Array> {
  compiler ??= open()
  const typst = await compiler
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
  const text = JSON.stringify(ready)
  typst.resetShadow()
  typst.addSource('/main.typ', template)
  typst.mapShadow(
    '/data.json',
    new TextEncoder().encode(JSON.stringify({ ...ready, is_long: text.length > longChars })),
  )
  if (house.logo) typst.mapShadow(logoFile, house.logo.bytes)
  for (const picture of pictures) typst.mapShadow(files.get(picture.id) as string, picture.bytes)
  const { result, diagnostics } = await typst.compile({ mainFilePath: '/main.typ', format: pdf, diagnostics: 'full' })
  if (!result) throw new Error(`the report could not be set: ${JSON.stringify(diagnostics)}`)
  return result as Uint8Array
}

function countHeadings(nodes: Node[]): number {
  return nodes.filter(node => node.kind === 'heading').length
}

/** Pictures by the file they lie in; one that there is not says what it showed. */
function withFiles(nodes: Node[], files: Map<number, string>): unknown[] {
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
