import {
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  type IRunOptions,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { ChangedText } from './evidence-lines.ts'
import { isOneSided } from './evidence-lines.ts'
import type { ExportData } from './export-tasks.ts'
import type { InlineRun, ReportNode, ReportSource, ReportTableCell } from './export-tree.ts'

type Font = { ascii: string; hAnsi: string; cs: string; eastAsia: string }
/** Context for laying out a report, and results of it: `starts` collects the first numbers of lists. */
export type DocxContext = { data: ExportData; textWidth: number; sans: Font; starts: Set<number>; lists: number }
/** Position of a block: its list item, if any, and its indentation. */
type BlockLayout = {
  indent: number
  item?: { reference: string; instance: number; level: number } | undefined
  isBold?: boolean
}

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3]
const step = 420

function runOf(run: InlineRun, isBold = false): ParagraphChild {
  if (run.kind === 'break') return new TextRun({ break: 1 })
  const has = (mark: (typeof run.marks)[number]) => run.marks.includes(mark)
  const options: IRunOptions = {
    text: run.text,
    ...((has('bold') || isBold) && { bold: true }),
    ...(has('italic') && { italics: true }),
    ...(has('underline') && { underline: {} }),
    ...(has('strike') && { strike: true }),
    ...(has('code') && {
      font: { ascii: 'Consolas', hAnsi: 'Consolas' },
      shading: { type: ShadingType.CLEAR, fill: 'EEEEEE' },
    }),
    ...(has('withheld') && { color: '888888' }),
  }
  if (run.href === null) return new TextRun(options)
  return new ExternalHyperlink({ link: run.href, children: [new TextRun({ ...options, style: 'Hyperlink' })] })
}

function sourceOf({ number, source, url }: ReportSource): ParagraphChild[] {
  return [
    new TextRun(`[${number}] ${source}`),
    ...(url
      ? [
          new TextRun(' '),
          new ExternalHyperlink({ link: url, children: [new TextRun({ text: url, style: 'Hyperlink' })] }),
        ]
      : []),
  ]
}

/** An entry of the list of evidence, with its proof. */
export function listedOf(source: ReportSource): ParagraphChild[] {
  if (source.proof === null) return sourceOf(source)
  return [...sourceOf(source), new TextRun({ break: 1, text: source.proof, size: 15 })]
}

/** One side of a change: text that the other side lacks is struck through or underlined. */
function sideOf(pieces: ChangedText['before'], side: 'before' | 'after', name = ''): Paragraph {
  const how =
    side === 'before'
      ? { strike: true, shading: { type: ShadingType.CLEAR, fill: 'FBE3E1' } }
      : { underline: {}, shading: { type: ShadingType.CLEAR, fill: 'DCF3E2' } }
  const runs = (pieces ?? []).map(({ text, is_changed }) => new TextRun({ text, size: 18, ...(is_changed && how) }))
  return new Paragraph({ children: name ? [new TextRun({ text: name, bold: true, size: 18 }), ...runs] : runs })
}

function changesOf(node: Extract<ReportNode, { kind: 'evidence' }>, { data: { words }, textWidth }: DocxContext) {
  if (node.changes.length === 0) return []
  const half = Math.round(textWidth / 2)
  const margins = { top: 60, bottom: 60, left: 100, right: 100 }
  const isOneColumn = node.changes.every(isOneSided)
  // Text that only one side has takes the whole width.
  const row = (cells: Paragraph[]) =>
    new TableRow({
      cantSplit: true,
      children: cells.map(
        cell => new TableCell({ margins, columnSpan: cells.length === 1 && !isOneColumn ? 2 : 1, children: [cell] }),
      ),
    })
  const rowOf = ({ before, after }: ChangedText) => {
    if (before === null) return row([sideOf(after, 'after', `${words.added}${words.colon}`)])
    if (after === null) return row([sideOf(before, 'before', `${words.removed}${words.colon}`)])
    return row([sideOf(before, 'before'), sideOf(after, 'after')])
  }
  const head = (text: string) => new Paragraph({ children: [new TextRun({ text, bold: true, size: 18 })] })
  return [
    new Table({
      columnWidths: isOneColumn ? [textWidth] : [half, half],
      width: { size: textWidth, type: WidthType.DXA },
      rows: [...(isOneColumn ? [] : [row([head(words.before), head(words.after)])]), ...node.changes.map(rowOf)],
    }),
    new Paragraph({ spacing: { after: 60 }, children: node.more ? [new TextRun({ text: node.more, size: 18 })] : [] }),
  ]
}

