import {
  type OgRelation,
  type OgRelationType,
  ogRelationTypes,
  personOgRelationTypes,
  typesFrom,
} from '#contract/og_relation.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { readShare, shareText } from '#contract/share.ts'
import { ApiError } from '#web/platform/api.ts'
import { errorText } from '#web/platform/query.ts'
import { normaliseDate } from '#web/ui/form/text.ts'
import { type LinkOwner, type LinkPatch, type LinkSide, linkFromOwner } from './link-calls.ts'

/** The role of the other end: its side of the link and the link's type. */
type LinkRole = `${LinkSide} ${OgRelationType}`

/** A link as a form holds it. */
export type LinkFormValues = {
  role: LinkRole
  noun: PartyEntity
  other: number | null
  share: string
  is_beneficial: boolean
  start_time: string
  end_time: string
  desc: string
}

export type LinkFault = 'type' | 'other' | 'share' | 'held' | 'start_time' | 'end_time' | 'desc'
export type LinkFaults = Partial<Record<LinkFault | 'said' | 'form', string>>

export function linkPartsOf(role: LinkRole): { side: LinkSide; type: OgRelationType } {
  const [side, type] = role.split(' ') as [LinkSide, OgRelationType]
  return { side, type }
}

export const isOwning = (role: LinkRole) => linkPartsOf(role).type === 'owns'

/** Entities allowed at the other end: a person can only act, and only in roles of persons. */
export function entitiesFor(role: LinkRole): readonly PartyEntity[] {
  const { side, type } = linkPartsOf(role)
  return side === 'from' && typesFrom('person').includes(type) ? ['og', 'person'] : ['og']
}

/** Roles that the other end can have. Partnership is mutual, so it is offered once. */
export function rolesOf({ noun }: LinkOwner): { side: LinkSide; types: readonly OgRelationType[] }[] {
  return roles[noun]
}

const roles: Record<PartyEntity, { side: LinkSide; types: readonly OgRelationType[] }[]> = {
  og: [
    { side: 'from', types: ogRelationTypes },
    { side: 'to', types: ogRelationTypes.filter(type => type !== 'partner') },
  ],
  person: [{ side: 'to', types: personOgRelationTypes }],
}
const firstRole: Record<PartyEntity, LinkRole> = { og: 'from owns', person: 'to owns' }

export const blankOf = ({ noun }: LinkOwner): LinkFormValues => ({
  ...{ role: firstRole[noun], noun: 'og', other: null },
  ...{ share: '', is_beneficial: false, start_time: '', end_time: '', desc: '' },
})

export function valuesOf(of: LinkOwner, link: OgRelation): LinkFormValues {
  const { side, other } = linkFromOwner(of, link)
  const { share_min: min, share_max: max, is_beneficial, start_time, end_time, desc } = link
  return {
    ...{ role: `${side} ${link.type}`, noun: other.noun, other: other.id, is_beneficial },
    share: min !== null && max !== null ? shareText({ min, max }) : '',
    ...{ start_time: start_time ?? '', end_time: end_time ?? '', desc: desc ?? '' },
  }
}

/** Converts the form's values to the request; undefined if the share is invalid. */
export function writtenOf({
  role,
  share,
  is_beneficial,
  start_time,
  end_time,
  desc,
}: LinkFormValues): LinkPatch | undefined {
  const read = readShare(share)
  if (isOwning(role) && read === undefined) return undefined
  const owned = { share_min: read?.min ?? null, share_max: read?.max ?? null, is_beneficial }
  return {
    ...(isOwning(role) && owned),
    ...{ start_time: normaliseDate(start_time), end_time: normaliseDate(end_time), desc: desc.trim() || null },
  }
}

const places: Readonly<Record<string, keyof LinkFaults>> = {
  ...{ type: 'type', og_id: 'other', share_min: 'share', share_max: 'share' },
  ...{ start_time: 'start_time', end_time: 'end_time', desc: 'desc' },
}

/** Assigns each error to its field; the others are shown above the fields. */
export function faultsOf(error: unknown): LinkFaults {
  const all = error instanceof ApiError ? error.errors : []
  const placed = all.map(({ path, message }) => {
    const at = path.startsWith('said') ? 'said' : path.startsWith('from') ? 'other' : places[path]
    return [at ?? 'form', message] as const
  })
  return placed.length > 0 ? Object.fromEntries(placed) : { form: errorText(error) }
}
