import { reconcileContacts } from '#contract/contact-field.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import { emptyOf } from '#contract/field.ts'
import type * as contract from '#contract/og.api.ts'
import { type NewOg, type Og, type OgFilter, type OgPatch, type OgQuery, ogSchema } from '#contract/og.api.ts'
import { acts } from '#server/core/access.ts'
import { aliasNotesAfter } from '#server/core/alias.ts'
import { findFirst } from '#server/core/find.ts'
import { rememberRead } from '#server/core/list.ts'
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecordHistory,
  listRecords,
  type RecordServiceOptions,
  restoreRecord,
  restoreRecordValue,
  updateRecord,
} from '#server/core/record.service.ts'
import { customAfter } from '#server/features/custom_field/custom_field.service.ts'
import { hideLinks } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { checkRules } from '#server/platform/fetcher/rules.ts'
import { normaliseIcon } from '#server/platform/files/image.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { countOgsByCategory } from './category.queries.ts'
import { countOgsByKind, findMostFocused, sumBy } from './dashboard.queries.ts'
import { filterOgs } from './list.queries.ts'
import { ogPolicy } from './og.policy.ts'
import { hasCategory, type OgRow, type OgValues, ogTable } from './og.queries.ts'

const ogs: RecordServiceOptions<OgRow, OgFilter, Og, Og> = {
  table: ogTable,
  full: (_ctx, rows) => rows,
  columns,
  hide: hideLinks,
  empty: emptyOf(ogSchema),
}

/** Validates new references; existing ones of a record may stay. */
async function columns(ctx: Ctx, input: OgValues, before: OgRow | undefined): Promise<OgValues> {
  const categoryId = input.category_id === before?.category_id ? null : (input.category_id ?? null)
  if (categoryId !== null && !(await hasCategory(ctx, categoryId))) throw fieldError('category_id', 'no_such_category')
  await checkForbidden(input.forbidden_rules ?? [], before?.forbidden_rules ?? [])
  const settled = reconcileContacts(ogSchema, input, before)
  const custom = await customAfter(ctx, 'og', input.custom, before?.custom)
  const notes = aliasNotesAfter(input, before)
  return {
    ...settled,
    ...notes,
    ...custom,
    ...(settled.icon && { icon: await normaliseIcon(ctx.actor.id ?? 0, settled.icon) }),
  }
}

/** Existing rules stay, whatever the limits are by now; a list that grows must respect them. */
async function checkForbidden(rules: string[], before: string[]): Promise<void> {
  if (rules.every(rule => before.includes(rule))) return
  const faults = await checkRules(rules)
  const index = rules.findIndex((rule, at) => faults[at] !== null && !before.includes(rule))
  if (index >= 0) throw fieldError(`forbidden_rules.${index}`, 'rule')
}

/** Used by profiles: how the fields are written. */
export { ogExport } from './export.ts'

export const listOgs = (ctx: Ctx, query: OgQuery) => listRecords(ctx, ogs, query)
export const getOg = (ctx: Ctx, id: number) => getRecord(ctx, ogs, id)
export const createOg = (ctx: Ctx, input: NewOg) => createRecord(ctx, ogs, input)
export const updateOg = (ctx: Ctx, { id, rev, ...patch }: OgPatch) => updateRecord(ctx, ogs, id, rev, patch)
export const deleteOg = (ctx: Ctx, id: number) => deleteRecord(ctx, ogs, id)
export const restoreOg = (ctx: Ctx, id: number) => restoreRecord(ctx, ogs, id)

export function listOgHistory(ctx: Ctx, id: number, query: { current: number; pageSize: number }) {
  return listRecordHistory(ctx, ogs, id, query)
}

export function restoreOgValue(ctx: Ctx, input: Pick<Received<typeof contract.restoreOgValue>, 'params' | 'body'>) {
  return restoreRecordValue(ctx, ogs, input)
}

export async function listOgsBy(ctx: Ctx, order: 'created_at' | 'updated_at', limit: number) {
  const rows = await findFirst(ctx, ogTable, `-${order}`, limit)
  return { items: rows.map(row => ({ ...row, can: acts(ogPolicy, ctx.actor, row) })) }
}

export function listMostFocused(ctx: Ctx, limit: number): Promise<Immutable<Reply<typeof contract.mostFocusOg>>> {
  return rememberRead(ctx, `og most focus ${limit}`, async () => {
    const rows = await findMostFocused(ctx, limit)
    return { items: rows.map(row => ({ ...row, can: acts(ogPolicy, ctx.actor, row) })) }
  })
}

export async function countOgRegions(ctx: Ctx): Promise<Reply<typeof contract.regionCountOg>> {
  const counts = await countOgsByKind(ctx)
  return {
    items: sumBy(counts, 'region').map(({ value, count }) => ({ region: value, count })),
    danger_levels: sumBy(counts, 'danger_level').map(({ value, count }) => ({ danger_level: value, count })),
    total: counts.reduce((sum, each) => sum + each.count, 0),
  }
}

export { matchNames, type NameMatch, nameKey, suggestNames } from './name.queries.ts'
export { linkedOf, linkNames, type NamedOgs, splitRole, suggestOgs } from './name-link.ts'
/** Used by other features: readable records of a filter. */
export { countOgsByCategory, countOgsByKind, filterOgs }
