import type { Sent } from '#contract/endpoint.ts'
import {
  createOgRelation,
  deleteOgRelation,
  type OgRelation,
  type OgRelationType,
  updateOgRelation,
} from '#contract/og_relation.api.ts'
import { call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'

/** The record on whose page links are shown. */
export type LinkOwner = { noun: 'og' | 'person'; id: number }

/** Side of the other end: it acts on this record (`from`), or this record acts on it (`to`). */
export type LinkSide = 'from' | 'to'

/** A link as seen from one of its ends. */
export function linkFromOwner(
  { noun, id }: LinkOwner,
  link: OgRelation,
): { side: LinkSide; other: OgRelation['from'] } {
  const isFrom = link.from.noun === noun && link.from.id === id
  return isFrom ? { side: 'to', other: link.og } : { side: 'from', other: link.from }
}

export type LinkPatch = Omit<Sent<typeof updateOgRelation>['body'], 'type'>

/** Reads both ends again, and everything that counts, draws or supports their links. */
const reload = () => refresh('og_relation', 'og', 'person', 'relation', 'claim', 'source')

async function andReload<T>(work: Promise<T>): Promise<T> {
  const result = await work
  await reload()
  return result
}

export function addLink(
  of: LinkOwner,
  { side, type, other, ...written }: LinkPatch & { side: LinkSide; type: OgRelationType; other: LinkOwner },
): Promise<OgRelation> {
  const [from, og] = side === 'from' ? [other, of] : [of, other]
  return andReload(call(createOgRelation, { body: { from, og_id: og.id, type, ...written } }))
}

export const changeLink = (id: number, body: LinkPatch): Promise<OgRelation> =>
  andReload(call(updateOgRelation, { params: { id }, body }))

export const removeLink = (id: number): Promise<null> => andReload(call(deleteOgRelation, { params: { id } }))
