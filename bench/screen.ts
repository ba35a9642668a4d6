// A screening list of a folder, and its queries: who is found first, how often somebody is found who is not there, how fast.
import { buildIndex, defaultThreshold } from '#server/name/name.ts'
import { type BenchOptions, machine } from './kit.ts'
import { readList, readQueries } from './screening-data.ts'

const share = (part: number, whole: number) => Number((whole === 0 ? 0 : part / whole).toFixed(4))

export async function run({ data }: BenchOptions): Promise<Record<string, unknown>> {
  if (data === undefined) throw new Error('--data DIR: a folder with list.ftm.jsonl and queries.jsonl')
  console.log(machine())
  const queries = readQueries(data)
  const entries = readList(data)
  globalThis.gc?.()
  const memoryBefore = process.memoryUsage().rss
  const startedAt = performance.now()
  const index = buildIndex(entries)
  const buildMs = performance.now() - startedAt
  globalThis.gc?.()
  const memory = process.memoryUsage().rss - memoryBefore
  const groups: Record<string, { n: number; first: number; five: number }> = {}
  const alerts: Record<string, { n: number; alerts: number }> = {}
  const asked = performance.now()
  for (const { group, party, expect } of queries) {
    const hits = index.search(party, { limit: 5 })
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
  const seconds = (performance.now() - asked) / 1000
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
