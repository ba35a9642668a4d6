import * as z from 'zod/mini'
import { LinkSupport, Provenance } from './claim.api.ts'
import { endpoint } from './endpoint.ts'
import { DangerLevelValue } from './entities/og.schema.ts'
import { type PartyEntity, partyEntities } from './registry.ts'
import { editors, ogReaders } from './role.ts'
import { engName, Id, IdParams, listQuery, Nothing, PartialDate, PathId, pageOf, Repeated, Text } from './wire.ts'

/**
 * The relation of the first end to the organisation: it owns it, has it as a subsidiary, is a member of it, supplies
 * it.
 */
export const ogRelationTypes = [
  ...(['owns', 'controls', 'subsidiary', 'member', 'partner'] as const),
  ...(['successor', 'supplies', 'funds', 'other'] as const),
] as const
export type OgRelationType = (typeof ogRelationTypes)[number]
const OgRelationTypeValue = z.enum(ogRelationTypes)

/** Relations of a person to an organisation. Belonging to it is a membership instead. */
export const personOgRelationTypes = ['owns', 'controls', 'partner', 'supplies', 'funds', 'other'] as const
const typesOfFirstEnd: Record<PartyEntity, readonly OgRelationType[]> = {
  og: ogRelationTypes,
  person: personOgRelationTypes,
}
/** The types that a party of this entity can have as the first end. */
export const typesFrom = (noun: PartyEntity) => typesOfFirstEnd[noun]

/** Percent, to four decimal places. */
const Share = z.number().check(
  z.minimum(0),
  z.maximum(100),
  z.refine(value => Number(value.toFixed(4)) === value),
)

const optionalWritten = {
  /** Only for `owns`: minimum and maximum share in percent, equal if it is known exactly; both or neither. */
  share_min: z.optional(z.nullable(Share)),
  share_max: z.optional(z.nullable(Share)),
  /** Only for `owns`: the end result of a chain of holdings rather than one step of it. */
  is_beneficial: z.optional(z.boolean()),
  desc: z.optional(z.nullable(Text(1000))),
  start_time: z.optional(z.nullable(PartialDate)),
  end_time: z.optional(z.nullable(PartialDate)),
  /** The source: each written value becomes a claim of it. */
  said: z.optional(Provenance),
}

const Ends = { from: z.strictObject({ noun: z.enum(partyEntities), id: Id }), og_id: Id }

/** An end of a link as it is shown. */
export const LinkEnd = z.strictObject({
  noun: z.enum(partyEntities),
  id: Id,
  name: z.string(),
  ...engName,
  icon: z.nullable(z.string()),
  /** The level of an organisation; null for a person. */
  danger_level: z.nullable(DangerLevelValue),
})
export type LinkEnd = z.output<typeof LinkEnd>

/** A link with both ends; visible only to users who may read both. */
export const OgRelation = z.strictObject({
  id: Id,
  type: OgRelationTypeValue,
  from: LinkEnd,
  og: LinkEnd,
  share_min: z.nullable(z.number()),
  share_max: z.nullable(z.number()),
  is_beneficial: z.boolean(),
  desc: z.nullable(z.string()),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  /** Null if no source is recorded. */
  support: z.nullable(LinkSupport),
  /** A user who may change either end may change the link. */
  can: z.array(z.enum(['update', 'delete'])),
})
export type OgRelation = z.output<typeof OgRelation>

export const listOgRelations = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og_relation',
  roles: ogReaders,
  summary: 'Links between organisations, and between persons and organisations, by either end',
  query: z.strictObject({
    ...listQuery(['share_max', 'start_time']),
    og: z.optional(PathId),
    person: z.optional(PathId),
    type: z.optional(Repeated(OgRelationTypeValue)),
  }),
  reply: pageOf(OgRelation),
  errors: ['invalid'],
})

export const createOgRelation = endpoint({
  method: 'POST',
  path: '/v1/og_relation',
  roles: editors,
  bound: 'write',
  summary: 'Link an organisation or a person to an organisation, with attribution',
  body: z.strictObject({ ...Ends, type: OgRelationTypeValue, ...optionalWritten }),
  reply: OgRelation,
  errors: ['invalid', 'forbidden', 'duplicate'],
})

export const updateOgRelation = endpoint({
  method: 'PUT',
  path: '/v1/og_relation/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change a link’s type, share or dates; absent fields do not change, null clears',
  params: IdParams,
  body: z.strictObject({ type: z.optional(OgRelationTypeValue), ...optionalWritten }),
  reply: OgRelation,
  errors: ['invalid', 'not_found', 'forbidden', 'duplicate'],
})

export const deleteOgRelation = endpoint({
  method: 'DELETE',
  path: '/v1/og_relation/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Remove a link, from both sides',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})
