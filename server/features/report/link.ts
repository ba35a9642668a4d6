import type { ReportItem } from '#contract/report.api.ts'
import { type LinkSet, readLinkSet, refsOf } from '#server/core/link.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readsDrafts } from './report.policy.ts'

type Links = Pick<ReportItem, 'ogs' | 'persons' | 'events'>

/**
 * The records that a report is about: given by writers, named in the newest text, or both in the published version.
 */
export const reportLinks: LinkSet<keyof Links> = {
  owner: 'report',
  fields: { ogs: entities.og, persons: entities.person, events: entities.event },
}
const fields = Object.keys(reportLinks.fields) as (keyof Links)[]

/** Adds to each row the records that it is about, as far as this reader may read them. */
export async function withReportLinks<Row extends { id: number }>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<(Row & Links & Pick<ReportItem, 'named'>)[]> {
  const ids = rows.map(row => row.id)
  const kinds = readsDrafts(ctx) ? ['given', 'named'] : ['published']
  const all = await readLinkSet(ctx, reportLinks, ids, { kinds })
  const of = (row: Row, isNamed: boolean) => {
    const refs = (field: keyof Links) =>
      refsOf(all[field].filter(link => link.of === row.id && (link.kind === 'named') === isNamed))
    return Object.fromEntries(fields.map(field => [field, refs(field)])) as unknown as Links
  }
  return rows.map(row => ({ ...row, ...of(row, false), ...(readsDrafts(ctx) && { named: of(row, true) }) }))
}
