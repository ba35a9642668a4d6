import type { ChangedText } from './evidence-lines.ts'
import type { ExportData } from './export-tasks.ts'
import type { InlineRun, ReportNode, ReportSource, ReportTableCell } from './export-tree.ts'
import type { ExportWords } from './export-words.ts'

/** Escapes text so that Markdown treats it as plain text. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~!$&^=]/g, '\\$&')
    .replace(/^([^\S\n]*)([-+]|\d+[.)])(?=\s)/gm, (_, blank: string, sign: string) =>
      /\d/.test(sign) ? `${blank}${sign.slice(0, -1)}\\${sign.slice(-1)}` : `${blank}\\${sign}`,
    )
    .replace(/^([^\S\n]*)([-+]{3,})/gm, '$1\\$2')
    .replace(/:(?=\/\/)/g, '\\:')
}

const address = (url: string) => `<${url.replace(/[<>\s]/g, encodeURIComponent)}>`

function runText(run: InlineRun): string {
  if (run.kind === 'break') return '\\\n'
  const signs: Record<string, [string, string]> = {
    bold: ['**', '**'],
    italic: ['*', '*'],
    strike: ['~~', '~~'],
    underline: ['<u>', '</u>'],
  }
  if (run.text.trim() === '') return run.text
  // Markup must touch the words that it encloses.
  const core = run.text.trim()
  const start = run.text.length - run.text.trimStart().length
  const [before, after] = [run.text.slice(0, start), run.text.slice(start + core.length)]
  const isCode = run.marks.includes('code') && !core.includes('`')
  let text = isCode ? `\`${core.replaceAll('\n', ' ')}\`` : escapeMarkdown(core)
  for (const mark of run.marks) {
    const [open, close] = signs[mark] ?? ['', '']
    text = `${open}${text}${close}`
  }
  return `${before}${run.href ? `[${text}](${address(run.href)})` : text}${after}`
}

const runsText = (runs: InlineRun[]) => runs.map(runText).join('')
const indentLines = (text: string, first: string) =>
  text
    .split('\n')
    .map((line, n) => (n === 0 ? first + line : line === '' ? '' : ' '.repeat(first.length) + line))
    .join('\n')
const quoteLines = (text: string) =>
  text
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')

function nodeText(node: ReportNode, words: ExportWords): string {
  switch (node.kind) {
    case 'paragraph':
      return runsText(node.runs)
    case 'heading':
      return `${'#'.repeat(node.level + 1)} ${runsText(node.runs.filter(run => run.kind === 'text'))}`
    case 'bullets':
      return node.items.map(item => indentLines(blocksText(item, words), '- ')).join('\n')
    case 'numbers':
      return node.items.map((item, n) => indentLines(blocksText(item, words), `${node.start + n}. `)).join('\n')
    case 'quote':
      return quoteLines(blocksText(node.blocks, words))
    case 'rule':
      return '---'
    case 'picture':
      return `*${escapeMarkdown(node.alt) || '—'}*`
    case 'evidence':
      return quoteLines([...node.quote.map(escapeMarkdown), ...changesText(node, words), sourceText(node)].join('\n\n'))
    case 'table':
      return tableText(node.columns.length, node.cells, words)
  }
}

const blocksText = (nodes: ReportNode[], words: ExportWords): string =>
  nodes
    .map(node => nodeText(node, words))
    .filter(text => text !== '')
    .join('\n\n')

function sourceText({ number, source, url }: ReportSource): string {
  return `\\[${number}\\] ${escapeMarkdown(source)}${url ? ` ${address(url)}` : ''}`
}

/** An entry of the list of evidence, with its proof. */
const listedText = (source: ReportSource): string =>
  source.proof ? `${sourceText(source)} · ${escapeMarkdown(source.proof)}` : sourceText(source)

function changesText({ changes, more }: { changes: ChangedText[]; more: string | null }, words: ExportWords): string[] {
  const side = (name: string, pieces: ChangedText['before'], sign: string) =>
    pieces === null || pieces.length === 0
      ? []
      : [
          `${escapeMarkdown(name)}${words.colon}${pieces
            .map(({ text, is_changed }) => runText(plainRun(text, is_changed ? sign : '')))
            .join('')}`,
        ]
  return [
    ...changes.flatMap(({ before, after }) => [
      ...side(after ? words.before : words.removed, before, 'strike'),
      ...side(before ? words.after : words.added, after, 'bold'),
    ]),
    ...(more ? [escapeMarkdown(more)] : []),
  ]
}

const plainRun = (text: string, sign: string): InlineRun => ({
  kind: 'text',
  text: text.replaceAll('\n', ' '),
  marks: sign === 'strike' || sign === 'bold' ? [sign] : [],
  href: null,
  isRecord: false,
})

/** A Markdown table has no spans, and one line per cell. */
function tableText(width: number, cells: ReportTableCell[], words: ExportWords): string {
  const height = Math.max(...cells.map(cell => cell.y)) + 1
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => ''))
  for (const cell of cells)
    rows[cell.y]![cell.x] = blocksText(cell.blocks, words)
      .replace(/\\?\n+/g, ' ')
      .trim()
  const line = (row: string[]) => `| ${row.join(' | ')} |`
  return [line(rows[0] ?? []), line(Array.from({ length: width }, () => '---')), ...rows.slice(1).map(line)].join('\n')
}

/** Writes a report as Markdown. */
export function writeMarkdown({ house, title, facts, summary, blocks, evidence, words }: ExportData): string {
  const head = [escapeMarkdown(house.organisation), house.marking && `**${escapeMarkdown(house.marking)}**`]
  return `${[
    head.filter(Boolean).join(' · '),
    `# ${escapeMarkdown(title)}`,
    facts.map(([name, value]) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(value)}`).join('\n'),
    ...summary.map(line => quoteLines(escapeMarkdown(line))),
    blocksText(blocks, words),
    ...(evidence.length > 0 ? [`## ${words.evidence}`, evidence.map(listedText).join('\n\n')] : []),
  ]
    .filter(text => text !== '')
    .join('\n\n')}\n`
}
