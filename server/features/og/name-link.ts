import type { ImportPlan, LinkedName } from '#contract/import.api.ts'
import type { ImportValues, LinkedOg } from '#server/features/import/import.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { filterOgs } from './list.queries.ts'
import { matchNames, type NameMatch, nameKey, suggestNames } from './name.queries.ts'

/** Names of organisations in a row after the lookup: those found, each with a role, and those that remain names. */
export type NamedOgs = {
  found: (NameMatch & { name: string; role: string | null; isChosen: boolean })[]
  kept: string[]
}

/** Splits off a role in brackets after the name, if there is one. */
export function splitRole(text: string): { name: string; role: string | null } {
  const match = /^(.+?)\s*[（(]([^()（）]{1,200})[)）]$/.exec(text)
  return match ? { name: match[1]!.trim(), role: match[2]!.trim() } : { name: text, role: null }
}

/**
 * Resolves lists of names under `field`: the choice made for a name comes first, then the whole name, then the name
 * without the role in brackets. A name that matches several organisations is not resolved. Values that are resolved
 * already stay unchanged.
 */
export async function linkNames(
  ctx: Ctx,
  all: ImportValues[],
  field: string,
  plan: Pick<ImportPlan, 'links'>,
): Promise<void> {
  const rows = all.filter(values => isNames(values[field]))
  const texts = [...new Set(rows.flatMap(values => values[field] as string[]))]
  if (texts.length === 0) return
  const matches = await matchNames(
    ctx,
    texts.flatMap(text => [text, splitRole(text).name]),
  )
  const chosen = await readChosen(ctx, plan.links ?? {})
  const one = (name: string) => {
    const found = matches.get(nameKey(name)) ?? []
    return found.length === 1 ? found[0] : undefined
  }
  for (const values of rows) {
    const named: NamedOgs = { found: [], kept: [] }
    for (const text of values[field] as string[]) {
      const { name, role } = splitRole(text)
      const choice = chosen.get(name)
      const whole = choice === undefined ? one(text) : undefined
      const match = choice ?? whole ?? (choice === null ? undefined : one(name))
      if (match)
        named.found.push({ ...match, name: whole ? text : name, role: whole ? null : role, isChosen: !!choice })
      else named.kept.push(text)
    }
    values[field] = named
  }
}

/** A settled event has numbers under the same key as the file's names. */
const isNames = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'string')

/** Organisations chosen for names, as far as the importing user may read them; null if the name is to remain a name. */
async function readChosen(ctx: Ctx, links: Record<string, number | null>): Promise<Map<string, NameMatch | null>> {
  const ids = Object.values(links).filter(id => id !== null)
  const rows = ids.length === 0 ? [] : await filterOgs(ctx, { id: ids }).select(['og.id', 'og.name']).execute()
  const names = new Map(rows.map(row => [row.id, row.name]))
  const all = Object.entries(links).flatMap(([name, id]): [string, NameMatch | null][] => {
    if (id === null) return [[name, null]]
    const og_name = names.get(id)
    return og_name === undefined ? [] : [[name, { og_id: id, og_name, how: 'suggested' }]]
  })
  return new Map(all)
}

/** The resolved names of rows, one entry per name and occurrence. */
export function linkedOf(all: ImportValues[], field: string): LinkedOg[] {
  return all.flatMap(values => {
    const named = values[field] as NamedOgs | undefined
    if (!named || Array.isArray(named)) return []
    const found = named.found.map(
      ({ name, how, og_id, og_name, isChosen }): LinkedOg => ({
        name,
        how: isChosen || how === 'suggested' ? 'chosen' : how,
        og_id,
        og_name,
      }),
    )
    const kept = named.kept.map(
      (text): LinkedOg => ({ name: splitRole(text).name, how: 'none', og_id: null, og_name: null }),
    )
    return [...found, ...kept]
  })
}

/**
 * Suggested organisations for names, with details that distinguish them. A suggestion is clear if it is the only one,
 * or the only one with exactly that name.
 */
export async function suggestOgs(ctx: Ctx, names: string[]): Promise<Map<string, LinkedName['suggestions']>> {
  const found = await suggestNames(ctx, names)
  return new Map(
    names.map(name => {
      const all = found.get(nameKey(name)) ?? []
      const same = all.filter(each => each.is_same)
      const clear = all.length === 1 ? all[0] : same.length === 1 ? same[0] : undefined
      const suggestions = all.map(({ og_id, og_name, region, host, external_id }) => {
        return { og_id, og_name, region, host, external_id, is_clear: og_id === clear?.og_id }
      })
      return [name, suggestions]
    }),
  )
}
