import type { History } from '#contract/history.ts'
import { linkFields } from '#contract/noun.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { linkTarget } from '#server/record/history.ts'
import { findReadableEvents, findReadableOgs, findReadablePersons } from './end-queries.ts'

const linksOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * Histories without links to what this reader may not read. A change of such links alone leaves no trace: the entry
 * goes with it.
 */
export async function hideLinks(ctx: Ctx, entries: readonly History[]): Promise<History[]> {
  const wanted = { og: new Set<number>(), person: new Set<number>(), event: new Set<number>() }
  for (const { field, from, to } of entries.flatMap(entry => entry.changes)) {
    const link = linkFields[field]
    if (!link) continue
    for (const id of [...linksOf(from), ...linksOf(to)].map(one => linkTarget(one, link.key)))
      if (id !== undefined) wanted[link.noun].add(id)
  }
  const there = {
    og: await findReadableOgs(ctx, [...wanted.og]),
    person: await findReadablePersons(ctx, [...wanted.person]),
    event: await findReadableEvents(ctx, [...wanted.event]),
  }
  return entries.flatMap(entry => {
    const changes = entry.changes.flatMap(change => {
      const link = linkFields[change.field]
      if (!link) return [change]
      const visible = (value: unknown) =>
        Array.isArray(value) ? value.filter(one => there[link.noun].has(linkTarget(one, link.key) ?? 0)) : value
      const shown = { ...change, from: visible(change.from), to: visible(change.to) }
      return isSame(shown.from, shown.to) ? [] : [shown]
    })
    return changes.length === 0 && entry.changes.length > 0 ? [] : [{ ...entry, changes }]
  })
}

/** An empty list and none at all say the same. */
function isSame(from: unknown, to: unknown): boolean {
  const text = (value: unknown) => (Array.isArray(value) && value.length === 0 ? 'null' : JSON.stringify(value ?? null))
  return text(from) === text(to)
}
