// One site over several rounds: its states through the product's own extraction, comparison, score and clusters. Labels
// only evaluate the result.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { reviewThreshold } from '#contract/diff.api.ts'
import { compareExtracts } from '#server/features/diff/compare.ts'
import { diffDigest } from '#server/features/diff/digest.ts'
import { type JudgedDiff, judgeRound, type RoundDiff } from '#server/features/diff/judge.ts'
import { type Extract, extractHtml, textHash } from '#server/text/extract.ts'
import { countedTexts, findShared, frameShared, noShared, type SharedTexts } from '#server/text/shared-texts.ts'
import { readCaptures, readLabels } from './captures.ts'
import { type BenchOptions, describeMachine, table } from './kit.ts'
import { makePlaceHistory } from './place-history.ts'

type State = { round: number; at: string; path: string; html: string | null }
type KnownVersion = { extract: Extract; hash: string; html: string; texts: number[] }
type Row = { round: number; path: string; label: string; judged: JudgedDiff; isVisible: boolean }

/** Labels that a person must see one by one; the rest should fold into few rows. */
const ownLabels = new Set(['content', 'added', 'removed'])
const origin = 'https://site.invalid/'

export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  if (!options.data) throw new Error('site-truth needs --data, a folder with labels.tsv and site.ndjson.zst')
  const startedAt = performance.now()
  const labels = new Map(
    readLabels(join(options.data, 'labels.tsv')).map(label => [`${label.round} ${label.path}`, label.kind as string]),
  )
  const rows: Row[] = []
  let rounds = 0
  for await (const { round, judged } of judgedRounds(options.data)) {
    rounds += 1
    for (const each of judged) rows.push({ ...each, round, label: labels.get(`${round} ${each.path}`) ?? 'unlabelled' })
  }
  return { ...report(rows, labels), rounds, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }
}

type JudgedRound = { round: number; at: string; paths: string[]; judged: Omit<Row, 'round' | 'label'>[] }

/** The judged differences of each round after the first, in order; `paths`: the pages of the site after it. */
export async function* judgedRounds(folder: string): AsyncGenerator<JudgedRound> {
  const pages = new Map<string, KnownVersion>()
  const seen = new Set<string>()
  const history = makePlaceHistory()
  const ids = new Map<string, number>()
  let shared = noShared
  for await (const states of roundsOf(globSync(join(folder, '*.ndjson.zst'))[0] as string)) {
    const isFirst = pages.size === 0
    const { diffs, paths } = compareRound(states, { pages, seen, ids, shared })
    shared = findShared(
      [...pages.values()].map(({ texts }) => texts),
      shared,
    )
    if (isFirst) continue
    const { round = 0, at = '' } = states[0] ?? {}
    const visible = new Set(diffs.filter(isVisible).map(diff => diff.id))
    const judgement = judgeRound(diffs, { pages: pages.size, history: history.read() })
    history.add(round, diffs)
    const judged = judgement.diffs.map(each => ({
      path: paths[each.id] as string,
      judged: each,
      isVisible: visible.has(each.id),
    }))
    yield { round, at, paths: [...pages.keys()], judged }
  }
}

async function* roundsOf(file: string): AsyncGenerator<State[]> {
  let states: State[] = []
  for await (const state of readCaptures<State>(file)) {
    if (states[0] && states[0].round !== state.round) {
      yield states
      states = []
    }
    states.push(state)
  }
  if (states.length > 0) yield states
}

/** All pages that differ in one round; the known pages are updated to it. */
type Known = {
  pages: Map<string, KnownVersion>
  seen: Set<string>
  ids: Map<string, number>
  /** The texts that the pages shared after the round before. */
  shared: SharedTexts
}

