import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ShareRange } from './entities/link.schema.ts'
import { ogRelationTypes } from './og_relation.api.ts'
import { linkEntities } from './registry.ts'
import { editors, ogReaders } from './role.ts'
import { engName, Id, IdParams, Nothing, PartialDate, PathId, Text } from './wire.ts'

/**
 * The role of the other person towards this one, and the inverse role. A type that is its own inverse is mutual. Each
 * relation is stored once and read from both sides.
 */
export const relationInverse = {
  spouse: 'spouse',
  parent: 'child',
  child: 'parent',
  sibling: 'sibling',
  relative: 'relative',
  friend: 'friend',
  colleague: 'colleague',
  superior: 'subordinate',
  subordinate: 'superior',
  teacher: 'student',
  student: 'teacher',
  partner: 'partner',
  agent: 'principal',
  principal: 'agent',
  predecessor: 'successor',
  successor: 'predecessor',
  associate: 'associate',
  adversary: 'adversary',
  other: 'other',
} as const

export const relationTypes = Object.keys(relationInverse) as [RelationType, ...RelationType[]]
export type RelationType = keyof typeof relationInverse
export const RelationTypeValue = z.enum(relationTypes)

const relationWriteFields = {
  desc: z.nullable(Text(1000)),
  start_time: z.nullable(PartialDate),
  end_time: z.nullable(PartialDate),
}
const optionalWritten = {
  desc: z.optional(relationWriteFields.desc),
  start_time: z.optional(relationWriteFields.start_time),
  end_time: z.optional(relationWriteFields.end_time),
}

/** A relation as written into a person: the other person and their role towards this one. */
export const NewRelation = z.strictObject({ person_id: Id, type: RelationTypeValue, ...optionalWritten })
export type NewRelation = z.output<typeof NewRelation>

/** A relation as seen from one person. */
export const Relation = z.strictObject({
  id: Id,
  person_id: Id,
  person_name: z.string(),
  person_icon: z.nullable(z.string()),
  type: RelationTypeValue,
  desc: z.nullable(z.string()),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
})
export type Relation = z.output<typeof Relation>

const GraphPerson = z.strictObject({
  kind: z.literal('person'),
  id: Id,
  name: z.string(),
  icon: z.nullable(z.string()),
  position: z.nullable(z.string()),
  region: z.nullable(z.string()),
  is_focus: z.boolean(),
  /** Number of steps from the requested person. */
  depth: z.int(),
  /** Total number of readable links, shown or not, so that the effect of expanding is known. */
  degree: z.int(),
})
const GraphOg = z.strictObject({
  kind: z.literal('og'),
  id: Id,
  name: z.string(),
  ...engName,
  icon: z.nullable(z.string()),
  danger_level: z.string(),
  region: z.nullable(z.string()),
  depth: z.int(),
  degree: z.int(),
})
export const GraphNode = z.discriminatedUnion('kind', [GraphPerson, GraphOg])
export type GraphNode = z.output<typeof GraphNode>

/**
 * `from` and `to` are node keys: `p7` a person, `o3` an organisation. A relation's type is the role of `to` towards
 * `from`.
 */
export const GraphEdge = z.strictObject({
  /** `derived`: no user has stated it; its `id` is that of the far end. */
  kind: z.enum([...linkEntities, 'derived']),
  id: Id,
  from: z.string(),
  to: z.string(),
  /** For a relation; null for other links. */
  type: z.nullable(RelationTypeValue),
  /** For a link with an organisation: the act of `from` on `to`, and the share of an owner in percent. */
  og_type: z.optional(z.enum(ogRelationTypes)),
  share: z.optional(z.nullable(ShareRange)),
  /** For a derived link: how many persons and events both ends have in common. */
  common: z.optional(z.strictObject({ persons: z.int(), events: z.int() })),
  /** A link's description, or a membership's role. */
  label: z.nullable(z.string()),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
})
export type GraphEdge = z.output<typeof GraphEdge>

const wholeNumber = (min: number, max: number, preset: number) =>
  z._default(
    z.pipe(
      z.union([z.int().check(z.minimum(min), z.maximum(max)), z.string().check(z.maxLength(6), z.regex(/^\d+$/))]),
      z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
    ),
    preset,
  )

export const personRelation = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/person/relation/{id}',
  roles: ogReaders,
  summary: 'Persons and organisations around a person, to a depth, nearest first, at most `limit` nodes',
  params: IdParams,
  query: z.strictObject({
    depth: wholeNumber(1, 4, 1),
    limit: wholeNumber(1, 5_000, 300),
    /** Links to follow: of one kind, relations and memberships (`both`), or any. */
    through: z._default(z.enum([...linkEntities, 'both', 'any']), 'any'),
    /** The most parties with common persons or events that are added to the `limit`, with derived links. */
    derived: wholeNumber(0, 20, 0),
  }),
  reply: z.strictObject({
    nodes: z.array(GraphNode),
    edges: z.array(GraphEdge),
    /** True if nodes or edges were left out because of the limit. */
    is_cut: z.boolean(),
  }),
  errors: ['invalid', 'not_found'],
})

export const ogRelation = endpoint({
  ...personRelation,
  path: '/v1/og/relation/{id}',
  summary: 'Persons and organisations around an organisation, to a depth, nearest first, at most `limit` nodes',
})

/** A node as edges name it: `p7` a person, `o3` an organisation. */
const NodeKey = z.string().check(z.maxLength(16), z.regex(/^[po][1-9]\d{0,14}$/))
/** Maximum number of links between both ends; a longer path has no useful meaning. */
export const pathAtMost = 6

export const findPath = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/relation/path',
  roles: ogReaders,
  summary:
    'A shortest path between two persons or organisations, at most six links long, through records that the requester may read',
  query: z.strictObject({ from: NodeKey, to: NodeKey }),
  reply: z.strictObject({
    /** From one end to the other, with `depth` counted from the first; empty if no path was found. */
    nodes: z.array(GraphNode),
    /** All links between each two successive nodes. */
    edges: z.array(GraphEdge),
    /** True if a path may have been missed, because there were more links than the search examines. */
    is_cut: z.boolean(),
  }),
  errors: ['invalid', 'not_found'],
})

export const createRelation = endpoint({
  method: 'POST',
  path: '/v1/person/{id}/relation',
  roles: editors,
  bound: 'write',
  summary: 'Relate this person to another; both persons show the relation',
  params: IdParams,
  body: NewRelation,
  reply: Relation,
  errors: ['invalid', 'not_found', 'forbidden', 'duplicate'],
})

export const updateRelation = endpoint({
  method: 'PUT',
  path: '/v1/person/{id}/relation/{relation_id}',
  roles: editors,
  bound: 'write',
  summary: 'Change a relation as seen from this person; absent fields do not change, null clears',
  params: z.strictObject({ id: PathId, relation_id: PathId }),
  body: z.strictObject({ type: z.optional(RelationTypeValue), ...optionalWritten }),
  reply: Relation,
  errors: ['invalid', 'not_found', 'forbidden', 'duplicate'],
})

export const deleteRelation = endpoint({
  method: 'DELETE',
  path: '/v1/person/{id}/relation/{relation_id}',
  roles: editors,
  bound: 'write',
  summary: 'Remove a relation, from both sides',
  params: z.strictObject({ id: PathId, relation_id: PathId }),
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})
