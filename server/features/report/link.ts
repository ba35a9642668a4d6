import type { ReportItem } from '#contract/report.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/errors.ts'
import type { Change } from '#server/platform/history.ts'
import { addLinks, findLinkable, type Link, type LinkNoun, type Ref, readLinks, removeLinks } from './link-queries.ts'
import { readsDrafts } from './policy.ts'

type Links = Pick<ReportItem, 'ogs' | 'persons' | 'events'>
export const linkFields = { ogs: 'og', persons: 'person', events: 'event' } as const satisfies Record<
  keyof Links,
  LinkNoun
>
const fields = Object.keys(linkFields) as (keyof Links)[]
const missing = { og: 'no_such_og', person: 'no_such_person', event: 'no_such_event' } as const

/** Rows with the records each is about, as far as this reader may read them. */
export async function withLinks<Row extends { id: number }>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<(Row & Links & Pick<ReportItem, 'named'>)[]> {
  const ids = rows.map(row => row.id)
  const kinds = readsDrafts(ctx) ? (['given', 'named'] as const) : (['published'] as const)
  const all = await Promise.all(fields.map(field => readLinks(ctx, linkFields[field], ids, kinds)))
  const of = (row: Row, isNamed: boolean) => {
    const refs = (links: Link[]): Ref[] =>
      links
        .filter(link => link.report_id === row.id && (link.kind === 'named') === isNamed)
        .map(({ id, name }) => ({ id, name }))
    return Object.fromEntries(fields.map((field, n) => [field, refs(all[n] ?? [])])) as Links
  }
  return rows.map(row => ({ ...row, ...of(row, false), ...(readsDrafts(ctx) && { named: of(row, true) }) }))
}

/** Makes the given links that this writer can see be those wanted; what they cannot see stays. */
export async function replaceLinks(
  ctx: Ctx,
  reportId: number,
  input: { [field in keyof Links]?: number[] | undefined },
): Promise<Change[]> {
  const changes: Change[] = []
  for (const field of fields) {
    const wanted = input[field]
    if (wanted === undefined) continue
    const noun = linkFields[field]
    const from = (await readLinks(ctx, noun, [reportId], ['given'])).map(link => link.id)
    const added = wanted.filter(id => !from.includes(id))
    const known = await findLinkable(ctx, noun, added)
    if (added.some(id => !known.has(id))) throw fieldError(field, missing[noun])
    const removed = from.filter(id => !wanted.includes(id))
    await addLinks(ctx, noun, reportId, 'given', added)
    await removeLinks(ctx, noun, reportId, 'given', removed)
    if (added.length + removed.length > 0) changes.push({ field, from, to: wanted })
  }
  return changes
}
