// A month of a million events, under constant writes.
import { loadavg } from 'node:os'
import { type BenchOptions, latencies, machine, signIn, startProcess, table } from './kit.ts'
import { openMillion } from './million.ts'

const port = 18_091
const rounds = 8
/** Events are linked to the first thousand organisations and persons. */
const linked = 1_000

/** With `--data DIR` the filled database is stored there and reused; `--rows` is the number of events. */
export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  const million = await openMillion(options, ['og', 'person', 'event'], { og: linked, person: linked })
  const admin = await signIn(million.pool, 'admin', 'bench-admin')
  const reader = await signIn(million.pool, 'reader', 'bench-reader')
  const api = await startProcess('server/main.ts', { ...million.env, PORT: String(port) }, /listens/)
  // Cached replies would distort the figures, so constant writes invalidate them.
  const write = () => million.pool.query(`update "user" set rev = rev + 1 where username = 'owner'`)
  const writing = setInterval(() => void write(), 5)
  try {
    return await measure(admin, reader)
  } finally {
    clearInterval(writing)
    api.kill()
    await million.close()
  }
}

async function measure(admin: string, reader: string) {
  const asked = async (token: string, query = '') => {
    const months = Array.from({ length: 24 }, (_, n) => {
      const month = `${2010 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
      return `http://127.0.0.1:${port}/v1/event/calendar?from=${month}-01&to=${month}-28&offset=480${query}`
    })
    await latencies(months, token, 1)
    const { p50, p95 } = await latencies(months, token, rounds)
    return { p50: round(p50), p95: round(p95) }
  }
  const month = await asked(admin)
  const monthReader = await asked(reader)
  const many = await asked(admin, '&limit=1000')
  const filtered = await asked(reader, '&category=trade')
  const load = round(loadavg()[0] as number)
  console.log(`${machine()}, load average ${load}`)
  const line = (what: string, { p50, p95 }: typeof month, wanted = '') => [what, `${p50} ms`, `${p95} ms`, wanted]
  console.log(
    table(
      ['what', 'p50', 'p95', 'asked of p95'],
      [
        line('a month, the preset 300 events told', month, '< 40 ms'),
        line('the same, restricted reader', monthReader, '< 40 ms'),
        line('1,000 events told', many),
        line('one category of four, restricted reader', filtered),
      ],
    ),
  )
  return {
    calendar_p50_ms: month.p50,
    calendar_p95_ms: month.p95,
    calendar_reader_p50_ms: monthReader.p50,
    calendar_reader_p95_ms: monthReader.p95,
    calendar_limit1000_p95_ms: many.p95,
    calendar_category_p95_ms: filtered.p95,
    load,
  }
}

const round = (value: number) => Math.round(value * 10) / 10
