// `npm run bench -- <name> [--data DIR] [--rows N] [--profile]`: a table, then one last line of JSON.
import { readArguments } from '#server/platform/process/arguments.ts'
import type { BenchOptions } from './kit.ts'

const benches: Record<string, () => Promise<{ run: (options: BenchOptions) => Promise<Record<string, unknown>> }>> = {
  'og-list': () => import('./og-list.ts'),
  'person-list': () => import('./person-list.ts'),
  'person-import': () => import('./person-import.ts'),
  interchange: () => import('./interchange.ts'),
  calendar: () => import('./calendar.ts'),
  'relation-graph': () => import('./relation-graph.ts'),
  'graph-view': () => import('./graph-view.ts'),
  real: () => import('./real/real.ts'),
  record: () => import('./record.ts'),
  ownership: () => import('./ownership.ts'),
  scan: () => import('./scan.ts'),
  'first-load': () => import('./first-load.ts'),
  start: () => import('./start.ts'),
  memory: () => import('./memory.ts'),
  crawl: () => import('./crawl.ts'),
  truth: () => import('./truth.ts'),
  'site-truth': () => import('./site-truth.ts'),
  store: () => import('./store.ts'),
  replay: () => import('./replay.ts'),
  upload: () => import('./upload.ts'),
  documents: () => import('./documents.ts'),
  difference: () => import('./difference.ts'),
  streams: () => import('./streams.ts'),
  search: () => import('./search.ts'),
  'search-beside': () => import('./search-beside.ts'),
  report: () => import('./report.ts'),
  kills: () => import('./kills.ts'),
  failover: () => import('./failover/failover.ts'),
  'main-job': () => import('./main-job.ts'),
  fuzz: () => import('./fuzz/fuzz.ts'),
  loop: () => import('./loop/loop.ts'),
  screen: () => import('./screen.ts'),
  'name-pairs': () => import('./name-pairs.ts'),
  rescreen: () => import('./rescreen.ts'),
  completeness: () => import('./completeness/completeness.ts'),
  growth: () => import('./growth/growth.ts'),
  replica: () => import('./replica.ts'),
  costs: () => import('./costs/costs.ts'),
  model: () => import('./model.ts'),
}

const usage = `npm run bench -- ${Object.keys(benches).join('|')} [--data DIR] [--rows N] [--count N | --kills N | --acts N] [--seed N] [--role admin,editor] [--minutes N] [--profile] [--pages N,N] [--fill] [--only KIND,KIND] [--quick]: measures, and ends with one line of JSON.`
const { options: values, values: names } = readArguments(usage, {
  options: {
    data: 'string',
    rows: 'string',
    count: 'string',
    kills: 'string',
    acts: 'string',
    seed: 'string',
    role: 'string',
    minutes: 'string',
    profile: 'boolean',
    pages: 'string',
    fill: 'boolean',
    only: 'string',
    quick: 'boolean',
  },
  values: 1,
})
const load = benches[names[0] ?? '']
if (!load) {
  console.error(usage)
  process.exit(1)
}
const { run } = await load()
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const figures = await run({
  data: values.data,
  role: values.role,
  profile: values.profile,
  pages: values.pages,
  fill: values.fill,
  only: values.only,
  quick: values.quick,
  rows: numberOf(values.rows),
  minutes: numberOf(values.minutes),
  count: numberOf(values.count ?? values.kills),
  acts: numberOf(values.acts),
  seed: numberOf(values.seed),
})
console.log(JSON.stringify(figures))
process.exit(0)
