import type { OgRelationType } from '#contract/og_relation.api.ts'
import { typesFrom } from '#contract/og_relation.api.ts'
import { cutText } from '#contract/text.ts'
import { changesOf } from '#server/core/history.ts'
import type { ImportAdapters } from '#server/features/import/import.service.ts'
import {
  createOgRelation,
  findBetween,
  type OgRelationRow,
  updateOgRelation,
} from '#server/features/og_relation/og_relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type EndState, findEnds } from './ends.ts'
import type { EntityRow, ExchangeFault, ImportWithSource } from './interchange.queries.ts'
import type { LinkDecision } from './link-decision.ts'

export type OgLinkValues = {
  type: OgRelationType
  share_min: number | null
  share_max: number | null
  is_beneficial: boolean
  desc: string | null
  start_time: string | null
  end_time: string | null
}
type There = Extract<EndState, { state: 'there' }>
/** Fields of an existing link that a file may change. */
const changing = ['share_min', 'share_max', 'desc', 'end_time'] as const

const keyOf = (
  from: string,
  og: number,
  { type, is_beneficial, start_time }: Omit<OgLinkValues, 'desc' | 'end_time'>,
) => JSON.stringify([from, og, type, is_beneficial, start_time])
const ofRow = (row: OgRelationRow) =>
  keyOf(row.from_og_id === null ? `person ${row.from_person_id}` : `og ${row.from_og_id}`, row.og_id, row)

/**
 * Decides for each link of organisations whether it is new, changed or unchanged, by its ends and the existing links.
 */
export async function judgeOgRelations(
  ctx: Ctx,
  adapters: ImportAdapters,
  of: ImportWithSource,
  rows: readonly EntityRow[],
): Promise<LinkDecision[]> {
  const ends = await findEnds(ctx, adapters, of, [...new Set(rows.flatMap(row => Object.values(row.ends).flat()))])
  const ogs = [...ends.values()].flatMap(end => (end.state === 'there' && end.kind === 'og' ? [end.id] : []))
  const known = new Map((await findBetween(ctx, ogs)).map(row => [ofRow(row), row]))
  return rows.map(row => judgeOne(row, ends, known))
}

function judgeOne(row: EntityRow, ends: Map<string, EndState>, known: Map<string, OgRelationRow>): LinkDecision {
  const bare = { row, faults: [], changes: [], record_id: null, ends: null, id: null }
  const wrong = (code: ExchangeFault['code'], key = ''): LinkDecision => ({
    ...bare,
    verdict: 'wrong',
    faults: [{ code, detail: { key } }],
  })
  const values = row.values as OgLinkValues
  const keys = [row.ends.from?.[0] ?? '', row.ends.og?.[0] ?? ''] as const
  const [from, og] = keys.map(key => ends.get(key) ?? ({ state: 'none' } as EndState)) as [EndState, EndState]
  for (const [n, end] of [from, og].entries()) {
    if (end.state === 'none') return wrong('no_end', cutText(keys[n] ?? '', 100))
    if (end.kind !== 'og' && (n === 1 || end.kind !== 'person' || !typesFrom('person').includes(values.type)))
      return wrong('end_kind')
    if (end.state === 'wrong') return wrong('wrong_end', cutText(keys[n] ?? '', 100))
  }
  if (keys[0] === keys[1]) return wrong('self')
  if (from.state !== 'there' || og.state !== 'there') return { ...bare, verdict: 'new' }
  return judgeBetween(row, from, og, known, { bare, wrong })
}

type LinkBasis = { bare: Omit<LinkDecision, 'verdict'>; wrong: (code: ExchangeFault['code']) => LinkDecision }

function judgeBetween(
  row: EntityRow,
  from: There,
  og: There,
  known: Map<string, OgRelationRow>,
  basis: LinkBasis,
): LinkDecision {
  if (from.kind === 'og' && from.id === og.id) return basis.wrong('self')
  const values = row.values as OgLinkValues
  const turned = values.type === 'partner' && from.kind === 'og' && from.id > og.id
  const [a, b] = turned ? [og, from] : [from, og]
  const link = known.get(keyOf(`${a.kind} ${a.id}`, b.id, values))
  const ends: [number, number] = [from.id, og.id]
  const isAllowed = from.isWritable || og.isWritable
  if (!link) return isAllowed ? { ...basis.bare, verdict: 'new', ends, from: from.kind } : basis.wrong('link_forbidden')
  // Values that the file does not contain stay.
  const after = Object.fromEntries(changing.map(name => [name, values[name] ?? link[name]]))
  const changes = changesOf(changing, link, after)
  if (changes.length > 0 && !isAllowed) return basis.wrong('link_forbidden')
  const verdict = changes.length > 0 ? 'changed' : 'unchanged'
  return { ...basis.bare, verdict, changes, record_id: link.id, ends, id: link.id }
}

/** Writes a link by its service; returns its id. */
export async function writeOgRelation(ctx: Ctx, { row, ends, id, changes, from }: LinkDecision): Promise<number> {
  if (!ends) throw new AppError('not_found')
  if (id !== null)
    return (await updateOgRelation(ctx, id, Object.fromEntries(changes.map(({ field, to }) => [field, to])))).id
  const values = row.values as OgLinkValues
  return (await createOgRelation(ctx, { from: { noun: from ?? 'og', id: ends[0] }, og_id: ends[1], ...values })).id
}

/** Values of a link as claims state them: a share is one value. */
export function statedOgRelation({ share_min: min, share_max: max, is_beneficial, ...values }: OgLinkValues) {
  const share = min !== null && max !== null ? { min, max } : null
  return { ...values, share, is_beneficial: is_beneficial || null }
}
