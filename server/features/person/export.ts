import { PersonQuery } from '#contract/person.ts'
import { ogReaders } from '#contract/role.ts'
import { type Cell, type ExportKit, findUsernames, regionName } from '#server/features/export/export.ts'
import { readMembershipsOf } from '#server/features/membership/membership.ts'
import { readRelationsOf } from '#server/features/relation/relation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readAllRecords } from '#server/platform/record-cursor.ts'
import { personLabels } from './labels.ts'
import { type PersonRow, personTable } from './queries.ts'

const { memberships: _, ...labels } = personLabels

/** Persons into files. */
export const personExport: ExportKit = {
  noun: 'person',
  roles: ogReaders,
  labels: { ...labels, is_demo: { 'zh-CN': '演示数据', 'en-US': 'Demonstration' } },
  fileName: { 'zh-CN': '人物', 'en-US': 'persons' },
  parseQuery: ({ current: _current, pageSize: _pageSize, ...rest }) => {
    const parsed = PersonQuery.safeParse(rest)
    return parsed.success ? { query: parsed.data } : { faults: parsed.error.issues.map(issue => issue.path.join('.')) }
  },
  read: (ctx, query, columns, work) =>
    readAllRecords(ctx, personTable, query as PersonQuery, ({ ctx, total, batches }) =>
      work({ total, batches: withLinks(ctx, columns, batches) }),
    ),
  cellsOf,
}

/** Links are read only for files that have a column of them. */
async function* withLinks(
  ctx: Ctx,
  columns: readonly string[],
  batches: AsyncIterable<PersonRow[]>,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const rows of batches) {
    const ids = rows.map(row => row.id)
    const memberships = columns.includes('ogs') ? await readMembershipsOf(ctx, ids) : undefined
    const relations = columns.includes('relations') ? await readRelationsOf(ctx, ids) : undefined
    yield rows.map(row => ({
      ...row,
      // As an import reads them back: the role in brackets.
      ogs: memberships?.get(row.id)?.map(({ og_name, role }) => (role ? `${og_name} (${role})` : og_name)),
      relations: relations?.get(row.id)?.map(({ person_name, type }) => `${person_name} (${type})`),
      education: row.education.map(({ school, degree, from, to }) =>
        [school, degree, [from, to].filter(Boolean).join('–')].filter(Boolean).join(', '),
      ),
    }))
  }
}

async function cellsOf(ctx: Ctx, columns: readonly string[], isPlain: boolean) {
  const usernames = await findUsernames(ctx)
  const user = (id: unknown) => usernames.get(Number(id)) ?? `#${id}`
  const cell = (name: string, value: unknown): Cell => {
    if (value === null || value === undefined) return null
    if (name === 'owner') return user(value)
    if (name === 'read_user' || name === 'write_user') return (value as number[]).map(user)
    if (name === 'region' && !isPlain) return regionName(String(value), ctx.locale)
    if (name === 'birth_time') return { date: String(value) }
    if (name.endsWith('_at')) return { instant: String(value) }
    return value as Cell
  }
  return (record: Record<string, unknown>) => columns.map(name => cell(name, record[name]))
}
