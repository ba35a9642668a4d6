import { sql } from 'kysely'
import type { nameMatches } from '#contract/person.api.ts'
import { readable } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { lower } from '#server/text/lower.ts'
import { ogPolicy } from './og.policy.ts'

/** A possible match of a name: details that distinguish it, and whether it has exactly that name. */
type NameSuggestion = NameMatch & {
  region: string | null
  host: string | null
  external_id: string | null
  is_same: boolean
}

export type NameMatch = { og_id: number; og_name: string; how: (typeof nameMatches)[number] }

/** The form in which two names are equal, regardless of compatibility forms and case. */
export function nameKey(name: string): string {
  return lower(name.normalize('NFKC').trim())
}

/**
 * Readable organisations that match names, by the key of the name: those with that name, else those with such an alias.
 */
export async function matchNames(ctx: Ctx, names: readonly string[]): Promise<Map<string, NameMatch[]>> {
  const keys = [...new Set(names.map(nameKey))].filter(Boolean)
  if (keys.length === 0) return new Map()
  const visible = sql`og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')}`
  const exact = await sql<NameMatch & { key: string }>`
    select lower(normalize(og.name, NFKC)) as key, og.id as og_id, og.name as og_name, 'exact' as how
    from og where lower(normalize(og.name, NFKC)) = any(${keys}::text[]) and ${visible} order by og.id`.execute(ctx.db)
  const known = new Set(exact.rows.map(row => row.key))
  const rest = keys.filter(key => !known.has(key))
  const alias = await sql<NameMatch & { key: string }>`
    select wanted.key, found.og_id, found.og_name, 'alias' as how
    from unnest(${rest}::text[]) as wanted (key) cross join lateral (
      select og.id as og_id, og.name as og_name from og
      where folded(og.aliases || og.eng_name) @> array[wanted.key]
        and (og.aliases <> '{}' or og.eng_name is not null) and ${visible}
      limit 5
    ) as found order by found.og_id`.execute(ctx.db)
  return Map.groupBy([...exact.rows, ...alias.rows], row => row.key)
}

/**
 * Suggestions for names without a match: organisations named like the last part after a colon, else those with similar
 * names; at most three.
 */
export async function suggestNames(ctx: Ctx, names: readonly string[]): Promise<Map<string, NameSuggestion[]>> {
  const keys = [...new Set(names.map(nameKey))].filter(Boolean)
  if (keys.length === 0) return new Map()
  const visible = sql`og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')}`
  const tails = keys.map(key => key.split(/[:：]/).at(-1)?.trim() ?? key)
  const { rows } = await sql<NameSuggestion & { key: string }>`
    select wanted.key, found.*, 'suggested' as how
    from unnest(${keys}::text[], ${tails}::text[]) as wanted (key, tail), lateral (
      select og.id as og_id, og.name as og_name, og.region, og.host, og.external_id,
        lower(normalize(og.name, NFKC)) = wanted.tail as is_same
      from og
      where ${visible} and (
        (wanted.tail <> wanted.key and lower(normalize(og.name, NFKC)) = wanted.tail)
        or (og.name_key % search_key(wanted.key) and similarity(og.name_key, search_key(wanted.key)) > 0.5))
      order by (lower(normalize(og.name, NFKC)) = wanted.tail) desc,
        similarity(og.name_key, search_key(wanted.key)) desc, og.id limit 3
    ) as found`.execute(ctx.db)
  return Map.groupBy(rows, row => row.key)
}
