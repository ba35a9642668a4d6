import type { InterchangeKind } from '#contract/interchange.api.ts'
import { type LinkEntity, linkEntities } from '#contract/registry.ts'
import type { RelationType } from '#contract/relation.api.ts'
import { cutText } from '#contract/text.ts'
import { changesOf } from '#server/core/history.ts'
import type { ImportAdapters } from '#server/features/import/import.service.ts'
import { readMembershipsOf } from '#server/features/membership/membership.service.ts'
import { readRelationsOf } from '#server/features/relation/relation.service.ts'
import { findKeys } from '#server/features/source/source.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type EndState, findEnds } from './ends.ts'
import type { EntityRow, ExchangeFault, ImportWithSource } from './interchange.queries.ts'
import type { LinkDecision } from './link-decision.ts'
import { judgeOgRelations } from './og-relation.ts'

type Times = { start_time: string | null; end_time: string | null }
export type LinkColumns = Times & {
  role: string | null
  area?: string | null
  term?: string | null
  type: RelationType
  desc: string | null
}
type LinkKind = Exclude<LinkEntity, 'og_relation'>

export const isLink = (kind: InterchangeKind): kind is LinkEntity => (linkEntities as readonly string[]).includes(kind)

const endNames = {
  membership: { person: 'person', og: 'og' },
  relation: { from: 'person', to: 'person' },
} as const satisfies Record<LinkKind, Record<string, string>>

/** Decides for each link whether it is new, changed or unchanged, by its ends and the existing links between them. */
export async function judgeLinks(
  ctx: Ctx,
  adapters: ImportAdapters,
  of: ImportWithSource,
  kind: LinkEntity,
  rows: readonly EntityRow[],
): Promise<LinkDecision[]> {
  if (kind === 'og_relation') return await judgeOgRelations(ctx, adapters, of, rows)
  const ends = await findEnds(ctx, adapters, of, [...new Set(rows.flatMap(row => Object.values(row.ends).flat()))])
  const persons = [...ends.values()].flatMap(end => (end.state === 'there' && end.kind === 'person' ? [end.id] : []))
  const known = await (kind === 'membership' ? membershipsOf(ctx, persons) : relationsOf(ctx, persons))
  const ofSource =
    kind === 'membership' ? await findKeys(ctx, of.source_id, kind, [...new Set(rows.flatMap(row => row.ids))]) : null
  const byId = new Map(known.map(each => [each.id, each]))
  const meant = ({ ids }: EntityRow) => ids.flatMap(key => byId.get(ofSource?.get(key) ?? 0) ?? [])[0]
  const between = Map.groupBy(known, each => `${each.from} ${each.to} ${each.key}`)
  const taken = new Set<number>()
  return rows.map(row => judgeLink(row, kind, ends, { between, taken, meant: meant(row) }))
}

/** If a file contains a link twice, the first is written; the others count as unchanged. */
export function notTwice(decisions: readonly LinkDecision[], seen: Map<string, number>): LinkDecision[] {
  return decisions.map(each => {
    const { row, verdict } = each
    if (verdict === 'wrong') return each
    const { type, role, start_time, term, is_beneficial } = row.values as LinkColumns & { is_beneficial?: boolean }
    const { party: _, ...own } = row.ends
    const stated = [type ?? null, role || null, start_time ?? null, term ?? null, is_beneficial ?? false]
    const key = JSON.stringify([row.kind, each.ends ?? own, each.from, ...stated])
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row.n)
    if (first === undefined || first === row.n) return each
    return { ...each, verdict: 'unchanged', changes: [], faults: [{ code: 'repeated', detail: { n: first } }] }
  })
}

const lasting = ['end_time', 'desc', 'area', 'term', 'on_behalf_of'] as const

type ExistingLink = {
  from: number
  to: number
  id: number
  key: string
  term: string | null
  about: Record<'role' | 'start_time' | 'end_time' | 'desc' | 'area', string | null> & { on_behalf_of: number | null }
}

