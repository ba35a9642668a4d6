import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { History } from './history.ts'
import { IconValue } from './icon.ts'
import { bulkOf, Country, Few, Rating, RegionFilter } from './record.ts'
import { editors, ogReaders } from './role.ts'
import {
  accessFields,
  Id,
  IdList,
  IdParams,
  listQuery,
  matches,
  Nothing,
  PartialDate,
  PathId,
  pageOf,
  QueryBool,
  QueryRating,
  Repeated,
  Required,
  Rev,
  recordFields,
  Text,
  WebAddress,
} from './wire.ts'

/** The five danger levels, gravest first. The values are the specification's and go over the wire as they are. */
export const dangerLevels = ['受制裁', '一类', '二类', '中性', '待定'] as const
export type DangerLevel = (typeof dangerLevels)[number]
export const DangerLevelValue = z.enum(dangerLevels)

/** A host name without scheme, path or port. */
export const Host = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    matches(/^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u, 'host'),
  )

/**
 * A pattern of addresses never fetched: a glob (`/private/*`, `*.zip`) or `re:` and an expression of RE2 (linear time: no
 * look-around, no back-references). What is wrong at a glance is said here; the server compiles it.
 */
export const ForbiddenRule = Required(500).check(z.refine(isRule, { params: { code: 'rule' } }))

function isRule(text: string): boolean {
  if (!text.startsWith('re:')) return true
  const expression = text.slice(3)
  if (expression === '' || /\(\?<?[=!]|\\[1-9]|\\k</.test(expression.replace(/\\[^1-9k]/g, ''))) return false
  try {
    new RegExp(expression.replace(/^\(\?[imsU]+\)/, '').replaceAll('(?P<', '(?<'))
    return true
  } catch {
    return false
  }
}

/** What a person may write into an organisation. `null` clears. */
const writable = {
  name: Required(200),
  eng_name: z.nullable(Text(200)),
  aliases: z.array(Required(200)).check(z.maxLength(50)),
  icon: z.nullable(IconValue),
  desc: z.nullable(Text(20_000)),
  category_id: z.nullable(Id),
  host: z.nullable(Host),
  entrances: z.array(WebAddress).check(z.maxLength(100)),
  version_keep: z.int().check(z.minimum(0), z.maximum(10_000)),
  forbidden_rules: z.array(ForbiddenRule).check(z.maxLength(200)),
  twitter: z.nullable(Text(200)),
  facebook: z.nullable(Text(200)),
  youtube: z.nullable(Text(200)),
  register_time: z.nullable(PartialDate),
  scale: z.nullable(Text(100)),
  weight: Rating,
  region: z.nullable(Country),
  danger_level: DangerLevelValue,
  external_id: z.nullable(Text(100)),
  read_user: IdList,
  write_user: IdList,
}

export const Og = z.strictObject({
  ...recordFields,
  ...accessFields,
  name: z.string(),
  eng_name: z.nullable(z.string()),
  aliases: z.array(z.string()),
  icon: z.nullable(z.string()),
  desc: z.nullable(z.string()),
  category_id: z.nullable(Id),
  host: z.nullable(z.string()),
  entrances: z.array(z.string()),
  version: z.int(),
  new_version: z.int(),
  version_keep: z.int(),
  forbidden_rules: z.array(z.string()),
  twitter: z.nullable(z.string()),
  facebook: z.nullable(z.string()),
  youtube: z.nullable(z.string()),
  register_time: z.nullable(z.string()),
  scale: z.nullable(z.string()),
  weight: z.int(),
  region: z.nullable(z.string()),
  danger_level: DangerLevelValue,
  external_id: z.nullable(z.string()),
  is_demo: z.boolean(),
})
export type Og = z.output<typeof Og>

export const NewOg = z.extend(z.partial(z.strictObject(writable)), { name: writable.name })
export type NewOg = z.output<typeof NewOg>

export const OgPatch = z.extend(z.partial(z.strictObject(writable)), { id: Id, rev: Rev })
export type OgPatch = z.output<typeof OgPatch>

/** Names of the fields a person may write; history, import and the form's comparison walk over them. */
export const ogFields = Object.keys(writable) as (keyof typeof writable)[]
export type OgField = keyof typeof writable

/** Fields a list can be sorted by, each backed by an index. */
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
  has_changes: z.optional(QueryBool),
  restricted: z.optional(QueryBool),
  /** The trash: deleted records that this reader may restore. */
  trash: z.optional(QueryBool),
}

