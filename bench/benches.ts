// All benches by name; each is loaded only when it runs.
import type { BenchOptions } from './kit.ts'

export const benches: Record<
  string,
  () => Promise<{ run: (options: BenchOptions) => Promise<Record<string, unknown>> }>
> = {
  'og-list': () => import('./og-list.ts'),
  'person-list': () => import('./person-list.ts'),
  'person-import': () => import('./person-import.ts'),
  interchange: () => import('./interchange.ts'),
  'relation-graph': () => import('./relation-graph.ts'),
  'graph-view': () => import('./graph-view.ts'),
  record: () => import('./record.ts'),
  ownership: () => import('./ownership.ts'),
  'first-load': () => import('./first-load.ts'),
  start: () => import('./start.ts'),
  memory: () => import('./memory.ts'),
  crawl: () => import('./crawl.ts'),
  truth: () => import('./truth.ts'),
  'site-truth': () => import('./site-truth.ts'),
  content: () => import('./content.ts'),
  upload: () => import('./upload.ts'),
  streams: () => import('./streams.ts'),
  search: () => import('./search.ts'),
  'search-beside': () => import('./search-beside.ts'),
  report: () => import('./report.ts'),
  kills: () => import('./kills.ts'),
  failover: () => import('./failover/failover.ts'),
  fuzz: () => import('./fuzz/fuzz.ts'),
  loop: () => import('./loop/loop.ts'),
  screen: () => import('./screen.ts'),
  'name-pairs': () => import('./name-pairs.ts'),
  rescreen: () => import('./rescreen.ts'),
  completeness: () => import('./completeness/completeness.ts'),
  growth: () => import('./growth/growth.ts'),
  costs: () => import('./costs/costs.ts'),
  model: () => import('./model.ts'),
}
