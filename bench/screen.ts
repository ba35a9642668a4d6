// A screening list of a folder, and its queries: correct first hits, false hits, and speed.
import { loadavg } from 'node:os'
import { buildIndex, defaultThreshold, type PartyEntry } from '#server/name/name.ts'
import { type BenchOptions, describeMachine } from './kit.ts'
import { readList, readQueries } from './screening-data.ts'

const percentile = (times: number[], at: number) =>
  Number((times.sort((a, b) => a - b)[Math.floor(times.length * at)] ?? 0).toFixed(2))
const share = (part: number, whole: number) => Number((whole === 0 ? 0 : part / whole).toFixed(4))

/** The list, plus the requested number of fictional persons with slightly changed words of its names. */
function* padEntries(entries: readonly PartyEntry[], rows: number): Generator<PartyEntry> {
  yield* entries
  const words = entries.flatMap(({ party }) =>
    party.kind === 'person' ? (party.names[0]?.text.match(/[a-z]{3,}/gi) ?? []) : [],
  )
  let seed = 1
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const word = () => {
    const own = words[next(words.length)]!.toLowerCase()
    if (next(3) > 0) return own
    const at = next(own.length)
    return own.slice(0, at) + 'aeioulnrst'[next(10)] + own.slice(at + next(2))
  }
  for (let n = entries.length; n < rows && words.length > 0; n += 1) {
    const text = Array.from({ length: 2 + next(3) }, word).join(' ')
    yield { id: `invented-${n}`, party: { kind: 'person', names: [{ text }], dates: [String(1930 + next(80))] } }
  }
}

export async function run({ data, rows }: BenchOptions): Promise<Record<string, unknown>> {
  if (data === undefined) throw new Error('--data DIR: a folder with list.ftm.jsonl and queries.jsonl')
  console.log(describeMachine())
  const queries = readQueries(data)
  const entries = readList(data)
  globalThis.gc?.()
  const memoryBefore = process.memoryUsage().rss
  const startedAt = performance.now()
  const index = buildIndex(padEntries(entries, rows ?? 0))
  const buildMs = performance.now() - startedAt
  globalThis.gc?.()
  const memory = process.memoryUsage().rss - memoryBefore
  const groups: Record<string, { n: number; first: number; five: number }> = {}
  const alerts: Record<string, { n: number; alerts: number }> = {}
  const times: number[] = []
  const requestedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  for (const { group, party, expect } of queries) {
    const since = performance.now()
    const hits = index.search(party, { limit: 5 })
    times.push(performance.now() - since)
    if (expect.length === 0) {
      alerts[group] ??= { n: 0, alerts: 0 }
      alerts[group].n += 1
      if ((hits[0]?.score ?? 0) >= defaultThreshold) alerts[group].alerts += 1
      continue
    }
    groups[group] ??= { n: 0, first: 0, five: 0 }
    groups[group].n += 1
    const at = hits.findIndex(hit => expect.includes(hit.id))
    if (at === 0) groups[group].first += 1
    if (at >= 0) groups[group].five += 1
  }
  const seconds = (performance.now() - requestedAt) / 1000
  const used = process.cpuUsage(cpuBefore)
  const cpuSeconds = (used.user + used.system) / 1_000_000
  console.log(
    `${index.size} entries, ${index.names} names; p95 ${percentile(times, 0.95)} ms; ${Math.round(queries.length / cpuSeconds)} queries a second of processor time; load ${loadavg()[0]?.toFixed(1)}`,
  )
  return {
    queries: queries.length,
    groups: Object.fromEntries(
      Object.entries(groups).map(([group, { n, first, five }]) => [
        group,
        { n, r1: share(first, n), r5: share(five, n) },
      ]),
    ),
    alert_share: Object.fromEntries(Object.entries(alerts).map(([group, { n, alerts }]) => [group, share(alerts, n)])),
    per_second: Math.round(queries.length / seconds),
    build_s: Number((buildMs / 1000).toFixed(2)),
    memory_mb: Math.round(memory / 2 ** 20),
  }
}
