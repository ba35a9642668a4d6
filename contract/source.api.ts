import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ReliabilityValue, SourceKindValue, sourceSchema } from './entities/source.schema.ts'
import * as field from './field.ts'
import { bulkEndpoint, recordEndpoints, restoreValueEndpoint } from './record-endpoints.ts'
import { editors, ogReaders } from './role.ts'
import { IdParams, listQuery, PathId, pageOf, QueryBool, Repeated, Required, Rev, recordFields, Text } from './wire.ts'

export {
  type Reliability,
  reliabilities,
  type SourceKind,
  sourceKinds,
  sourceSchema,
} from './entities/source.schema.ts'

const writable = field.writeShape(sourceSchema)

/** A source of facts. */
export const Source = z.strictObject({ ...recordFields, ...field.readShape(sourceSchema) })
export type Source = z.output<typeof Source>

export const NewSource = z.extend(z.partial(z.strictObject(writable)), { name: writable.name })
export type NewSource = z.output<typeof NewSource>

export const SourcePatch = z.extend(z.partial(z.strictObject(writable)), { rev: Rev })
export type SourcePatch = z.output<typeof SourcePatch>

/** Names of the writable fields. */
export const sourceFields = field.writtenOf(sourceSchema)
export type SourceField = (typeof sourceFields)[number]

export const sourceSortable = ['updated_at', 'created_at', 'name'] as const

const filter = {
  keyword: z.optional(Text(200)),
  id: z.optional(Repeated(PathId)),
  kind: z.optional(Repeated(SourceKindValue)),
  reliability: z.optional(Repeated(ReliabilityValue)),
  withdrawn: z.optional(QueryBool),
  owner: z.optional(Repeated(PathId)),
  restricted: z.optional(QueryBool),
  trash: z.optional(QueryBool),
}
export const SourceFilter = z.strictObject(filter)
export type SourceFilter = z.output<typeof SourceFilter>

export const SourceQuery = z.strictObject({ ...listQuery(sourceSortable), ...filter })
export type SourceQuery = z.output<typeof SourceQuery>

export const listSources = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/source',
  roles: ogReaders,
  summary: 'Sources of statements',
  query: SourceQuery,
  reply: pageOf(Source),
  errors: ['invalid'],
})

const names = { path: '/v1/source', one: 'a source', many: 'sources' }
const roles = { read: ogReaders, write: editors }

export const {
  get: getSource,
  remove: deleteSource,
  restore: restoreSource,
  history: listSourceHistory,
} = recordEndpoints(names, roles, Source)

export const restoreSourceValue = restoreValueEndpoint(
  names,
  roles,
  z.enum(sourceFields as [SourceField, ...SourceField[]]),
  Source,
)

export const bulkSource = bulkEndpoint(
  names,
  roles,
  SourceFilter,
  z.strictObject({
    reliability: writable.reliability,
    priority: writable.priority,
    read_user: writable.read_user,
    write_user: writable.write_user,
    read_group: writable.read_group,
    write_group: writable.write_group,
  }),
)

export const createSource = endpoint({
  method: 'POST',
  path: '/v1/source',
  roles: editors,
  bound: 'write',
  summary: 'Create a source; its creator is its owner',
  body: NewSource,
  reply: Source,
  errors: ['invalid'],
})

export const updateSource = endpoint({
  method: 'PUT',
  path: '/v1/source/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change a source; absent fields do not change, null clears',
  params: IdParams,
  body: SourcePatch,
  reply: Source,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const withdrawSource = endpoint({
  method: 'POST',
  path: '/v1/source/{id}/withdraw',
  roles: editors,
  bound: 'write',
  summary: 'Withdraw a source, or mark it as false: values that it alone supports become unsupported',
  params: IdParams,
  body: z.strictObject({ reason: Required(500), rev: Rev }),
  reply: Source,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const reinstateSource = endpoint({
  method: 'POST',
  path: '/v1/source/{id}/reinstate',
  roles: editors,
  bound: 'write',
  summary: 'Restore a withdrawn source, so that it supports its statements again',
  params: IdParams,
  reply: Source,
  errors: ['not_found', 'forbidden'],
})

/** Progress of recomputing the facts of a source with many claims, in claims. */
export const SourceCheck = z.strictObject({ done: z.int(), total: z.int() })
export type SourceCheck = z.output<typeof SourceCheck>

export const getSourceCheck = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/source/{id}/check',
  roles: ogReaders,
  summary: 'Progress of the fact-check list after a withdrawal; null if it is complete',
  params: IdParams,
  reply: z.nullable(SourceCheck),
  errors: ['not_found'],
})
