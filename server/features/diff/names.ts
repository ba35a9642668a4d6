import type { Diff } from '#contract/diff.api.ts'
import type { MentionedRecord } from '#contract/mention.api.ts'
import { judgeStored, type StoredName } from '#server/features/namesake/namesake.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A stored difference, whose new mentions are not yet reduced to what the reader may know of them. */
export type UnjudgedDiff = Omit<Diff, 'new_mentions'> & {
  new_mentions: Pick<StoredName, 'noun' | 'id' | 'evidence'>[]
}

/** Adds to each difference what this reader may know of the new mentions. */
export async function withNames(ctx: Ctx, diffs: readonly UnjudgedDiff[]): Promise<Diff[]> {
  const rows = diffs.flatMap(({ id: diff, page, to_version, new_mentions }) =>
    new_mentions.map(each => ({ ...each, diff, place: { page: page.id }, version: to_version })),
  )
  const judged = Map.groupBy(await judgeStored(ctx, rows), row => row.diff)
  return diffs.map(diff => ({
    ...diff,
    new_mentions: (judged.get(diff.id) ?? []).map(
      ({ diff: _diff, place: _place, version: _version, evidence: _evidence, ...named }): MentionedRecord => named,
    ),
  }))
}
