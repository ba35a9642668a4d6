import type { Console } from '../kills-console.ts'
import type { CallApi } from '../kills-writers.ts'

/**
 * The generated data: names of records by id, names of entries in force by `list/key`, and the parties that each
 * document names.
 */
export type ExpectedContent = {
  records: Map<number, string>
  entries: Map<string, string>
  documents: { id: number; name: string; names: readonly string[] }[]
}

type Row = [what: string, expected: number, found: number, missed: number]
type SystemReport = {
  screening: { records: number; entries: number; compared: number; lists: { entries: number; compared: number }[] }
  documents: { uploads: number; read: number; unreadable: number }
  mentions: { texts: number; searched: number }
  search: { records: number; entries: number }
}

/**
 * Compares the stored results with the generated data, without using the engine; and the coverage report with the
 * tables.
 */
export async function verify(
  call: CallApi,
  place: Console,
  { records, entries, documents }: ExpectedContent,
): Promise<{ rows: Row[]; figures: Record<string, number> }> {
  const byName = Map.groupBy(entries, ([, name]) => name)
  const pairs = [...records].flatMap(([id, name]) => (byName.get(name) ?? []).map(([key]) => `${id} ${key}`))
  const kept = new Set(
    (
      await place.queryRows<{ pair: string }>(`select record_id || ' ' || list_id || '/' || entry_key as pair
        from screening where noun = 'person' and not is_gone`)
    ).map(({ pair }) => pair),
  )
  const missedPairs = pairs.filter(pair => !kept.has(pair))
  const idOf = new Map([...records].map(([id, name]) => [name, id]))
  let named = 0
  const missedNames: string[] = []
  for (const { id, name, names } of documents) {
    const { mentions } = await call<{ mentions: { noun: string; id: number }[] }>('GET', `/v1/upload/${id}/finding`)
    for (const party of names)
      if (mentions.some(each => each.noun === 'person' && each.id === idOf.get(party))) named += 1
      else missedNames.push(`${name}: ${party}`)
  }
  const report = await call<SystemReport>('GET', '/v1/coverage')
  const [counted] = await place.queryRows<{ persons: number; entries: number; uploads: number }>(`select
      (select count(*)::int from person where deleted_at is null) as persons,
      (select count(*)::int from list_entry where until is null) as entries,
      (select count(*)::int from upload where deleted_at is null) as uploads`)
  const lists = new Set([...entries.keys()].map(key => key.split('/')[0])).size
  const least = (values: readonly number[]) => Math.min(...values)
  const same = (what: string, expected: number, found: number): Row => [
    what,
    expected,
    found,
    Math.abs(expected - found),
  ]
  const rows: Row[] = [
    ['hits by equal names', pairs.length, pairs.length - missedPairs.length, missedPairs.length],
    ['parties named in documents', named + missedNames.length, named, missedNames.length],
    same('report: records', records.size, report.screening.records),
    same('table: records', records.size, counted?.persons ?? -1),
    same('report: entries in force', entries.size, report.screening.entries),
    same('table: entries in force', entries.size, counted?.entries ?? -1),
    same('report: records compared with each list', records.size, report.screening.compared),
    same(
      'report: the list compared least',
      records.size,
      least(report.screening.lists.map(({ compared }) => compared)),
    ),
    same('report: uploads', documents.length, report.documents.uploads),
    same('report: uploads read', documents.length, report.documents.read),
    same('table: uploads', documents.length, counted?.uploads ?? -1),
    same('report: texts searched', report.mentions.texts, report.mentions.searched),
    // Each list creates a source with its name.
    same('report: records in the search', records.size + documents.length + lists, report.search.records),
    same('report: records that can be found', records.size + documents.length + lists, report.search.entries),
  ]
  for (const missed of [...missedPairs, ...missedNames].slice(0, 20)) console.error('missed:', missed)
  return {
    rows,
    figures: {
      hits: pairs.length,
      mentions: named + missedNames.length,
      missed: rows.reduce((sum, [, , , missed]) => sum + missed, 0),
      hits_by_likeness_only: kept.size - (pairs.length - missedPairs.length),
    },
  }
}
