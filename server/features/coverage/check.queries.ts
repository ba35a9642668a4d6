import { sql } from 'kysely'
import type { CoverageDifference } from '#contract/coverage.api.ts'
import { entityRecord, type RecordEntity } from '#contract/registry.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * The column with the title of a record. The entry of a report has its published or drafted title, so only the
 * existence of the entry is checked.
 */
const titleColumns = {
  ...entityRecord(noun => [noun, entities[noun].title]),
  upload: 'title',
  source: 'name',
  report: null,
} satisfies Record<RecordEntity, string | null>

/**
 * Checks a random sample of live records, and returns those that are missing in the search index or have a former title
 * there. Queued or quarantined records are known to be behind and are not sampled.
 */
export async function findMissingEntries(
  ctx: Ctx,
  limit: number,
): Promise<{ sampled: number; examples: CoverageDifference[]; wrong: { noun: RecordEntity; record_id: number }[] }> {
  let sampled = 0
  const examples: CoverageDifference[] = []
  const wrong: { noun: RecordEntity; record_id: number }[] = []
  for (const [noun, title] of Object.entries(titleColumns) as [RecordEntity, string | null][]) {
    const { rows } = await sql<{ id: number; entry: string | null; differs: boolean }>`with sample as (
        select record.* from ${sql.table(noun)} as record where deleted_at is null
          and not exists (select from search_queue where search_queue.noun = ${noun} and record_id = record.id)
          and not exists (select from set_aside where queue = 'search' and key = ${noun} || ':' || record.id)
        order by random() limit ${limit})
      select sample.id, entry.title as entry,
        ${title ? sql`not starts_with(${sql.ref(`sample.${title}`)}, left(entry.title, 200))` : sql`false`} as differs
      from sample left join search_entry as entry
        on entry.noun = ${noun} and entry.record_id = sample.id and entry.part = 0`.execute(ctx.db)
    sampled += rows.length
    for (const { id, entry, differs } of rows) {
      if (entry === null || differs) wrong.push({ noun, record_id: id })
      if (entry === null) examples.push({ key: `${noun}:${id}`, fault: 'not_indexed', of: null })
      else if (differs) examples.push({ key: `${noun}:${id}`, fault: 'former_title', of: null })
    }
  }
  return { sampled, examples, wrong }
}
