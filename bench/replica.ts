// Benefit and cost of a replica: list and keyword by the primary alone and with a hot standby, and a write whose log
// position is returned.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/platform/db/migrate.ts'
import { apiOn, type PairApi, userOn } from '#server/testing/on-pair.ts'
import { type Pair, startPair } from '#server/testing/standby.ts'
import { type BenchOptions, load, machine } from './kit.ts'

export async function run({ rows = 100_000, quick }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'og-bench-'))
  const pair = await startPair(migrate)
  const apis: PairApi[] = []
  try {
    await pair.onPrimary.query(
      `insert into person (name, score) select 'Person ' || n, n % 101 from generate_series(1, $1::int) n`,
      [rows],
    )
    await pair.onPrimary.query('analyze person')
    const user = await userOn(pair, 'editor')
    const without = await apiOn(pair, folder, { isWithReplica: false })
    const with_ = await apiOn(pair, folder)
    apis.push(without, with_)
    const seconds = quick ? 2 : 6
    const told: Record<string, unknown> = { machine: machine(), load: loadavg()[0], rows }
    for (const [name, path] of [
      ['list', '/v1/person?sort=-score'],
      ['list while something is written', '/v1/person?sort=-score&pageSize=50'],
      ['keyword', '/v1/person?keyword=77'],
    ] as const) {
      const stop = name.includes('written') ? writeOn(pair) : undefined
      const before = await asked(without, path, user.headers, seconds)
      const after = await asked(with_, path, user.headers, seconds)
      await stop?.()
      told[name] = { without: before.perSecond, with: after.perSecond, ratio: after.perSecond / before.perSecond }
    }
    const counts = await with_.counts()
    const [cheap, placed] = await writes(without, with_, user.headers, quick ? 100 : 1_000)
    return { ...told, answered: counts, write_ms: cheap, write_with_place_ms: placed, write_ratio: placed / cheap }
  } finally {
    for (const api of apis) await api.close()
    await pair.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function asked(api: PairApi, path: string, headers: Record<string, string>, seconds: number) {
  const address = api.app.server.listening ? origin(api) : await api.app.listen({ host: '127.0.0.1', port: 0 })
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  return load([`${address}${path}`], { token, seconds })
}

function origin(api: PairApi): string {
  const at = api.app.server.address()
  return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
}

/** Other data is written constantly, so that no cached reply is valid and the log position advances. */
function writeOn(pair: Pair): () => Promise<void> {
  let isOver = false
  const going = (async () => {
    for (let n = 1; !isOver; n += 1) await pair.onPrimary.query('update person set score = score where id = $1', [n])
  })()
  return async () => {
    isOver = true
    await going
  }
}

/** Median milliseconds of one write, alternating, so that both have the same load. */
async function writes(without: PairApi, with_: PairApi, headers: Record<string, string>, times: number) {
  const took = [without, with_].map(api => ({ api, ms: [] as number[] }))
  for (let n = 0; n < times; n += 1)
    for (const { api, ms } of took) {
      const began = performance.now()
      const payload = { title: `Issue ${n}`, kind: 'wish' }
      const answer = await api.app.inject({ method: 'POST', url: '/v1/issue', headers, payload })
      if (answer.statusCode !== 200) throw new Error(answer.payload)
      ms.push(performance.now() - began)
    }
  const [cheap = 0, placed = 0] = took.map(({ ms }) => ms.sort((a, b) => a - b)[ms.length >> 1] ?? 0)
  return [cheap, placed] as const
}
