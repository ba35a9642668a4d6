// One page over years: recorded snapshots through the product's own extraction, comparison and score. Labels only
// evaluate the result.
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { reviewThreshold } from '#contract/diff.api.ts'
import { compareExtracts } from '#server/features/diff/compare.ts'
import { diffDigest } from '#server/features/diff/digest.ts'
import { judgeRound, type RoundDiff } from '#server/features/diff/judge.ts'
import { type Extract, extractHtml, textHash } from '#server/text/extract.ts'
import { judgeQuality } from '#server/text/quality.ts'
import { readCaptures, readLabels } from './captures.ts'
import { type BenchOptions, describeMachine, table } from './kit.ts'
import { makePlaceHistory } from './place-history.ts'

type Capture = { commit: string; fetched_at: string; url: string; html: string }
/** A good snapshot with its extract and source: two snapshots are compared as pages of one address. */
type ReadPage = { extract: Extract; hash: string; html: string; url: string }
type Alarm = { page: string; at: string; score: number; isRecorded: boolean; isFindable: boolean; reasons: string }

const endOfRecords = Date.parse('2026-06-25T12:00Z')

export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  if (!options.data) throw new Error('truth needs --data, a folder with labels.tsv and *.ndjson.zst')
  const startedAt = performance.now()
  const labels = readLabels(join(options.data, 'labels.tsv'))
  const alarms: Alarm[] = []
  const rows: (string | number)[][] = []
  let captures = 0
  let recorded = 0
  // Two files may have recorded the same address: its state at one moment counts once.
  const counted = new Set<string>()
  for (const file of globSync(join(options.data, '*.ndjson.zst')).sort()) {
    const page = basename(file, '.ndjson.zst')
    const own = labels.filter(label => label.page === page)
    const judged = await replay(file, page, own, counted)
    captures += judged.captures
    recorded += judged.recorded
    alarms.push(...judged.alarms)
    const above = judged.alarms.filter(alarm => alarm.score >= reviewThreshold)
    const found = above.filter(alarm => alarm.isRecorded).length
    const findable = judged.alarms.filter(alarm => alarm.isFindable).length
    rows.push([page, judged.captures, judged.recorded, findable, found, above.length, judged.alarms.length])
  }
  const above = alarms.filter(alarm => alarm.score >= reviewThreshold)
  console.log(describeMachine())
  console.log(table(['page', 'captures', 'recorded', 'findable', 'found', 'alarms', 'differences'], rows))
  if (process.env.OG_BENCH_TELL) for (const alarm of alarms) console.log(describeAlarm(alarm))
  return {
    captures,
    recorded,
    /** Those of them that a reader can see: visible text or link targets differ from the snapshot before. */
    findable: alarms.filter(alarm => alarm.isFindable).length,
    found: above.filter(alarm => alarm.isRecorded).length,
    alarms: above.length,
    average_precision: averagePrecision(alarms, recorded),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/** All snapshots of one page in order, each compared with the previous good one; alarms of the judged window. */
async function replay(file: string, page: string, labels: Record<string, string>[], counted: Set<string>) {
  const first = labels.find(label => label.kind === 'first')?.date ?? labels[0]?.date ?? '9999'
  const changes = new Set(labels.filter(label => label.kind === 'change').map(label => label.commit))
  const skipped = new Set(labels.filter(label => label.kind !== 'change').map(label => label.commit))
  const alarms: Alarm[] = []
  let captures = 0
  let recorded = 0
  let last: ReadPage | undefined
  const former = new Set<string>()
  const history = makePlaceHistory()
  let later: string | undefined
  for await (const capture of readCaptures<Capture>(file)) {
    const at = Date.parse(capture.fetched_at)
    const own = capture.url || addressOf(capture.html)
    if (!own) later ??= (await recordedAddress(file)) ?? `https://${page.toLowerCase().replaceAll('_', '-')}.invalid/`
    const url = own || (later as string)
    const moment = `${url} ${capture.fetched_at}`
    const isJudged =
      at >= Date.parse(first) && at <= endOfRecords && !skipped.has(capture.commit) && !counted.has(moment)
    counted.add(moment)
    if (isJudged) captures += 1
    if (isJudged && changes.has(capture.commit)) recorded += 1
    const seen = { status: 200, headers: {}, html: capture.html, url, requestedUrl: url, isTruncated: false }
    if (judgeQuality(seen).quality !== 'good') continue
    const read = readPage(capture.html, url)
    const { extract, hash } = read
    // Some snapshots were recorded without their address, so relative links of both sides are resolved against the same
    // one.
    if (last && last.url !== url) last = readPage(last.html, url)
    if (last && last.hash !== hash && isJudged) {
      const digest = diffDigest(compareExtracts(last.extract, extract))
      const diff: RoundDiff = {
        id: 1,
        page_id: 1,
        facts: {
          digest,
          change: 'changed',
          url,
          isHome: false,
          quality: 'good',
          isFlipBack: former.has(hash),
          wordHits: [0, 0, 0],
          mentions: 0,
        },
      }
      const [judged] = judgeRound([diff], { pages: 1, history: history.read() }).diffs
      history.add(captures, [diff])
      if (judged)
        alarms.push({
          page,
          at: capture.fetched_at,
          score: judged.score,
          isRecorded: changes.has(capture.commit),
          isFindable: changes.has(capture.commit) && visible(last.extract) !== visible(extract),
          reasons: judged.reasons.map(reason => `${reason.code}${reason.value ? ` ${reason.value}` : ''}`).join(', '),
        })
    }
    if (last?.hash === hash) history.add(captures, [])
    former.add(hash)
    last = read
  }
  return { alarms, captures, recorded }
}

function readPage(html: string, url: string): ReadPage {
  const extract = extractHtml(html, url)
  return { extract, hash: textHash(extract), html, url }
}

/** The visible text and the link targets, without pictures and levels of headings. */
function visible({ blocks }: Extract): string {
  return blocks.map(({ text, links }) => `${text}\u0000${links.join('\u0001')}`).join('\n')
}

/** The first address that was recorded for a page, for the captures before it. */
async function recordedAddress(file: string): Promise<string | undefined> {
  for await (const { url } of readCaptures<Capture>(file)) if (url) return url
}

/** The address that a page declares for itself, because some snapshots were recorded without theirs. */
function addressOf(html: string): string | undefined {
  const head = html.slice(0, 100_000)
  const tag = /<link[^>]+rel=["']?canonical["']?[^>]*>/i.exec(head)?.[0] ?? /<meta[^>]+og:url[^>]*>/i.exec(head)?.[0]
  return /(?:href|content)=["']?(https?:[^"'\s>]+)/i.exec(tag ?? '')?.[1]
}

/** Mean of the precision at every recorded change, with differences ordered by score; missed changes count as zero. */
function averagePrecision(alarms: Alarm[], recorded: number): number {
  const ordered = alarms.toSorted((one, two) => two.score - one.score)
  let hits = 0
  let sum = 0
  for (const [index, alarm] of ordered.entries())
    if (alarm.isRecorded) {
      hits += 1
      sum += hits / (index + 1)
    }
  return Math.round((sum / Math.max(1, recorded)) * 1000) / 1000
}

function describeAlarm(alarm: Alarm): string {
  const mark = alarm.isRecorded
    ? alarm.score >= reviewThreshold
      ? 'found'
      : 'MISSED'
    : alarm.score >= reviewThreshold
      ? 'alarm'
      : '-'
  return `${mark}\t${alarm.score}\t${alarm.page}\t${alarm.at}\t${alarm.reasons}`
}
