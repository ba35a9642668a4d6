// The page of an organisation with 200 claims of ten sources, compared with the same page without claims.
import { loadavg } from 'node:os'
import type pg from 'pg'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from './kit.ts'
import { openMillion } from './million.ts'

const port = 18_087
const records = 40
const rounds = 15

/** Half of the records get claims; requests alternate between both halves, so that other load affects both. */
export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  const million = await openMillion({ ...options, rows: options.rows ?? 20_000 }, ['og'])
  const token = await signIn(million.pool, 'editor', 'bench-editor')
  const ids = await prepare(million.pool)
  const api = await startProcess('server/main.ts', { ...million.env, PORT: String(port) }, /listens/)
  try {
    return await measure(`http://127.0.0.1:${port}`, token, ids)
  } finally {
    api.kill()
    await million.close()
  }
}

type Ids = { withClaims: number[]; bare: number[] }

async function prepare(pool: pg.Pool): Promise<Ids> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from og where deleted_at is null and read_user = '{}' order by id limit $1`,
    [records],
  )
  const all = rows.map(row => row.id)
  const [withClaims, bare] = [all.filter((_, n) => n % 2 === 0), all.filter((_, n) => n % 2 === 1)]
  const { rows: there } = await pool.query('select from claim limit 1')
  if (there.length > 0) return { withClaims, bare }
  // Both halves have the same aliases, so that only the claims differ.
  await pool.query(
    `update og set aliases = array(select 'Alias ' || k from generate_series(1, 30) k), scale = '100' where id = any($1)`,
    [all],
  )
  await pool.query(
    `with made as (insert into source (name, owner) select 'Source ' || n, 1 from generate_series(1, 10) n returning id)
     insert into claim (noun, record_id, field, value, value_key, source_id, evidence, first_seen_at, last_seen_at)
     select 'og', og.id, said.field, to_jsonb(said.value), md5(said.value), made.id,
       jsonb_build_array(jsonb_build_object('type', 'address', 'url', 'https://register.example/' || og.id)), now(), now()
     from og, made, lateral (
       select 'aliases' as field, 'Alias ' || k as value from generate_series(1, 17) k
       union all select 'scale', case when made.id % 3 = 0 then '120' else '100' end
       union all select 'desc', 'What source ' || made.id || ' says of it'
       union all select 'region', 'CN') as said
     where og.id = any($1)`,
    [withClaims],
  )
  await pool.query('vacuum analyze og, claim, source, fact_check')
  return { withClaims, bare }
}

async function measure(base: string, token: string, { withClaims: claimed, bare }: Ids) {
  const headers = { authorization: `Bearer ${token}` }
  const read = async (path: string) => {
    const response = await fetch(base + path, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return text
  }
  /** All requests of the first view of a record, at once as the browser sends them. */
  const page = async (id: number) => {
    const startedAt = performance.now()
    await Promise.all(
      [`/v1/og/${id}`, `/v1/og/${id}/overview`, `/v1/claim/fact?noun=og&record_id=${id}`, `/v1/og/${id}/history`].map(
        read,
      ),
    )
    return performance.now() - startedAt
  }
  const { data } = JSON.parse(await read(`/v1/claim?noun=og&record_id=${claimed[0]}`)) as { data: { items: unknown[] } }
  const times: Record<'claimed' | 'bare', number[]> = { claimed: [], bare: [] }
  for (let round = -2; round < rounds; round += 1)
    for (const [n, id] of claimed.entries()) {
      const [withClaims, without] = [await page(id), await page(bare[n] as number)]
      if (round < 0) continue
      times.claimed.push(withClaims)
      times.bare.push(without)
    }
  const at = (all: number[], share: number) => all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] as number
  const of = (all: number[]) => [at(all, 0.5), at(all, 0.95)].map(ms => Math.round(ms * 10) / 10)
  const [claimed50, claimed95] = of(times.claimed)
  const [bare50, bare95] = of(times.bare)
  const ratio = Math.round((at(times.claimed, 0.95) / at(times.bare, 0.95)) * 100) / 100
  const load = Math.round((loadavg()[0] as number) * 10) / 10
  console.log(`${describeMachine()}, load average ${load}, ${data.items.length} claims`)
  console.log(
    table(
      ['page of an organisation', 'p50', 'p95', 'asked'],
      [
        ['with claims', `${claimed50} ms`, `${claimed95} ms`, ''],
        ['without', `${bare50} ms`, `${bare95} ms`, ''],
        ['ratio', Math.round(((claimed50 ?? 0) / (bare50 || 1)) * 100) / 100, ratio, '≤ 1.2'],
      ],
    ),
  )
  return { claims: data.items.length, with_p95_ms: claimed95, without_p95_ms: bare95, ratio, load }
}
