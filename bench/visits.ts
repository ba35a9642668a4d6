// Visits that adapt, on recorded years of a site: the delay until a change is read, against visits in turn at the same
// number of fetches. The product's own scores are the worth of a change, its own function chooses the pages.
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { reviewThreshold } from '#contract/diff.api.ts'
import { chooseVisits, halfLifeDays } from '#server/features/site/choose-visits.ts'
import { readLabels } from './captures.ts'
import { type BenchOptions, describeMachine, table } from './kit.ts'
import { judgedRounds } from './site-truth.ts'

const dayMs = 86_400_000
const shares = [0.1, 0.2, 0.3]

/** A change of a page: `worth` from its judged score, `isImportant` if its own source changed. */
type Change = { path: string; at: number; worth: number; isImportant: boolean }
type Year = { name: string; first: number; last: number; pages: string[]; changes: Change[] }

/** `--data`: a folder with folders of recorded years; each is a year of one site. */
export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  if (!options.data) throw new Error('visits needs --data, a folder with site-YEAR folders')
  const folders = globSync(join(options.data, 'site-*')).sort()
  const rows: (string | number)[][] = []
  const figures: Record<string, unknown> = {}
  for (const folder of folders)
    for (const part of partsOf(await readYear(folder)))
      for (const share of shares) {
        // The hour at which rounds start decides which changes are read a day later: one start alone is noisy.
        const [uniform, adaptive] = [chooseInTurn, chooseVisits].map(choose =>
          Array.from({ length: starts }, (_, at) =>
            replay({ ...part, first: part.first - (at * dayMs) / starts }, share, choose),
          ),
        ) as [Replayed[], Replayed[]]
        const [inTurn, chosen] = [uniform[0] as Replayed, adaptive[0] as Replayed]
        const ratio = round(chosen.mean / inTurn.mean)
        const ratioOfAll = round(sumOf(adaptive) / sumOf(uniform))
        const worst = (all: readonly Replayed[]) => round(Math.max(...all.map(each => each.worst)))
        rows.push([
          ...[part.name, share, inTurn.fetches, chosen.fetches, round(inTurn.mean), round(chosen.mean), ratio],
          ...[ratioOfAll, worst(uniform), worst(adaptive)],
        ])
        figures[`${part.name} ${share}`] = {
          ...{ pages: part.pages.length, important: chosen.count, fetches: chosen.fetches },
          ...{
            uniform_days: round(inTurn.mean),
            adaptive_days: round(chosen.mean),
            ratio,
            ratio_of_8_starts: ratioOfAll,
          },
        }
      }
  console.log(describeMachine())
  console.log(
    table(
      [
        ...[
          'year',
          'share',
          'fetches in turn',
          'adaptive',
          'days in turn',
          'adaptive',
          'ratio',
          `ratio of ${starts} starts`,
        ],
        ...['worst in turn', 'worst'],
      ],
      rows,
    ),
  )
  return figures
}

const starts = 8
type Replayed = { mean: number; worst: number; count: number; fetches: number }
const sumOf = (all: readonly Replayed[]) => all.reduce((sum, { mean }) => sum + mean, 0)

/** A year and its halves: the constants of the choice come from the first half of 2019. */
function partsOf(year: Year): Year[] {
  const middle = (year.first + year.last) / 2
  const part = (name: string, first: number, last: number): Year => ({
    ...{ name: `${year.name} ${name}`, first, last, pages: year.pages },
    changes: year.changes.filter(({ at }) => at >= first && at <= last),
  })
  return [year, part('first half', year.first, middle), part('second half', middle, year.last)]
}

async function readYear(folder: string): Promise<Year> {
  const labels = new Map(
    readLabels(join(folder, 'labels.tsv')).map(each => [`${each.round} ${each.path}`, each.kind as string]),
  )
  const changes: Change[] = []
  const pages = new Set<string>()
  const times: number[] = []
  for await (const { round, at, paths, judged } of judgedRounds(folder)) {
    times.push(Date.parse(at))
    for (const path of paths) pages.add(path)
    for (const {
      path,
      judged: { score },
    } of judged)
      changes.push({
        ...{ path, at: Date.parse(at), worth: score >= reviewThreshold ? score / 100 : 0 },
        isImportant: labels.get(`${round} ${path}`) === 'content',
      })
  }
  return { name: basename(folder), first: Math.min(...times), last: Math.max(...times), pages: [...pages], changes }
}

type Choose = typeof chooseVisits

/** A round each day. A change is read by the first visit after it; only what was read is known to the choice. */
function replay({ first, last, pages, changes }: Year, share: number, choose: Choose): Replayed {
  const waiting = new Map<string, Change[]>()
  const known = pages.map(url_key => ({
    ...{ url_key, is_required: false, last_round: 0, worth: 0 },
    first_seen_at: new Date(first).toISOString(),
    last_fetched_at: new Date(first).toISOString(),
  }))
  const worth = new Map<string, { at: number; worth: number }[]>()
  const delays: number[] = []
  let fetches = 0
  let next = 0
  const halfLife = halfLifeDays({ share, roundDays: 1 })
  const order = changes.toSorted((a, b) => a.at - b.at)
  for (let day = 1; ; day += 1) {
    const now = first + day * dayMs
    for (let change = order[next]; change && change.at <= now; change = order[next]) {
      waiting.set(change.path, [...(waiting.get(change.path) ?? []), change])
      next += 1
    }
    for (const page of known)
      page.worth = (worth.get(page.url_key) ?? []).reduce(
        (sum, each) => sum + each.worth * 2 ** (-(now - each.at) / dayMs / halfLife),
        0,
      )
    const chosen = choose(known, { now: new Date(now), round: day, share, roundDays: 1 })
    fetches += chosen.size
    for (const page of known) {
      if (!chosen.has(page.url_key)) continue
      page.last_round = day
      page.last_fetched_at = new Date(now).toISOString()
      const read = waiting.get(page.url_key)
      if (!read) continue
      waiting.delete(page.url_key)
      // Changes read together are one difference.
      const best = Math.max(...read.map(each => each.worth))
      worth.set(page.url_key, [...(worth.get(page.url_key) ?? []), { at: now, worth: best }])
      for (const { at, isImportant } of read) if (isImportant) delays.push((now - at) / dayMs)
    }
    if (now > last && waiting.size === 0) break
    if (now > last + 60 * dayMs) break
  }
  const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length
  return { mean, worst: Math.max(...delays), count: delays.length, fetches }
}

/** Those that waited longest. */
const chooseInTurn: Choose = (pages, { share }) =>
  new Set(
    pages
      .toSorted((a, b) => a.last_round - b.last_round || (a.url_key < b.url_key ? -1 : 1))
      .slice(0, Math.ceil(pages.length * share))
      .map(({ url_key }) => url_key),
  )

const round = (value: number) => Math.round(value * 100) / 100