async function membershipsOf(ctx: Ctx, persons: number[]): Promise<ExistingLink[]> {
  const all = await readMembershipsOf(ctx, persons)
  return [...all].flatMap(([from, own]) =>
    own.map(({ id, og_id, role, start_time, end_time, area, term, on_behalf_of: party }) => ({
      from,
      to: og_id,
      id,
      key: `${role ?? ''} ${start_time ?? ''}`,
      term,
      about: { role, start_time, end_time, desc: null, area, on_behalf_of: party?.id ?? null },
    })),
  )
}

async function relationsOf(ctx: Ctx, persons: number[]): Promise<ExistingLink[]> {
  const all = await readRelationsOf(ctx, persons)
  return [...all].flatMap(([from, own]) =>
    own.map(({ id, person_id, type, start_time, end_time, desc }) => ({
      from,
      to: person_id,
      id,
      key: `${type} ${start_time ?? ''}`,
      term: null,
      about: { role: null, start_time, end_time, desc, area: null, on_behalf_of: null },
    })),
  )
}

/** `meant`: the link that the source knows by the id of the row; `taken`: links that other rows have matched. */
type Links = { between: Map<string, ExistingLink[]>; taken: Set<number>; meant: ExistingLink | undefined }

function judgeLink(
  row: EntityRow,
  kind: LinkKind,
  all: Map<string, EndState>,
  { between, taken, meant }: Links,
): LinkDecision {
  const wrong = (code: ExchangeFault['code'], key = ''): LinkDecision => ({
    row,
    verdict: 'wrong',
    faults: [{ code, detail: { key: cutText(key, 100) } }],
    changes: [],
    record_id: null,
    ends: null,
    id: null,
  })
  const found = Object.entries(endNames[kind]).map(([name, wanted]) => {
    const key = row.ends[name]?.[0] ?? ''
    return { key, wanted, end: all.get(key) ?? ({ state: 'none' } as EndState) }
  })
  for (const { key, wanted, end } of found) {
    if (end.state === 'none') return wrong('no_end', key)
    if (end.kind !== wanted) return wrong('end_kind')
    if (end.state === 'wrong') return wrong('wrong_end', key)
  }
  const [a, b] = found
  if (a?.key === b?.key) return wrong('self')
  const fresh: LinkDecision = { row, verdict: 'new', faults: [], changes: [], record_id: null, ends: null, id: null }
  if (a?.end.state !== 'there' || b?.end.state !== 'there') return fresh
  if (kind === 'relation' && a.end.id === b.end.id) return wrong('self')
  const ends: [number, number] = [a.end.id, b.end.id]
  const values = row.values as LinkColumns
  const key = `${kind === 'relation' ? values.type : (values.role ?? '')} ${values.start_time ?? ''}`
  const same = between.get(`${ends[0]} ${ends[1]} ${key}`) ?? []
  const { term = null, area = null } = values
  // An existing link without a term takes the term of the file, once.
  const isMeant = meant !== undefined && meant.from === ends[0] && meant.to === ends[1] && !taken.has(meant.id)
  const link =
    (isMeant ? meant : undefined) ??
    same.find(each => each.term === term) ??
    same.find(each => each.term === null && !taken.has(each.id))
  if (link) taken.add(link.id)
  const named = all.get(row.ends.party?.[0] ?? '')
  const party = named?.state === 'there' && named.kind === 'og' && named.id !== ends[1] ? named.id : null
  const isAllowed = a.end.isWritable || b.end.isWritable
  if (!link) return isAllowed ? { ...fresh, ends, party } : wrong('link_forbidden')
  // Values that the file does not contain stay.
  const before = { ...link.about, term: link.term }
  // The identifying values of a link change only if the source knows it by its id.
  const { role, start_time, end_time, desc } = values
  const stated = { role, start_time, end_time, desc, area, term, on_behalf_of: party }
  const fields = [...(isMeant ? (['role', 'start_time'] as const) : []), ...lasting]
  const after = Object.fromEntries(fields.map(field => [field, stated[field] ?? before[field]]))
  const changes = changesOf(fields, before, after)
  if (changes.length > 0 && !isAllowed) return wrong('link_forbidden')
  return {
    ...fresh,
    // A party that the file creates exists only after it is written.
    verdict: changes.length > 0 || named?.state === 'coming' ? 'changed' : 'unchanged',
    changes,
    record_id: link.id,
    ends,
    id: link.id,
  }
}
