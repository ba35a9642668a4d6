// Lists of persons, a month of events and the dashboard, each over a million.
import { type BenchOptions, describeMachine, latencies, load, signIn, startProcess, table } from './kit.ts'
import { openMillion } from './million.ts'

const apiPort = 18_082
const barePort = 18_083
/** Fragments that an analyst types: rare, middling and common, Chinese and Latin. */
const keywords = [
  '王伟',
  '李',
  '张芳',
  'cantw',
  'Maria Rossi',
  'petrov 77',
  'haddad',
  '陈静',
  'omar nguyen',
  'brandt q',
]

/** With `--data DIR` the filled database is stored there and reused. */
export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  const million = await openMillion(options, ['og', 'person', 'event'])
  const admin = await signIn(million.pool, 'admin', 'bench-admin')
  const reader = await signIn(million.pool, 'reader', 'bench-reader')
  const bare = await startProcess(
    'bench/bare-route.ts',
    { ...million.env, PORT: String(barePort), BARE_TABLE: 'person' },
    /ready/,
  )
  const api = await startProcess('server/main.ts', { ...million.env, PORT: String(apiPort) }, /listens/)
  try {
    return await measure(million.pool, admin, reader)
  } finally {
    api.kill()
    bare.kill()
    await million.close()
  }
}

type Pool = Awaited<ReturnType<typeof openMillion>>['pool']

async function measure(pool: Pool, admin: string, reader: string) {
  const at = (path: string) => `http://127.0.0.1:${apiPort}${path}`
  const list = (query: string) => at(`/v1/person?${query}`)
  const search = keywords.map(keyword => list(`keyword=${encodeURIComponent(keyword)}&pageSize=20`))
  const floor = await load([`http://127.0.0.1:${barePort}/`], {})
  const full = await load([list('sort=-updated_at&pageSize=20')], { token: admin })
  const preset = await load([list('pageSize=20')], { token: admin })
  const restricted = await load([list('sort=-updated_at&pageSize=20')], { token: reader })
  const found = await load(search, { token: admin, seconds: 10 })
  const single = await latencies(search, admin, 20)
  const first = await latencies([list('current=1&pageSize=20')], admin, 200)
  const deepCold = await latencies([list('current=4990&pageSize=20')], admin, 1)
  const deep = await latencies(
    Array.from({ length: 20 }, (_, n) => list(`current=${4_990 + n}&pageSize=20`)),
    admin,
    10,
  )
  // Cached replies would distort the figures, so constant writes invalidate them.
  const writing = setInterval(() => void pool.query(`update "user" set rev = rev + 1 where username = 'owner'`), 5)
  const months = Array.from({ length: 24 }, (_, n) => {
    const month = `${2010 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
    return at(`/v1/event/calendar?from=${month}-01&to=${month}-28&offset=480`)
  })
  const month = await latencies(months, admin, 5)
  const monthReader = await latencies(months, reader, 5)
  const numbers = [at('/v1/dashboard'), at('/v1/og/region_count')]
  const dashboard = await latencies(numbers, admin, 20)
  const dashboardReader = await latencies(numbers, reader, 20)
  const focus = await latencies([at('/v1/og/most_focus')], reader, 20)
  clearInterval(writing)
  const figures = {
    bare_per_s: floor.perSecond,
    list_per_s: full.perSecond,
    list_share: round(full.perSecond / floor.perSecond),
    preset_per_s: preset.perSecond,
    restricted_share: round(restricted.perSecond / full.perSecond),
    search_per_s: found.perSecond,
    search_p95_ms: round(single.p95),
    first_page_ms: round(first.p50),
    deep_page_ms: round(deep.p50),
    deep_ratio: round(deep.p50 / first.p50),
    deep_first_visit_ms: round(deepCold.p50),
    calendar_p95_ms: round(month.p95),
    calendar_reader_p95_ms: round(monthReader.p95),
    dashboard_p95_ms: round(dashboard.p95),
    dashboard_reader_p95_ms: round(dashboardReader.p95),
    most_focus_p95_ms: round(focus.p95),
    errors: full.errors + restricted.errors + found.errors,
  }
  console.log(describeMachine())
  console.log(
    table(
      ['what', 'measured', 'asked'],
      [
        [
          'persons, 20 rows with total, 10 connections',
          `${figures.list_per_s}/s, bare route ${figures.bare_per_s}/s: ${figures.list_share}`,
          '≥ 0.5',
        ],
        ['focus persons first', `${figures.preset_per_s}/s`, ''],
        ['restricted reader against admin', figures.restricted_share, '≥ 0.7'],
        ['keyword search, 10 connections', `${figures.search_per_s}/s`, '≥ 600/s'],
        ['keyword search p95, alone', `${figures.search_p95_ms} ms`, '< 30 ms'],
        [
          'page 5,000 against page 1',
          `${figures.deep_page_ms} ms / ${figures.first_page_ms} ms = ${figures.deep_ratio} (first visit ${figures.deep_first_visit_ms} ms)`,
          '≤ 5',
        ],
        [
          'a month of the calendar, p95, under writes',
          `${figures.calendar_p95_ms} ms, reader ${figures.calendar_reader_p95_ms} ms`,
          '< 40 ms',
        ],
        [
          'numbers of the dashboard, p95 of each, under writes',
          `${figures.dashboard_p95_ms} ms, reader ${figures.dashboard_reader_p95_ms} ms`,
          '< 300 ms',
        ],
        ['most focused organisations, p95, reader', `${figures.most_focus_p95_ms} ms`, ''],
      ],
    ),
  )
  return figures
}

const round = (value: number) => Math.round(value * 100) / 100
