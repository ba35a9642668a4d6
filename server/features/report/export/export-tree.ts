import type { Locale } from '#contract/error.ts'
import type { Fields } from '#contract/field.ts'
import { entityNames } from '#contract/registry.ts'
import type { FactCite, ReportBlock, ReportBody, ReportCell, ReportInline } from '#contract/report-body.ts'
import type { ReportFact } from '../body.ts'
import { type ChangedText, fitEvidence } from './evidence-lines.ts'
import type { ExportWords } from './export-words.ts'
import { citeText, factText, seenPeriodText } from './fact-text.ts'

type PlacedCell = { x: number; y: number; colspan: number; rowspan: number; cell: ReportCell }

const mostColumns = 60

/** Places the cells of a table; cuts spans that would overlap or leave the table. `columns`: relative widths. */
function gridOf(table: Extract<ReportBlock, { type: 'table' }>): { columns: number[]; cells: PlacedCell[] } {
  const rows = table.content
  const taken = rows.map(() => new Set<number>())
  const cells: PlacedCell[] = []
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.content) {
      const here = taken[y] as Set<number>
      while (here.has(x)) x += 1
      if (x >= mostColumns) break
      const wide = Math.min(cell.attrs?.colspan ?? 1, mostColumns - x)
      let colspan = 1
      while (colspan < wide && !here.has(x + colspan)) colspan += 1
      const rowspan = Math.min(cell.attrs?.rowspan ?? 1, rows.length - y)
      for (let down = 0; down < rowspan; down += 1)
        for (let right = 0; right < colspan; right += 1) taken[y + down]?.add(x + right)
      cells.push({ x, y, colspan, rowspan, cell })
      x += colspan
    }
  }
  const width = Math.max(0, ...cells.map(({ x, colspan }) => x + colspan))
  const columns = Array.from({ length: width }, () => 0)
  for (const { x, colspan, cell } of cells)
    cell.attrs?.colwidth?.slice(0, colspan).forEach((pixels, n) => {
      columns[x + n] = Math.max(columns[x + n] ?? 0, pixels)
    })
  const known = columns.filter(pixels => pixels > 0)
  const usual = known.length > 0 ? known.reduce((sum, pixels) => sum + pixels, 0) / known.length : 1
  return { columns: columns.map(pixels => pixels || usual), cells }
}

type RunMark = 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'withheld'
export type InlineRun =
  | { kind: 'break' }
  | { kind: 'text'; text: string; marks: RunMark[]; href: string | null; isRecord: boolean }
/** `proof`: time of snapshot and SHA-256 of the content, if known. */
export type ReportSource = { number: number; source: string; url: string | null; proof: string | null }
/** Data of a piece of evidence besides its text; `same` is equal for all citations of one thing. */
export type Proof = { same: string; seen_at?: string; hash?: string; changes?: ChangedText[]; more?: number }
export type ReportTableCell = {
  x: number
  y: number
  colspan: number
  rowspan: number
  is_header: boolean
  blocks: ReportNode[]
}
/** Format-independent tree of a report: names resolved, evidence numbered, table cells placed, depth limited. */
export type ReportNode =
  | { kind: 'paragraph'; runs: InlineRun[] }
  | { kind: 'heading'; level: number; runs: InlineRun[] }
  | { kind: 'bullets'; items: ReportNode[][] }
  | { kind: 'numbers'; start: number; items: ReportNode[][] }
  | { kind: 'quote'; blocks: ReportNode[] }
  | { kind: 'rule' }
  | { kind: 'picture'; id: number; alt: string; width: number }
  | ({ kind: 'evidence'; quote: string[]; changes: ChangedText[]; more: string | null } & ReportSource)
  | { kind: 'table'; columns: number[]; cells: ReportTableCell[] }

/** `hrefOf`: address of a record, if the console's public address is known. */
type TreeContext = {
  words: ExportWords
  locale: Locale
  /** Custom fields, by their entity. */
  own: Readonly<Record<string, Fields>>
  hrefOf: (noun: string, id: number) => string | null
  /** By the key of its node. */
  proofs: ReadonlyMap<string, Proof>
}

/** Nesting depth of lists and quotations; deeper ones are set at this depth. */
const mostDeep = 7

/** Removes characters that are invalid in the file formats. */
export function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed()
}

/** A normalised web address; null if the text is no web address. */
function addressOf(text: string | null | undefined): string | null {
  const url = text ? URL.parse(clean(text)) : null
  return url && /^https?:$/.test(url.protocol) ? url.href.replaceAll("'", '%27') : null
}

export const exportLines = (text: string): string[] =>
  clean(text)
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')

const minuteOf = (at: string) => at.slice(0, 16).replace('T', ' ')

/**
 * Numbers evidence in the order of the text; evidence that is cited again keeps its number and has one entry in the
 * list.
 */
