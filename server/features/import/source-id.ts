import { findForeignKeys, findKeys, findKeysOf } from '#server/features/source/source.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ExistingRecord, ImportAdapter } from './import.adapter.ts'

/** The field whose values have a meaning only within their source. */
const field = 'external_id'

/**
 * Records that match a file's keys, with the ids that its source uses in place of those that others gave: ids of two
 * sources are unrelated. A record that its source knows by several of the wanted ids is returned once for each.
 */
export async function findInSource(
  ctx: Ctx,
  kit: ImportAdapter,
  sourceId: number | null,
  keys: Record<string, unknown[]>,
  options: { lock: boolean },
): Promise<ExistingRecord[]> {
  const wanted = [...new Set((keys[field] ?? []).map(String))]
  const ofSource = await findKeys(ctx, sourceId, kit.noun, wanted)
  const found = await kit.find(ctx, { ...keys, id: [...(keys.id ?? []), ...ofSource.values()] }, options)
  const ids = found.map(each => each.id)
  const known = await findKeysOf(ctx, sourceId, kit.noun, ids)
  const columns = found.flatMap(({ values }) => (typeof values[field] === 'string' ? [values[field]] : []))
  const foreign = await findForeignKeys(ctx, sourceId, kit.noun, ids, [...new Set(columns)])
  return found.flatMap((each): ExistingRecord[] => {
    const column = each.values[field]
    const isForeign = typeof column === 'string' && foreign.has(`${each.id} ${column}`)
    const own = known.get(each.id) ?? []
    const meant = wanted.filter(key => ofSource.get(key) === each.id)
    // An id that the source gave to one record matches no other record, whatever the column contains.
    const isTaken = typeof column === 'string' && ofSource.has(column) && ofSource.get(column) !== each.id
    const plain = isForeign || isTaken ? null : (column ?? null)
    const here = meant.length > 0 ? meant : own.length > 0 ? own.slice(0, 1) : [plain]
    return here.map(id => ({ ...each, values: { ...each.values, [field]: id } }))
  })
}