function compareRound(states: State[], { pages, seen, ids, shared }: Known) {
  const diffs: RoundDiff[] = []
  const paths: string[] = []
  for (const { path, html } of states) {
    const url = origin + path.replace(/(^|\/)index\.html$/, '$1')
    const last = pages.get(path)
    if (html !== null && html === last?.html) continue
    const extract = html === null ? null : extractHtml(html, url)
    const hash = extract ? textHash(extract) : ''
    if (extract && html !== null) pages.set(path, { extract, hash, html, texts: countedTexts(extract.blocks) })
    else pages.delete(path)
    if (last?.hash === hash) continue
    diffs.push({
      id: paths.length,
      page_id: idOf(path),
      facts: {
        digest: diffDigest(compareExtracts(framed(last?.extract ?? null), framed(extract))),
        change: !extract ? 'removed' : last ? 'changed' : 'added',
        url,
        isHome: url === origin,
        quality: 'good',
        isFlipBack: seen.has(`${path} ${hash}`),
        wordHits: [0, 0, 0],
        mentions: 0,
      },
    })
    paths.push(path)
    seen.add(`${path} ${hash}`)
  }
  return { diffs, paths }

  function framed(page: Extract | null): Extract | null {
    return page && { ...page, blocks: frameShared(page.blocks, shared) }
  }
  function idOf(path: string): number {
    const id = ids.get(path) ?? ids.size
    ids.set(path, id)
    return id
  }
}

/** Whether texts, targets, pictures or headings differ outside menus and other frame. */
function isVisible({ facts }: RoundDiff): boolean {
  return facts.change !== 'changed' || facts.digest.hunks.some(hunk => !hunk.isFrame)
}

/** A row is a single difference above the threshold, or a cluster of them, counted once. */
function report(rows: Row[], labels: Map<string, string>): Record<string, unknown> {
  const above = rows.filter(row => row.judged.score >= reviewThreshold)
  const isAlone = (row: Row) => row.judged.cluster === null
  const clusters = new Map<string, Row[]>()
  for (const row of above)
    if (!isAlone(row)) {
      const key = `${row.round} ${row.judged.cluster}`
      clusters.set(key, [...(clusters.get(key) ?? []), row])
    }
  const alone = above.filter(isAlone)
  const found = alone.filter(row => ownLabels.has(row.label)).length
  const content = [...labels.values()].filter(label => ownLabels.has(label)).length
  const kinds = [...new Set([...labels.values(), ...rows.map(row => row.label)])]
  console.log(describeMachine())
  console.log(
    table(
      ['label', 'labelled', 'differences', 'above', 'rows of their own'],
      kinds.map(kind => [
        kind,
        [...labels.values()].filter(label => label === kind).length,
        rows.filter(row => row.label === kind).length,
        above.filter(row => row.label === kind).length,
        alone.filter(row => row.label === kind).length,
      ]),
    ),
  )
  if (process.env.OG_BENCH_TELL) for (const row of rows) console.log(describeRow(row))
  const all = alone.length + clusters.size
  // A cluster represents its members if most of them are content: one edit by hand is one row.
  const tellers = [...clusters.values()].filter(
    members => members.filter(row => ownLabels.has(row.label)).length > members.length / 2,
  )
  const reported = found + tellers.flat().filter(row => ownLabels.has(row.label)).length
  const low = rows.filter(row => row.judged.score < reviewThreshold)
  const lowRows = new Set(
    low.map(({ round, path, judged }) =>
      judged.cluster === null ? `${round} ${path}` : `${round} = ${judged.cluster}`,
    ),
  )
  return {
    content,
    /** Those of them that show anything outside the frame: no comparison of visible content finds more. */
    visible: rows.filter(row => ownLabels.has(row.label) && row.isVisible).length,
    found,
    /** Those, and the content members of clusters worth a review that consist mostly of content. */
    told: reported,
    rows: all,
    template_rows: all - found - tellers.length,
    /** Rows below the threshold, clusters counted once: they are not queued for review, but can be viewed. */
    low_rows: lowRows.size,
    found_share: Math.round((found / Math.max(1, content)) * 1000) / 1000,
    rows_per_content: Math.round((all / Math.max(1, content)) * 100) / 100,
  }
}

function describeRow({ round, path, label, judged }: Row): string {
  const isRow = judged.score >= reviewThreshold
  const mark = ownLabels.has(label) ? (isRow && judged.cluster === null ? 'found' : 'MISSED') : isRow ? 'extra' : '-'
  const reasons = judged.reasons.map(reason => `${reason.code}${reason.value ? ` ${reason.value}` : ''}`).join(', ')
  return `${mark}\t${judged.score}\t${round}\t${path}\t${label}\t${judged.cluster ?? ''}\t${reasons}`
}
