import { bilingual } from '#contract/bilingual.ts'
import { PersonQuery, personLinkWords, personSchema } from '#contract/person.api.ts'
import { ogReaders } from '#contract/role.ts'
import { readAllRecords } from '#server/core/cursor.ts'
import {
  cellsOfSchema,
  type ExportAdapter,
  exportLabelsOf,
  queryParser,
} from '#server/features/export/export.service.ts'
import { readMembershipsOf } from '#server/features/membership/membership.service.ts'
import { readRelationsOf } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type PersonRow, personTable } from './person.queries.ts'

const { ogs, relations } = personLinkWords

/** The export of persons. */
export const personExport: ExportAdapter = {
  noun: 'person',
  roles: ogReaders,
  labels: { ...exportLabelsOf(personSchema), ogs, relations },
  fileName: bilingual('人物', 'persons'),
  parseQuery: queryParser(PersonQuery),
  read: (ctx, query, columns, work) =>
    readAllRecords(ctx, personTable, query as PersonQuery, ({ ctx, total, batches }) =>
      work({ total, batches: withLinks(ctx, columns, batches) }),
    ),
  cellsOf: cellsOfSchema(personSchema),
}

/** Links are read only for files that have a column for them. */
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
      // In the form that an import reads: the role in brackets.
      ogs: memberships?.get(row.id)?.map(({ og_name, role }) => (role ? `${og_name} (${role})` : og_name)),
      relations: relations?.get(row.id)?.map(({ person_name, type }) => `${person_name} (${type})`),
      education: row.education.map(({ school, degree, from, to }) =>
        [school, degree, [from, to].filter(Boolean).join('–')].filter(Boolean).join(', '),
      ),
    }))
  }
}
