import { sql } from 'kysely'
import type { Coverage, ListCoverage } from '#contract/coverage.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Screening = NonNullable<Coverage['screening']>
type ListRow = Pick<ListCoverage, 'id' | 'version' | 'entries' | 'screened_version' | 'compared' | 'waiting'>

export async function measureScreening(ctx: Ctx): Promise<Omit<Screening, 'lists'> & { lists: ListRow[] }> {
  const { rows } = await sql<Omit<Screening, 'lists'> & { lists: ListRow[] | null }>`with queued as (
      select distinct noun, record_id from screening_queue),
    count as (select (select count(*) from og where deleted_at is null)::int + (select count(*) from person where deleted_at is null)::int as records,
      (select count(*) from queued)::int as waiting),
    each as (select list.id, list.name, list.version,
      (select count(*)::int from list_entry where list_id = list.id and until is null) as entries,
      done.version as screened_version,
      case when done.version = list.version then count.records - count.waiting else 0 end as compared,
      case when done.version = list.version then count.waiting else count.records end as waiting
      from count, list left join screened_list as done on done.list_id = list.id where list.version is not null order by list.id)
    select count.records, count.waiting, coalesce((select min(compared) from each), 0)::int as compared,
      coalesce((select sum(entries) from each), 0)::int as entries, null as oldest_waiting_at,
      (select count(*)::int from set_aside where queue = 'screening') as quarantined,
      (select json_agg(each) from each) as lists from count`.execute(ctx.db)
  const row = rows[0]!
  return { ...row, lists: row.lists ?? [] }
}

export async function measureUploads(ctx: Ctx): Promise<NonNullable<Coverage['documents']>> {
  const { rows } = await sql<NonNullable<Coverage['documents']>>`select count(*)::int as uploads,
      count(*) filter (where status not in ('received', 'processing', 'failed'))::int as read, 0 as partly_read,
      count(*) filter (where status = 'failed')::int as unreadable, '[]'::json as reasons,
      count(*) filter (where status in ('received', 'processing'))::int as waiting,
      min(touched_at) filter (where status in ('received', 'processing')) as oldest_waiting_at, 0 as quarantined
    from upload where deleted_at is null`.execute(ctx.db)
  return rows[0]!
}

export async function measureTexts(ctx: Ctx): Promise<NonNullable<Coverage['mentions']>> {
  const { rows } = await sql<{ texts: number; searched: number }>`select count(*)::int as texts,
      count(*) filter (where scanned >= (select coalesce(max(version), 0) from dictionary))::int as searched
    from upload where deleted_at is null`.execute(ctx.db)
  const { texts, searched } = rows[0]!
  const kinds = [{ kind: 'upload' as const, texts, searched }]
  return { texts, kinds, searched, unreadable: 0, waiting: texts - searched, oldest_waiting_at: null, quarantined: 0 }
}