/** The filter alone: what "all that match" and an export send. */
export const OgFilter = z.strictObject(filter)
export type OgFilter = z.output<typeof OgFilter>

export const OgQuery = z.strictObject({ ...listQuery(ogSortable), ...filter })
export type OgQuery = z.output<typeof OgQuery>

export const listOgs = endpoint({
  method: 'GET',
  path: '/v1/og',
  roles: ogReaders,
  summary: 'Organisations',
  query: OgQuery,
  reply: pageOf(Og),
  errors: ['invalid'],
})

export const getOg = endpoint({
  method: 'GET',
  path: '/v1/og/{id}',
  roles: ogReaders,
  summary: 'One organisation',
  params: IdParams,
  reply: Og,
  errors: ['not_found'],
})

export const createOg = endpoint({
  method: 'POST',
  path: '/v1/og',
  roles: editors,
  bound: 'write',
  summary: 'Create an organisation; its creator is its owner',
  body: NewOg,
  reply: Og,
  errors: ['invalid'],
})

export const updateOg = endpoint({
  method: 'PUT',
  path: '/v1/og',
  roles: editors,
  bound: 'write',
  summary: 'Change an organisation (the body carries its id): absent keeps, null clears',
  body: OgPatch,
  reply: Og,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const deleteOg = endpoint({
  method: 'DELETE',
  path: '/v1/og/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Move an organisation to the trash',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})

export const restoreOg = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/restore',
  roles: editors,
  bound: 'write',
  summary: 'Bring an organisation back from the trash (30 days)',
  params: IdParams,
  reply: Og,
  errors: ['not_found', 'forbidden'],
})

export const listOgHistory = endpoint({
  method: 'GET',
  path: '/v1/og/{id}/history',
  roles: ogReaders,
  summary: 'Who changed which field when, newest first',
  params: IdParams,
  query: z.strictObject(listQuery(['at'])),
  reply: pageOf(History),
  errors: ['not_found', 'invalid'],
})

export const restoreOgValue = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/history/{history_id}/restore',
  roles: editors,
  bound: 'write',
  summary: 'Give one field the value it had before the named change',
  params: z.strictObject({ id: PathId, history_id: PathId }),
  body: z.strictObject({ field: z.enum(ogFields as [OgField, ...OgField[]]), rev: Rev }),
  reply: Og,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const bulkOg = endpoint({
  method: 'POST',
  path: '/v1/og/bulk',
  roles: editors,
  bound: 'bulk',
  summary: 'One act on many organisations: those named, or all that match a filter if still as many as expected',
  ...bulkOf(
    OgFilter,
    z.strictObject({
      category_id: writable.category_id,
      danger_level: writable.danger_level,
      weight: writable.weight,
      region: writable.region,
      read_user: writable.read_user,
      write_user: writable.write_user,
    }),
  ),
  errors: ['invalid', 'count_changed'],
})

const OgItems = z.strictObject({ items: z.array(Og) })

export const recentAddOg = endpoint({
  method: 'GET',
  path: '/v1/og/recent_add',
  roles: ogReaders,
  summary: 'Organisations added last',
  query: Few,
  reply: OgItems,
  errors: ['invalid'],
})

export const recentUpdateOg = endpoint({
  method: 'GET',
  path: '/v1/og/recent_update',
  roles: ogReaders,
  summary: 'Organisations changed last',
  query: Few,
  reply: OgItems,
  errors: ['invalid'],
})

export const mostFocusOg = endpoint({
  method: 'GET',
  path: '/v1/og/most_focus',
  roles: ogReaders,
  summary: 'Organisations with the most focus persons, then the highest weight',
  query: Few,
  /** `focus_count`: focus persons among the members, as far as the asker may read them. */
  reply: z.strictObject({ items: z.array(z.extend(Og, { focus_count: z.int() })) }),
  errors: ['invalid'],
})

export const regionCountOg = endpoint({
  method: 'GET',
  path: '/v1/og/region_count',
  roles: ogReaders,
  summary: 'Organisations by region and by danger level',
  reply: z.strictObject({
    items: z.array(z.strictObject({ region: z.nullable(z.string()), count: z.int() })),
    danger_levels: z.array(z.strictObject({ danger_level: DangerLevelValue, count: z.int() })),
    total: z.int(),
  }),
})
