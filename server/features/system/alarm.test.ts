import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { SystemState } from '#contract/system-state.api.ts'
import { openPool } from '#server/platform/db/db.ts'
import { openMetrics, watchProcess } from '#server/platform/watch/metrics.ts'
import { stateGauges } from './state-metrics.ts'

const at = '2026-11-21T12:00:00.000Z'
const state = { at, version: '1', troubles: [] } as unknown as SystemState

/** Every metric name of a process; histograms with the suffixes of Prometheus. */
async function reported(): Promise<Set<string>> {
  const metrics = openMetrics('api', '1')
  const pool = openPool('postgres://nobody@127.0.0.1:1/none')
  watchProcess(metrics, pool)
  stateGauges(metrics.registry)(state)
  const all = await metrics.registry.getMetricsAsJSON()
  await pool.end()
  return new Set(
    all.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map(end => name + end) : [name],
    ),
  )
}

test.each([
  ['docs/alerts.yaml', 12],
  ['docs/grafana.json', 20],
])('every metric that %s names exists', async (file, least) => {
  const text = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const named = new Set(text.match(/\b(og|nodejs|process)_[a-z0-9_]+\b/g))
  const known = await reported()
  expect(named.size).toBeGreaterThanOrEqual(least)
  expect([...named].filter(name => !known.has(name))).toEqual([])
})
