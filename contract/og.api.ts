import * as z from 'zod/mini'
import { provenanceFields } from './claim.api.ts'
import { endpoint } from './endpoint.ts'
import { DangerLevelValue, ogSchema } from './entities/og.schema.ts'
import * as field from './field.ts'
import { CustomFieldName, CustomFilter, Few, RegionFilter } from './record.ts'
import { bulkEndpoint, recordEndpoints, restoreValueEndpoint } from './record-endpoints.ts'
import { editors, ogReaders } from './role.ts'
import { Id, listQuery, PathId, pageOf, QueryBool, QueryRating, Repeated, Rev, recordFields, Text } from './wire.ts'

export {
  type DangerLevel,
  DangerLevelValue,
  dangerLevels,
  ForbiddenRule,
  Host,
  ogSchema,
} from './entities/og.schema.ts'

const writable = field.writeShape(ogSchema)

export const Og = z.strictObject({ ...recordFields, ...field.readShape(ogSchema) })
export type Og = z.output<typeof Og>

export const NewOg = z.extend(z.partial(z.strictObject(writable)), { name: writable.name })
export type NewOg = z.output<typeof NewOg>

export const OgPatch = z.extend(z.partial(z.strictObject(writable)), { id: Id, rev: Rev })
export type OgPatch = z.output<typeof OgPatch>

/** The same with the source of the values. */
export const NewOgWithProvenance = z.extend(NewOg, provenanceFields)
export const OgPatchWithProvenance = z.extend(OgPatch, provenanceFields)

/** Names of the writable fields; history, import and the form's comparison iterate over them. */
export const ogFields = field.writtenOf(ogSchema)
export type OgField = (typeof ogFields)[number]

/** Fields by which a list can be sorted, each backed by an index. */
export const ogSortable = ['updated_at', 'created_at', 'name', 'weight', 'danger_level'] as const

const filter = {
  keyword: z.optional(Text(200)),
  id: z.optional(Repeated(PathId)),
  category_id: z.optional(Repeated(PathId)),
  region: z.optional(Repeated(RegionFilter)),
  danger_level: z.optional(Repeated(DangerLevelValue)),
  weight_min: z.optional(QueryRating),
  weight_max: z.optional(QueryRating),
  owner: z.optional(Repeated(PathId)),
  custom: z.optional(CustomFilter),
  has_changes: z.optional(QueryBool),
  restricted: z.optional(QueryBool),
  /**
   * Sanctioned parties together own at least half of it: `certain` by the minimum shares, `possible` only by the
   * maximum shares. Excludes organisations that are sanctioned themselves.
   */
  sanctioned_share: z.optional(Repeated(z.enum(['certain', 'possible']))),
  /** The trash: deleted records that this reader may restore. */
  trash: z.optional(QueryBool),
}

/** The filter alone, as "all that match" and an export send it. */
export const OgFilter = z.strictObject(filter)
export type OgFilter = z.output<typeof OgFilter>

export const OgQuery = z.strictObject({ ...listQuery(ogSortable), ...filter })
export type OgQuery = z.output<typeof OgQuery>

export const listOgs = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og',
  roles: ogReaders,
  summary: 'Organisations',
  query: OgQuery,
  reply: pageOf(Og),
  errors: ['invalid'],
})

const names = { path: '/v1/og', one: 'an organisation', many: 'organisations' }
const roles = { read: ogReaders, write: editors }

export const {
  get: getOg,
  remove: deleteOg,
  restore: restoreOg,
  history: listOgHistory,
} = recordEndpoints(names, roles, Og)

export const restoreOgValue = restoreValueEndpoint(
  names,
  roles,
  z.union([z.enum(ogFields as [OgField, ...OgField[]]), CustomFieldName]),
  Og,
)

export const bulkOg = bulkEndpoint(
  names,
  roles,
  OgFilter,
  z.strictObject({
    category_id: writable.category_id,
    danger_level: writable.danger_level,
    weight: writable.weight,
    region: writable.region,
    read_user: writable.read_user,
    write_user: writable.write_user,
    read_group: writable.read_group,
    write_group: writable.write_group,
  }),
)

export const createOg = endpoint({
  method: 'POST',
  path: '/v1/og',
  roles: editors,
  bound: 'write',
  summary: 'Create an organisation; its creator is its owner',
  body: NewOgWithProvenance,
  reply: Og,
  errors: ['invalid'],
})

export const updateOg = endpoint({
  method: 'PUT',
  path: '/v1/og',
  roles: editors,
  bound: 'write',
  summary: 'Change an organisation (the body contains its id); absent fields do not change, null clears',
  body: OgPatchWithProvenance,
  reply: Og,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

const OgItems = z.strictObject({ items: z.array(Og) })

export const recentAddOg = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og/recent_add',
  roles: ogReaders,
  summary: 'Organisations added most recently',
  query: Few,
  reply: OgItems,
  errors: ['invalid'],
})

export const recentUpdateOg = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og/recent_update',
  roles: ogReaders,
  summary: 'Organisations changed most recently',
  query: Few,
  reply: OgItems,
  errors: ['invalid'],
})

export const mostFocusOg = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og/most_focus',
  roles: ogReaders,
  summary: 'Organisations with the most focus persons, then the highest weight',
  query: Few,
  /** `focus_count`: number of focus persons among the members that the caller may read. */
  reply: z.strictObject({ items: z.array(z.extend(Og, { focus_count: z.int() })) }),
  errors: ['invalid'],
})

export const regionCountOg = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/og/region_count',
  roles: ogReaders,
  summary: 'Organisations by region and by danger level',
  reply: z.strictObject({
    items: z.array(z.strictObject({ region: z.nullable(z.string()), count: z.int() })),
    danger_levels: z.array(z.strictObject({ danger_level: DangerLevelValue, count: z.int() })),
    total: z.int(),
  }),
})
