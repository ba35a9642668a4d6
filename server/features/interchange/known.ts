import type { IdentifierRead } from '#contract/identifier.api.ts'
import { identifierKey, isUniqueNumber } from '#contract/identifier-key.ts'
import type { MergeEntity } from '#contract/registry.ts'
import { type ExistingRecord, type ImportAdapters, keysOfNumbers } from '#server/features/import/import.service.ts'
import { findForeignKeys, findKeys } from '#server/features/source/source.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Existing records that a file may refer to: by this deployment's own id, by another id, or by an official number. */
export type KnownRecords = {
  found: ExistingRecord[]
  byKey(key: string): ExistingRecord[]
  byNumber(numbers: readonly IdentifierRead[]): ExistingRecord[]
}

/** Ids with the same meaning in every source: Wikidata items. */
const isWorldwide = (key: string) => /^Q[1-9]\d*$/.test(key)

/**
 * Files number their records freely, so an id has a meaning only within its source. A record that the source has not
 * named yet is found by an id that the team entered, and never by one that only another source gave.
 */
export async function findKnownRecords(
  ctx: Ctx,
  adapters: ImportAdapters,
  noun: MergeEntity,
  sourceId: number | null,
  { ids, keys, numbers = [] }: { ids: readonly number[]; keys: readonly string[]; numbers?: readonly IdentifierRead[] },
  options: { lock: boolean },
): Promise<KnownRecords> {
  const ofSource = await findKeys(ctx, sourceId, noun, keys)
  const wanted = {
    id: [...new Set([...ids, ...ofSource.values()])],
    external_id: [...keys],
    ...keysOfNumbers(numbers),
  }
  const found = await adapters[noun].find(ctx, wanted, options)
  const foreign = await findForeignKeys(
    ctx,
    sourceId,
    noun,
    found.map(each => each.id),
    keys,
  )
  return {
    found,
    byKey(key) {
      const own = found.filter(each => each.id === ofSource.get(key))
      if (own.length > 0) return own
      const isOthers = (id: number) => foreign.has(`${id} ${key}`) && !isWorldwide(key)
      return found.filter(each => each.values.external_id === key && !isOthers(each.id))
    },
    byNumber(numbers) {
      const wanted = new Set(numbers.filter(isUniqueNumber).map(identifierKey))
      if (wanted.size === 0) return []
      return found.filter(each =>
        ((each.values.identifiers ?? []) as IdentifierRead[]).some(own => wanted.has(identifierKey(own))),
      )
    },
  }
}
