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
import { type Of, type Side, seenFrom, type Written } from './link-calls.ts'

/** The role of the other end: its side of the link and the link's type. */
export type Role = `${Side} ${OgRelationType}`

/** A link as a form holds it. */
export type LinkValues = {
  role: Role
  noun: PartyEntity
  other: number | null
  share: string
  is_beneficial: boolean
  start_time: string
  end_time: string
  desc: string
}

export type Fault = 'type' | 'other' | 'share' | 'held' | 'start_time' | 'end_time' | 'desc'
export type Faults = Partial<Record<Fault | 'said' | 'form', string>>

export function partsOf(role: Role): { side: Side; type: OgRelationType } {
  const [side, type] = role.split(' ') as [Side, OgRelationType]
  return { side, type }
}

export const isOwning = (role: Role) => partsOf(role).type === 'owns'

/** Entities allowed at the other end: a person can only act, and only in roles of persons. */
export function entitiesFor(role: Role): readonly PartyEntity[] {
  const { side, type } = partsOf(role)
  return side === 'from' && typesFrom('person').includes(type) ? ['og', 'person'] : ['og']
}

/** Roles that the other end can have. Partnership is mutual, so it is offered once. */
export function rolesOf({ noun }: Of): { side: Side; types: readonly OgRelationType[] }[] {
  return roles[noun]
}

const roles: Record<PartyEntity, { side: Side; types: readonly OgRelationType[] }[]> = {
  og: [
    { side: 'from', types: ogRelationTypes },
    { side: 'to', types: ogRelationTypes.filter(type => type !== 'partner') },
  ],
  person: [{ side: 'to', types: personOgRelationTypes }],
}
const firstRole: Record<PartyEntity, Role> = { og: 'from owns', person: 'to owns' }

export const blankOf = ({ noun }: Of): LinkValues => ({
  ...{ role: firstRole[noun], noun: 'og', other: null },
  ...{ share: '', is_beneficial: false, start_time: '', end_time: '', desc: '' },
})

export function valuesOf(of: Of, link: OgRelation): LinkValues {
  const { side, other } = seenFrom(of, link)
  const { share_min: min, share_max: max, is_beneficial, start_time, end_time, desc } = link
  return {
    ...{ role: `${side} ${link.type}`, noun: other.noun, other: other.id, is_beneficial },
    share: min !== null && max !== null ? shareText({ min, max }) : '',
    ...{ start_time: start_time ?? '', end_time: end_time ?? '', desc: desc ?? '' },
  }
}

/** Converts the form's values to the request; undefined if the share is invalid. */
export function writtenOf({ role, share, is_beneficial, start_time, end_time, desc }: LinkValues): Written | undefined {
  const read = readShare(share)
  if (isOwning(role) && read === undefined) return undefined
  const owned = { share_min: read?.min ?? null, share_max: read?.max ?? null, is_beneficial }
  return {
    ...(isOwning(role) && owned),
    ...{ start_time: normaliseDate(start_time), end_time: normaliseDate(end_time), desc: desc.trim() || null },
  }
}

const places: Readonly<Record<string, keyof Faults>> = {
  ...{ type: 'type', og_id: 'other', share_min: 'share', share_max: 'share' },
  ...{ start_time: 'start_time', end_time: 'end_time', desc: 'desc' },
}

/** Assigns each error to its field; the others are shown above the fields. */
export function faultsOf(error: unknown): Faults {
  const all = error instanceof ApiError ? error.errors : []
  const placed = all.map(({ path, message }) => {
    const at = path.startsWith('said') ? 'said' : path.startsWith('from') ? 'other' : places[path]
    return [at ?? 'form', message] as const
  })
  return placed.length > 0 ? Object.fromEntries(placed) : { form: errorText(error) }
}
