import type { Diff } from '#contract/diff.api.ts'
import type { MentionedRecord } from '#contract/mention.api.ts'
import { judgeStored, type StoredName } from '#server/features/namesake/namesake.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type UnjudgedName = Pick<StoredName, 'noun' | 'id' | 'evidence'>

/** A stored difference, whose mentions are not yet reduced to what the reader may know of them. */
export type UnjudgedDiff = Omit<Diff, 'new_mentions' | 'removed_mentions'> & {
  new_mentions: UnjudgedName[]
  removed_mentions: UnjudgedName[]
}

/** Adds to each difference what this reader may know of its new and removed mentions. */
export async function withNames(ctx: Ctx, diffs: readonly UnjudgedDiff[]): Promise<Diff[]> {
  const rows = diffs.flatMap(({ id: diff, page, from_version, to_version, new_mentions, removed_mentions }) => {
    const placed = (names: readonly UnjudgedName[], version: number | null, isNew: boolean) =>
      names.map(each => ({ ...each, diff, isNew, place: { page: page.id }, version }))
    return [...placed(new_mentions, to_version, true), ...placed(removed_mentions, from_version, false)]
  })
  const judged = Map.groupBy(await judgeStored(ctx, rows), row => row.diff)
  return diffs.map(diff => {
    const names = judged.get(diff.id) ?? []
    const shown = (wantsNew: boolean) =>
      names
        .filter(({ isNew }) => isNew === wantsNew)
        .map(
          ({
            diff: _diff,
            isNew: _new,
            place: _place,
            version: _version,
            evidence: _evidence,
            ...named
          }): MentionedRecord => named,
        )
    return { ...diff, new_mentions: shown(true), removed_mentions: shown(false) }
  })
}