export function blocksOf(
  nodes: ReportNode[],
  setting: DocxContext,
  place: BlockLayout = { indent: 0 },
): (Paragraph | Table)[] {
  // The list marker is set before the first paragraph of its item.
  let { item } = place
  const numbering = () => {
    const own = item
    item = undefined
    if (own) return { numbering: own }
    return place.indent > 0 ? { indent: { left: place.indent } } : {}
  }
  const blockOf = (node: ReportNode): (Paragraph | Table)[] => {
    switch (node.kind) {
      case 'paragraph':
        return [new Paragraph({ ...numbering(), children: node.runs.map(run => runOf(run, place.isBold)) })]
      case 'heading': {
        const heading = headings[node.level - 1] ?? HeadingLevel.HEADING_3
        return [new Paragraph({ ...numbering(), heading, children: node.runs.map(run => runOf(run)) })]
      }
      case 'bullets':
      case 'numbers':
        return listOf(node, setting, place)
      case 'quote':
        return blocksOf(node.blocks, setting, { ...place, item: undefined, indent: place.indent + step })
      case 'rule':
        return [
          new Paragraph({
            ...numbering(),
            border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: 'BBBBBB', space: 1 } },
          }),
        ]
      case 'picture':
        return [pictureOf(node, setting)]
      case 'evidence':
        return [
          ...node.quote.map(line => new Paragraph({ style: 'Evidence', children: [new TextRun(line)] })),
          ...changesOf(node, setting),
          new Paragraph({ style: 'Evidence', children: sourceOf(node) }),
        ]
      case 'table':
        return [tableOf(node, setting), new Paragraph({ spacing: { after: 60 } })]
    }
  }
  const paragraphs = nodes.flatMap(blockOf)
  return item ? [new Paragraph({ numbering: item }), ...paragraphs] : paragraphs
}

function listOf(node: Extract<ReportNode, { kind: 'bullets' | 'numbers' }>, setting: DocxContext, place: BlockLayout) {
  const start = node.kind === 'numbers' ? node.start : 1
  if (node.kind === 'numbers') setting.starts.add(start)
  const reference = node.kind === 'numbers' ? `numbers-${start}` : 'bullets'
  setting.lists += 1
  const instance = setting.lists
  const level = Math.min(Math.round(place.indent / step), 8)
  return node.items.flatMap(item =>
    blocksOf(item, setting, {
      isBold: place.isBold ?? false,
      indent: step * (level + 1),
      item: { reference, instance, level },
    }),
  )
}

function pictureOf(
  { id, alt, width }: Extract<ReportNode, { kind: 'picture' }>,
  { data, textWidth }: DocxContext,
): Paragraph {
  const picture = data.pictures.find(each => each.id === id)
  if (!picture) return new Paragraph({ children: [new TextRun({ text: alt || '—', italics: true, color: '888888' })] })
  const wide = Math.round(((textWidth / 15) * width) / 100)
  const high = Math.round((wide * picture.height) / picture.width)
  return new Paragraph({
    alignment: 'center',
    children: [
      new ImageRun({
        type: picture.type,
        data: picture.bytes,
        transformation: { width: wide, height: high },
        altText: { name: alt || String(id), description: alt, title: alt },
      }),
    ],
  })
}

function tableOf({ columns, cells }: Extract<ReportNode, { kind: 'table' }>, setting: DocxContext): Table {
  const sum = columns.reduce((all, width) => all + width, 0)
  const widths = columns.map(width => Math.round((setting.textWidth * width) / sum))
  const height = Math.max(...cells.map(cell => cell.y + cell.rowspan))
  const rows = Array.from({ length: height }, (_, y) => {
    const own = cells.filter(cell => cell.y === y)
    const tableHeader = y === 0 && own.every(cell => cell.is_header && cell.rowspan === 1)
    return new TableRow({ tableHeader, cantSplit: true, children: fillRow(own, cells, y, columns.length, setting) })
  })
  return new Table({ rows, columnWidths: widths, width: { size: setting.textWidth, type: WidthType.DXA } })
}

/** A row's cells in their order, with empty cells for missing ones. */
function fillRow(
  own: ReportTableCell[],
  all: ReportTableCell[],
  y: number,
  width: number,
  setting: DocxContext,
): TableCell[] {
  const row: TableCell[] = []
  for (let x = 0; x < width; ) {
    const cell = own.find(each => each.x === x)
    if (cell) {
      const blocks = blocksOf(cell.blocks, setting, { indent: 0, isBold: cell.is_header })
      row.push(
        new TableCell({
          columnSpan: cell.colspan,
          rowSpan: cell.rowspan,
          margins: { top: 60, bottom: 60, left: 100, right: 100 },
          ...(cell.is_header && { shading: { type: ShadingType.CLEAR, fill: 'F0F0F0' } }),
          // Word requires a paragraph at the end of a cell.
          children: blocks.at(-1) instanceof Paragraph ? blocks : [...blocks, new Paragraph({})],
        }),
      )
      x += cell.colspan
    } else {
      const above = all.find(
        each => each.x <= x && x < each.x + each.colspan && each.y < y && y < each.y + each.rowspan,
      )
      if (!above) row.push(new TableCell({ children: [new Paragraph({})] }))
      x += above ? above.x + above.colspan - x : 1
    }
  }
  return row
}
