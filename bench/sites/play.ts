// Plays sites to a console: a round of each through the API, then the queue as an analyst sees it.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Diff, reviewThreshold } from '#contract/diff.api.ts'
import { firstLine, type QueueRow, reasonsLine } from './judge.ts'
import type { PlayServer } from './serve.ts'
import type { SiteData } from './site-data.ts'

export type Api = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** The data of a successful request; anything else is thrown. */
export function openApi(origin: string, token: string): Api {
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()).data
  }
}

/** `low`: differences below the score of the default view, to explain a change that is missed. */
export type PlayedSite = { site: SiteData; og: number; rows: QueueRow[]; low: QueueRow[] }

/** One organisation for each site, watched by hand, with the shortest pause between two requests. */
export async function addSites(api: Api, sites: readonly SiteData[], port: number): Promise<PlayedSite[]> {
  const played: PlayedSite[] = []
  for (const site of sites) {
    const { name, host, start } = site.info
    const { id } = await api<{ id: number }>('POST', '/v1/og', {
      name,
      host,
      entrances: [`http://${host}:${port}${start}`],
    })
    const { rev } = await api<{ rev: number }>('GET', `/v1/og/${id}/site`)
    await api('PUT', `/v1/og/${id}/site`, { rev, delay_ms: 0 })
    played.push({ site, og: id, rows: [], low: [] })
  }
  return played
}

type Playing = { api: Api; pool: pg.Pool; server: PlayServer; sites: readonly PlayedSite[] }

/** Plays all rounds; after each the analyst has decided every row, so that the queue is empty before the next. */
export async function playRounds(
  { api, pool, server, sites }: Playing,
  onRound: (text: string) => void,
): Promise<void> {
  const last = Math.max(...sites.map(({ site }) => site.info.rounds)) - 1
  for (let round = 0; round <= last; round += 1) {
    const startedAt = performance.now()
    server.turnTo(round)
    const present = sites.filter(({ site }) => round < site.info.rounds)
    for (const { og } of present) await api('POST', `/v1/og/${og}/round`)
    const counts = await Promise.all(present.map(each => waitForRound(api, pool, each)))
    if (round > 0) for (const each of present) await readQueue(api, each, round)
    for (const { og, site } of present) await age(pool, og, site.info.hours)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    onRound(`round ${round}: ${counts.reduce((sum, count) => sum + count, 0)} pages, ${seconds} s`)
  }
}

type RoundState = { round: { state: string; end_reason: string | null; counts: { fetched: number } } | null }

async function waitForRound(api: Api, pool: pg.Pool, { og, site }: PlayedSite): Promise<number> {
  for (;;) {
    const { round } = await api<RoundState>('GET', `/v1/og/${og}/site`)
    if (round && round.state !== 'running') {
      if (round.state !== 'complete') throw new Error(`${site.info.family}: ${round.state}, ${round.end_reason}`)
      return round.counts.fetched
    }
    await hurry(pool, og, site.info.host)
    await sleep(300)
  }
}

/** Retries of a failed address would be minutes away; they come at once, and find the same. */
async function hurry(pool: pg.Pool, og: number, host: string): Promise<void> {
  const soon = `now() + interval '1 second'`
  await pool.query(`update frontier set next_at = now() where og_id = $1 and next_at > ${soon}`, [og])
  await pool.query(`update host_clock set next_at = now() where host like $1 and next_at > ${soon}`, [`${host}%`])
}

/**
 * The hours until the next round pass for the stored pages of a site: each of their instants is set back, as the clock
 * of a running console cannot be moved.
 */
async function age(pool: pg.Pool, og: number, hours: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'page' and data_type = 'timestamp with time zone' and is_generated = 'NEVER'`,
  )
  const sets = rows.map(({ name }) => `"${name}" = "${name}" - make_interval(hours => $2)`)
  await pool.query(`update page set ${sets.join(', ')} where og_id = $1`, [og, hours])
}

type DiffList = { items: Diff[]; total: number }

/** The rows of the default view of one site: unread, worth a review, clusters folded. Afterwards all are done. */
async function readQueue(api: Api, { og, rows, low }: PlayedSite, round: number): Promise<void> {
  const unread = `og_id=${og}&status=unread`
  const worth = `${unread}&min_score=${reviewThreshold}`
  for (const diff of await readAll(api, `${worth}&folded=true&sort=-score`)) {
    const isCluster = diff.cluster !== null && diff.cluster_size > 1
    const all = isCluster ? await readAll(api, `og_id=${og}&cluster=${encodeURIComponent(diff.cluster ?? '')}`) : []
    rows.push(rowOf(diff, round, all))
  }
  for (const diff of await readAll(api, `${unread}&max_score=${reviewThreshold - 1}`)) low.push(rowOf(diff, round))
  const ids = (await readAll(api, unread)).map(({ id }) => id)
  if (ids.length > 0) await api('POST', '/v1/diff/bulk', { ids, expected: ids.length, status: 'done' })
}

const rowOf = (diff: Diff, round: number, others: readonly Diff[] = []): QueueRow => ({
  ...{ round, score: diff.score, line: firstLine(diff), reasons: reasonsLine(diff.reasons) },
  paths: [...new Set([diff, ...others].map(({ page }) => pathOf(page.url)))],
})

async function readAll(api: Api, query: string): Promise<Diff[]> {
  const all: Diff[] = []
  for (let current = 1; ; current += 1) {
    const { items } = await api<DiffList>('GET', `/v1/diff?${query}&pageSize=100&current=${current}`)
    all.push(...items)
    if (items.length < 100) return all
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
