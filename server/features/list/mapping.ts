import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/list.api.ts'
import type { List, ListPreview, QuarantinedListEntry } from '#contract/list.api.ts'
import type { ListMapping } from '#contract/list-mapping.ts'
import type { ListPage } from '#contract/wire.ts'
import { headerKey } from '#server/ingest/columns/header-key.ts'
import { isMeaning } from '#server/ingest/columns/party-columns.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, type FieldFault } from '#server/platform/http/errors.ts'
import { findVersion, lockList, patchList, type StoredListVersion } from './list.queries.ts'
import { getList, queueNextStep, type VersionOf, versionIn } from './list.service.ts'
import { findQuarantinedEntries } from './quarantine.queries.ts'
import { quarantineSentence } from './quarantine.ts'
import { entryOf } from './read.ts'
import { columnPositions, rowOf } from './table.ts'

/** Stores the column mapping with the list, and loads the table that waited for it. */
export function mapVersion(ctx: Ctx, params: VersionOf, given: ListMapping): Promise<List> {
  return inTransaction(ctx, async ctx => {
    const row = await versionIn(ctx, params, ['mapping'])
    checkMapping(row, given)
    const mapped = new Set(given.columns.map(({ heading }) => headerKey(heading)))
    const left = (row.sheet?.headings ?? []).filter(heading => !mapped.has(headerKey(heading)))
    const mapping = { ...given, left }
    const list = await lockList(ctx, params.id)
    if (!list) throw new AppError('not_found')
    await patchList(ctx, list, { mapping })
    const detail = { version: row.n, mapping }
    await audit(ctx, { act: 'update', noun: 'list', recordId: params.id, detail })
    await queueNextStep(ctx, row, { state: 'loading', sheet: null })
    return await getList(ctx, params.id)
  })
}

/** Reads the table again from the chosen sheet and heading row; its columns are mapped after that. */
export function readVersion(
  ctx: Ctx,
  params: VersionOf,
  { sheet, heading }: { sheet: string | null; heading: number | null },
): Promise<List> {
  return inTransaction(ctx, async ctx => {
    const row = await versionIn(ctx, params, ['mapping'])
    if (!row.sheet?.layout) throw new AppError('wrong_state')
    // Zero means that the heading row is to be detected.
    const layout = { ...row.sheet.layout, sheet, heading: heading ?? 0, totals: null }
    await queueNextStep(ctx, row, { state: 'loading', sheet: { ...row.sheet, layout } })
    return await getList(ctx, params.id)
  })
}

/** A table without a column of names cannot be used for matching; two columns cannot both be the id. */
function checkMapping({ sheet }: StoredListVersion, mapping: ListMapping): void {
  const faults: FieldFault[] = []
  const places = columnPositions(mapping, sheet?.headings ?? [])
  const count = (...means: string[]) => mapping.columns.filter(column => means.includes(column.means)).length
  if (count('name', 'first_name', 'last_name') === 0) faults.push({ path: 'columns', code: 'required' })
  if (count('id') > 1 || places.length < mapping.columns.length) faults.push({ path: 'columns', code: 'wrong' })
  mapping.columns.forEach(({ means, values = {} }, at) => {
    if (!Object.values(values).every(value => isMeaning(means, value)))
      faults.push({ path: `columns.${at}.values`, code: 'wrong' })
  })
  if (faults.length > 0) throw new AppError('invalid', {}, { faults })
}

export async function previewVersion(ctx: Ctx, { id, n }: VersionOf, mapping: ListMapping): Promise<ListPreview> {
  await getList(ctx, id)
  const row = await findVersion(ctx, id, n)
  if (!row) throw new AppError('not_found')
  if (row.state !== 'mapping' || !row.sheet) throw new AppError('wrong_state')
  checkMapping(row, mapping)
  const { seen = [] } = row.sheet
  const places = columnPositions(mapping, row.sheet.headings).map(place => {
    const { dmy = 0, mdy = 0 } = seen.find(({ heading }) => heading === place.column.heading)?.dates ?? {}
    const order = dmy > 0 === mdy > 0 ? (place.column.order ?? null) : dmy > 0 ? 'dmy' : 'mdy'
    return { ...place, dates: { readsSerials: true, order } as const }
  })
  const rows = row.sheet.rows.map(cells => {
    const read = rowOf(cells, mapping, places)
    const one = 'raw' in read ? entryOf(read.raw) : read
    if ('quarantined' in one)
      return {
        entry: null,
        fault: quarantineSentence(one.quarantined.reason, ctx.locale, one.quarantined.detail ?? {}),
      }
    if ('left' in one) return { entry: null, fault: quarantineSentence('no_party', ctx.locale, {}) }
    const { schema, caption, properties } = one.entry
    const [trim] = one.trimmed
    return {
      entry: { schema, caption, properties },
      fault: trim ? quarantineSentence(trim.why, ctx.locale, { names: trim.names }) : null,
    }
  })
  return { rows }
}

export async function listQuarantinedEntries(
  ctx: Ctx,
  { id, n }: VersionOf,
  query: Received<typeof contract.listListSetAside>['query'],
): Promise<ListPage<QuarantinedListEntry>> {
  await getList(ctx, id)
  const row = await findVersion(ctx, id, n)
  if (!row) throw new AppError('not_found')
  const page = await findQuarantinedEntries(ctx, row.id, query)
  const items = page.items.map(({ reason, detail, ...rest }) => ({
    ...rest,
    reason: quarantineSentence(reason, ctx.locale, detail),
  }))
  return { ...page, items }
}
