import type { HistoryEntry } from '#contract/history.ts'
import { linkFields, type MergeEntity, mergeEntities } from '#contract/registry.ts'
import { linkTarget } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findReadable } from './end.queries.ts'

const linksOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Removes links to unreadable records from histories. An entry that contains only such links is removed with them. */
export async function hideLinks(ctx: Ctx, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  const wanted = new Map(mergeEntities.map(noun => [noun, new Set<number>()]))
  for (const { field, from, to } of entries.flatMap(entry => entry.changes)) {
    const link = linkFields[field]
    if (!link) continue
    for (const id of [...linksOf(from), ...linksOf(to)].map(one => linkTarget(one, link.key)))
      if (id !== undefined) wanted.get(link.noun)?.add(id)
    for (const id of [...linksOf(from), ...linksOf(to)].map(partyOf)) if (id !== undefined) wanted.get('og')?.add(id)
  }
  const there = new Map<MergeEntity, Set<number>>()
  for (const [noun, ids] of wanted) there.set(noun, await findReadable(ctx, noun, [...ids]))
  return entries.flatMap(entry => {
    const changes = entry.changes.flatMap(change => {
      const link = linkFields[change.field]
      if (!link) return [change]
      const visible = (value: unknown) =>
        Array.isArray(value)
          ? value
              .filter(one => there.get(link.noun)?.has(linkTarget(one, link.key) ?? 0))
              .map(one => withoutParty(one, there.get('og')))
          : value
      const shown = { ...change, from: visible(change.from), to: visible(change.to) }
      return isSame(shown.from, shown.to) ? [] : [shown]
    })
    return changes.length === 0 && entry.changes.length > 0 ? [] : [{ ...entry, changes }]
  })
}

/** The key of a membership's party: the organisation that the person represents. */
const partyKey = 'on_behalf_of'

const partyOf = (one: unknown) => (typeof one === 'object' ? linkTarget(one, partyKey) : undefined)

function withoutParty(one: unknown, there: ReadonlySet<number> | undefined): unknown {
  const id = partyOf(one)
  if (id === undefined || there?.has(id)) return one
  const { [partyKey]: _, ...rest } = one as Record<string, unknown>
  return rest
}

/** An empty list and an absent one are equal. */
function isSame(from: unknown, to: unknown): boolean {
  const text = (value: unknown) => (Array.isArray(value) && value.length === 0 ? 'null' : JSON.stringify(value ?? null))
  return text(from) === text(to)
}
