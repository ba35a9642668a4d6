import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Console } from './kills-console.ts'
import type { AcknowledgedWrite } from './kills-writers.ts'

/**
 * `lost`: acknowledged and not found. `half`: a record without its history, an import or upload in part. `stuck`: work
 * without progress for half a minute.
 */
type KillVerdict = { lost: number; half: number; stuck: number; lines: string[] }

const columns: Record<string, string> = {
  og: 'name',
  person: 'name',
  event: 'title',
  word: 'word',
  issue: 'title',
  report: 'title',
}
/** Maximum time without progress for work whose process was killed. */
const patienceMs = 30_000

/** Unfinished work of every kind, with a description. */
export const unfinishedWorkSql = `select 'import ' || id as what from import where state in ('parsing', 'checking', 'running')
  union all select 'upload ' || id from upload where status in ('received', 'processing')
  union all select 'round ' || og_id || '/' || number from round where state = 'running'
  union all select 'job ' || task_identifier from graphile_worker.jobs
    where run_at < now() - interval '30 seconds' and attempts < max_attempts and locked_at is null
  union all select 'locked job ' || task_identifier from graphile_worker.jobs where locked_at < now() - interval '90 seconds'
  union all select 'search ' || noun from search_queue group by noun
  union all select 'news ' || id from news where told_at is null and at < now() - interval '30 seconds'`

/** Waits as long as there is progress; work without progress for half a minute is stuck. */
async function waitForEnd(console_: Console): Promise<string[]> {
  const state = `select (select sum(progress + written) from import)::text || ' ' || (select sum(fetched + failed + refused) from round)::text
    || ' ' || (select count(*) from upload where status = 'ready') || ' ' || (select coalesce(max(id), 0) from search_queue)
    || ' ' || (select count(*) from news where told_at is not null) as moved`
  let left: string[] = []
  let before = ''
  for (let since = Date.now(); Date.now() - since < patienceMs; await sleep(1_000)) {
    left = (await console_.queryRows<{ what: string }>(unfinishedWorkSql)).map(({ what }) => what)
    if (left.length === 0) return []
    const [row] = await console_.queryRows<{ moved: string }>(state)
    const moved = `${row?.moved} ${left.length}`
    if (moved !== before) since = Date.now()
    before = moved
  }
  return left
}

/** Compares the stored data with the acknowledged writes. */
export async function judge(console_: Console, acknowledged: AcknowledgedWrite[]): Promise<KillVerdict> {
  const lines: string[] = []
  const counts = { lost: 0, half: 0, stuck: 0 }
  const note = (what: keyof typeof counts, how: string) => {
    counts[what] += 1
    if (counts[what] <= 20) lines.push(`${what}: ${how}`)
  }
  for (const what of await waitForEnd(console_)) note('stuck', what)
  for (const { kind, word, id, rows } of acknowledged) {
    const [found] = await console_.queryRows<{ rows: number }>(...questionOf(kind, word, id))
    if ((found?.rows ?? 0) < rows) note('lost', `${kind} ${word} (${id}): ${found?.rows ?? 0} of ${rows}`)
  }
  for (const noun of ['og', 'person', 'event', 'report', 'upload', 'issue', 'word']) {
    const bare = await console_.queryRows<{ id: number }>(
      `select id from ${noun} where rev <> coalesce((select max(rev) from history where noun = $1 and record_id = ${noun}.id), 0)
        and id not in (select id from ${noun} where rev = 1 and ${noun === 'word' ? 'owner is null' : 'false'})`,
      [noun],
    )
    for (const { id } of bare) note('half', `${noun} ${id} and its history differ`)
  }
  const half = await console_.queryRows<{
    what: string
  }>(`select 'import ' || id || ' ' || state || ': ' || written || ' written' as what
      from import where state in ('done', 'failed') and written <> (select count(*) from import_row where import_id = import.id and is_written)
    union all select 'upload ' || upload.id from upload left join upload_content using (sha256) where upload_content.sha256 is null
    union all select 'version ' || page_version.id from page_version left join blob using (hash) where blob.hash is null`)
  for (const { what } of half) note('half', what)
  for (const { key } of await console_.queryRows<{ key: string }>('select blob_key as key from upload_content'))
    if (!existsSync(join(console_.folder, 'blobs', key))) note('half', `a content without its file: ${key}`)
  return { ...counts, lines }
}

function questionOf(kind: string, word: string, id: number): [string, unknown[]] {
  if (kind === 'bulk') return ['select count(*)::int as rows from og where name like $1 and weight = 7', [`${word} %`]]
  if (kind === 'import') return ['select count(*)::int as rows from og where name like $1', [`${word} %`]]
  if (kind === 'upload')
    return ['select count(*)::int as rows from upload where id = $1 and file_name = $2', [id, `${word}.txt`]]
  if (kind === 'round') return ['select max(number)::int as rows from round where og_id = $1', [id]]
  return [
    `select ${kind === 'report' ? 'rev' : '1'} as rows from ${kind} where id = $1 and ${columns[kind]} like $2`,
    [id, `${word}%`],
  ]
}
