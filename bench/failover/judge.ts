// Compares the state in the database itself with the acknowledged writes.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { unfinishedWorkSql } from '../kills-judge.ts'
import type { AcknowledgedWrite, WriteKind } from './writers.ts'

/**
 * `lost`: acknowledged and not in the database. `doubled`: more rows than promised, a version of a page stored twice in
 * one round, or an event delivered twice.
 */
type FailoverVerdict = { lost: string[]; doubled: string[]; stuck: string[]; half: string[] }

const columns: Record<Exclude<WriteKind, 'import' | 'comment'>, string> = {
  og: 'name',
  person: 'name',
  event: 'title',
  report: 'title',
}

/** Words of acknowledged writes with fewer rows than promised, and of those with more. */
export function compareRows(acknowledged: readonly AcknowledgedWrite[], found: ReadonlyMap<string, number>) {
  const lost: string[] = []
  const doubled: string[] = []
  for (const { kind, word, id, rows } of acknowledged) {
    const there = found.get(word) ?? 0
    if (there < rows) lost.push(`${kind} ${word} (${id}): ${there} of ${rows}`)
    if (there > rows) doubled.push(`${kind} ${word} (${id}): ${there} of ${rows}`)
  }
  return { lost, doubled }
}

/** Waits for all work to end; returns the remaining work if it does not decrease for this long. */
async function untilDone(pool: pg.Pool, patienceMs = 60_000): Promise<string[]> {
  let fewest = Number.POSITIVE_INFINITY
  let left: string[] = []
  for (let since = Date.now(); Date.now() - since < patienceMs; await sleep(1_000)) {
    left = (await pool.query<{ what: string }>(unfinishedWorkSql)).rows.map(row => row.what)
    const { rows } = await pool.query('select count(*)::int as count from search_queue')
    const waiting = left.length + rows[0].count
    if (waiting === 0) return []
    if (waiting < fewest) since = Date.now()
    fewest = Math.min(fewest, waiting)
  }
  return left
}

export async function judge(pool: pg.Pool, acknowledged: readonly AcknowledgedWrite[]): Promise<FailoverVerdict> {
  const verdict: FailoverVerdict = { lost: [], doubled: [], half: [], stuck: await untilDone(pool) }
  for (const [kind, column] of Object.entries(columns) as [WriteKind, string][]) {
    const { rows } = await pool.query<{ word: string; count: number }>(
      `select substring(${column} from '^lab${kind}[0-9]+x') as word, count(*)::int as count from ${kind}
        where ${column} like 'lab${kind}%' group by 1`,
    )
    add(
      verdict,
      compareRows(
        acknowledged.filter(each => each.kind === kind),
        new Map(rows.map(row => [row.word, row.count])),
      ),
    )
  }
  const imported = await pool.query<{ word: string; count: number }>(
    `select substring(name from '^labimport[0-9]+x') as word, count(*)::int as count from og where name like 'labimport%' group by 1`,
  )
  add(
    verdict,
    compareRows(
      acknowledged.filter(each => each.kind === 'import'),
      new Map(imported.rows.map(row => [row.word, row.count])),
    ),
  )
  const comments = acknowledged.filter(each => each.kind === 'comment')
  const texts = await pool.query<{ word: string; count: number }>(
    `select text as word, count(*)::int as count from issue_comment where text = any($1::text[]) group by 1`,
    [comments.map(each => each.word)],
  )
  add(verdict, compareRows(comments, new Map(texts.rows.map(row => [row.word, row.count]))))
  for (const noun of ['og', 'person', 'event', 'report']) {
    const { rows } = await pool.query<{ id: number }>(
      `select id from ${noun} left join (select record_id, max(rev) as told from history where noun = $1 group by record_id) as h
        on h.record_id = ${noun}.id where rev <> coalesce(h.told, 0) and rev <> 1`,
      [noun],
    )
    verdict.half.push(...rows.map(({ id }) => `${noun} ${id} and its history differ`))
  }
  const twice = await pool.query<{ what: string }>(
    `select 'page ' || page_id || ' of round ' || round || ', stored ' || count(*) || ' times' as what from page_version
      group by og_id, page_id, round, text_hash having count(*) > 1`,
  )
  verdict.doubled.push(...twice.rows.map(row => row.what))
  return verdict
}

function add(verdict: FailoverVerdict, { lost, doubled }: Pick<FailoverVerdict, 'lost' | 'doubled'>): void {
  verdict.lost.push(...lost)
  verdict.doubled.push(...doubled)
}
