import { pageAssets, sheetAssets } from './asset-html.ts'
import type { AssetRef } from './asset-url.ts'
import { type Extract, extractHtml, type PageBlock } from './extract.ts'
import { type MarkedHtml, markChanges } from './mark-changes.ts'
import { isTooDeep, neutralise } from './neutralise.ts'
import { noFilter, type SiteFilter } from './site-filter.ts'
import { extractSource, isFeed, type PageSource } from './source.ts'
import { type StoredAssets, type StyledPage, stylePage } from './style-page.ts'

/** Tasks on a page that may take long: done on the main thread, or in another thread. */
export type ExtractTask =
  | { kind: 'extract'; source: PageSource; filter: SiteFilter | undefined }
  | { kind: 'show'; source: PageSource; mostBlocks: number }
  | { kind: 'look'; source: PageSource; before: PageSource | null; stored: StoredFiles | null }
  /** Files that a page or, if it has no HTML, a stylesheet shows. */
  | { kind: 'assets'; source: PageSource }
  | { kind: 'try'; source: PageSource; filter: SiteFilter; mostBlocks: number }

/** Files stored with a page, and the nonce of their tokens. */
export type StoredFiles = { assets: StoredAssets; nonce: string }
/** A page with its changes marked; `inline` and `cutSheets` as in `StyledPage`. */
export type PageView = MarkedHtml & Omit<StyledPage, 'html'>

/** The first blocks of a page, the number of further ones, and its harmless HTML. */
export type PagePreview = { blocks: PageBlock[]; cut: number; html: string | null }
/** The effect of a filter on a page. */
export type FilterPreview = {
  blocks: { text: string; tag: string; is_kept: boolean }[]
  keptChars: number
  droppedChars: number
  /** Selectors and patterns that change nothing on this page. */
  idle: string[]
}
export type ExtractResult<Task extends ExtractTask> = {
  extract: Extract
  show: PagePreview
  look: PageView | null
  assets: AssetRef[]
  try: FilterPreview
}[Task['kind']]

export function doExtractTask<Task extends ExtractTask>(task: Task): ExtractResult<Task>
export function doExtractTask(task: ExtractTask): Extract | PagePreview | PageView | FilterPreview | AssetRef[] | null {
  if (task.kind === 'extract') return extractSource(task.source, task.filter)
  if (task.kind === 'look') return renderSnapshot(task.source, task.before, task.stored)
  if (task.kind === 'assets') return assetsOf(task.source)
  return task.kind === 'show' ? show(task.source, task.mostBlocks) : tryOn(task.source, task.filter, task.mostBlocks)
}

function show(source: PageSource, mostBlocks: number): PagePreview {
  const { blocks } = extractSource(source)
  const shown = blocks.slice(0, mostBlocks)
  return {
    blocks: shown,
    cut: blocks.length - shown.length,
    html: source.html === null || isFeed(source) ? null : neutralise(source.html, source.url),
  }
}

/** Null if the page is not HTML; a feed has no appearance of its own. */
function renderSnapshot(source: PageSource, before: PageSource | null, stored: StoredFiles | null): PageView | null {
  if (source.html === null || isFeed(source)) return null
  const render = (html: string, url: string) =>
    stored
      ? stylePage(html, url, stored.assets, stored.nonce)
      : { html: neutralise(html, url), inline: [], cutSheets: 0 }
  const { html, ...files } = render(source.html, source.url)
  if (!before || before.html === null) return { html, ...files, isMarked: false, added: 0, removed: 0 }
  return { ...markChanges(render(before.html, before.url).html, html), ...files }
}

function assetsOf({ html, text, url }: PageSource): AssetRef[] {
  if (html === null) return sheetAssets({ css: text, base: url })
  return isTooDeep(html) ? [] : pageAssets(html, url)
}

function tryOn(source: PageSource, filter: SiteFilter, mostBlocks: number): FilterPreview {
  const whole = extractSource(source).blocks
  const kept = extractSource(source, filter).blocks
  const chars = (list: { text: string }[]) => list.reduce((sum, { text }) => sum + text.length, 0)
  const keptChars = chars(kept)
  return {
    blocks: markKept(whole, kept).slice(0, mostBlocks),
    keptChars,
    droppedChars: Math.max(0, chars(whole) - keptChars),
    idle: source.html === null ? [] : idleParts(source.html, source.url, filter, whole),
  }
}

/** All blocks of the page in order; the filtered blocks have the same order. */
function markKept(whole: readonly PageBlock[], kept: readonly PageBlock[]) {
  let next = 0
  return whole.map(({ text, tag }) => {
    const is = kept[next]?.text === text && kept[next]?.tag === tag
    if (is) next += 1
    return { text, tag, is_kept: is }
  })
}

function idleParts(html: string, url: string, filter: SiteFilter, whole: readonly PageBlock[]): string[] {
  const all = (['include', 'exclude', 'ignore'] as const).flatMap(kind => filter[kind].map(part => ({ kind, part })))
  return all
    .filter(({ kind, part }) => {
      const { blocks } = extractHtml(html, url, { ...noFilter, [kind]: [part] })
      if (kind === 'include') return blocks.length === 0
      return blocks.length === whole.length && blocks.every((block, at) => block.text === whole[at]?.text)
    })
    .map(({ part }) => part)
}