export function treeOf(
  body: ReportBody,
  { words, locale, own, hrefOf, proofs }: TreeContext,
): { blocks: ReportNode[]; evidence: ReportSource[] } {
  const evidence: ReportSource[] = []
  const numbers = new Map<string, number>()

  const plain = (text: string, marks: RunMark[] = [], isRecord = false): InlineRun => ({
    kind: 'text',
    text: clean(text).replaceAll('\n', ' '),
    marks,
    href: null,
    isRecord,
  })
  /** The fact as a sentence, followed by the number of each piece of its evidence. */
  const factRuns = (node: ReportFact): InlineRun[] => {
    const { id, noun, label, cites } = node.attrs
    const numbersOf = [...new Set(cites.map(citeNumber))].map(number => `[${number}]`).join('')
    const end = numbersOf === '' ? [] : [plain(` ${numbersOf}`)]
    if (label === null) return [plain(words.withheld, ['withheld'], true), ...end]
    // A link between two records has no page.
    const href = id === null || !entityNames.some(each => each === noun) ? null : hrefOf(noun, id)
    const name: InlineRun = { kind: 'text', text: clean(label), marks: [], href, isRecord: true }
    return [name, plain(`${words.colon}${factText(node, { words, locale, own })}`), ...end]
  }
  const citeNumber = (cite: FactCite): number => {
    const same = `fact ${cite.ref}`
    const known = numbers.get(same)
    if (known !== undefined) return known
    const number = evidence.length + 1
    numbers.set(same, number)
    const url = cite.evidence?.type === 'address' ? addressOf(cite.evidence.url) : null
    const source = clean(citeText(cite, { words, locale })).replaceAll('\n', ' ')
    evidence.push({ number, source, url, proof: seenPeriodText(cite, { words }) })
    return number
  }
  const run = (node: Exclude<ReportInline, ReportFact>): InlineRun => {
    if (node.type === 'hardBreak') return { kind: 'break' }
    if (node.type === 'mention') {
      const { noun, id, label } = node.attrs
      const marks: RunMark[] = label === null ? ['withheld'] : []
      const href = id === null ? null : hrefOf(noun, id)
      return { kind: 'text', text: clean(label ?? words.withheld), marks, href, isRecord: true }
    }
    const marks = (node.marks ?? []).flatMap(mark => (mark.type === 'link' ? [] : [mark.type]))
    const link = node.marks?.find(mark => mark.type === 'link')
    return { kind: 'text', text: clean(node.text), marks, href: addressOf(link?.attrs.href), isRecord: false }
  }
  const runs = (content: ReportInline[] | undefined) =>
    (content ?? []).flatMap(node => (node.type === 'fact' ? factRuns(node) : [run(node)]))
  const all = (content: ReportBlock[], depth: number) => content.flatMap(block => nodes(block, depth))

  const nodes = (block: ReportBlock, depth: number): ReportNode[] => {
    switch (block.type) {
      case 'paragraph':
        return [{ kind: 'paragraph', runs: runs(block.content) }]
      case 'heading':
        return [{ kind: 'heading', level: block.attrs.level, runs: runs(block.content) }]
      case 'bulletList':
      case 'orderedList': {
        if (depth >= mostDeep) return block.content.flatMap(item => all(item.content, depth))
        const items = block.content.map(item => all(item.content, depth + 1))
        if (block.type === 'bulletList') return [{ kind: 'bullets', items }]
        return [{ kind: 'numbers', start: Math.min(Math.max(block.attrs?.start ?? 1, 0), 100_000), items }]
      }
      case 'blockquote':
        return depth >= mostDeep
          ? all(block.content, depth)
          : [{ kind: 'quote', blocks: all(block.content, depth + 1) }]
      case 'horizontalRule':
        return [{ kind: 'rule' }]
      case 'image':
        return [
          {
            kind: 'picture',
            id: block.attrs.attachment_id,
            alt: clean(block.attrs.alt).replaceAll('\n', ' '),
            width: block.attrs.width,
          },
        ]
      case 'evidence': {
        const { key, noun, quote, title, url, at } = block.attrs
        const isWithheld = quote === null && title === null && url === null
        const parts = [words.nouns[noun], title, at?.slice(0, 10)].filter(Boolean).join(' · ')
        const proof = proofs.get(key) ?? { same: key }
        const known = numbers.get(proof.same)
        const number = known ?? evidence.length + 1
        numbers.set(proof.same, number)
        const { seen_at, hash, changes = [], more = 0 } = proof
        const seen = seen_at && words.seen.replace('{at}', minuteOf(seen_at))
        const source = {
          number,
          source: clean(isWithheld ? `${words.nouns[noun]} · ${words.withheld}` : parts).replaceAll('\n', ' '),
          url: addressOf(url),
          proof: isWithheld ? null : [seen, hash && `SHA-256 ${hash}`].filter(Boolean).join(' · ') || null,
        }
        if (known === undefined) evidence.push(source)
        const fitted = fitEvidence(exportLines(quote ?? (isWithheld ? words.withheld : '')), isWithheld ? [] : changes)
        const left = isWithheld ? 0 : more + fitted.more
        return [
          {
            kind: 'evidence',
            ...source,
            quote: fitted.quote,
            changes: fitted.changes,
            more: left > 0 ? words.more.replace('{count}', String(left)) : null,
          },
        ]
      }
      case 'table': {
        if (depth >= mostDeep)
          return block.content.flatMap(row => row.content.flatMap(cell => all(cell.content, depth)))
        const { columns, cells } = gridOf(block)
        return columns.length === 0
          ? []
          : [
              {
                kind: 'table',
                columns,
                cells: cells.map(({ cell, ...place }) => ({
                  ...place,
                  is_header: cell.type === 'tableHeader',
                  blocks: all(cell.content, depth + 2),
                })),
              },
            ]
      }
    }
  }
  const blocks = all(body.content, 0)
  return { blocks, evidence }
}
