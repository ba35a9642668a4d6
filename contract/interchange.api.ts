import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ExportReason } from './export.api.ts'
import { HeldChange } from './import.api.ts'
import { linkEntities, mergeEntities } from './registry.ts'
import { editors, ogReaders } from './role.ts'
import { Id, IdList, IdParams, Instant, listQuery, pageOf, QueryBool } from './wire.ts'

/** Entities that are exported and imported, in the order of writing: targets of links come first. */
export const interchangeKinds = [...mergeEntities, ...linkEntities] as const
export const InterchangeKind = z.enum(interchangeKinds)
export type InterchangeKind = z.output<typeof InterchangeKind>

/**
 * `ftm`: FollowTheMoney entities, one JSON object per line. `popolo`: one JSON object with lists of persons and so on.
 * `un_xml`: the consolidated list of the UN Security Council. `ofac_csv`: the SDN list of OFAC, its tables in a ZIP.
 * `ofac_xml`: a list of OFAC as plain XML. `eu_xml`: the consolidated list of the EU.
 */
export const interchangeFormats = ['ftm', 'popolo', 'un_xml', 'ofac_csv', 'ofac_xml', 'eu_xml'] as const

/**
 * An export: queued → running → done. An import: checking → checked → running → done. `failed` and `cancelled` end
 * either.
 */
export const interchangeStates = ['queued', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const

/** The dry run's result for an entity of the file. */
export const interchangeVerdicts = ['new', 'changed', 'unchanged', 'wrong'] as const
export const InterchangeVerdict = z.enum(interchangeVerdicts)

/**
 * Why something is not carried over: the target format has no field for it (`no_home`), the value does not fit the
 * field (`unfit`), only one value is allowed (`extra`), the kind of entity is unknown (`unknown_schema`), or an end of
 * the link is not carried over (`no_end`).
 */
export const carryReasons = ['no_home', 'unfit', 'extra', 'unknown_schema', 'no_end'] as const

/** Values of one kind of entity and property that are not carried over. */
export const NotCarried = z.strictObject({
  /** Our entity for an export, the file's schema for an import. */
  what: z.string(),
  /** Field or property; null for the whole entity. */
  field: z.nullable(z.string()),
  reason: z.enum(carryReasons),
  count: z.int(),
  /** The first few values, shortened. */
  examples: z.array(z.string()),
})
export type NotCarried = z.output<typeof NotCarried>

const KindCounts = z.strictObject({
  /** Null for lines that could not be read. */
  kind: z.nullable(InterchangeKind),
  /** Number written by an export, or found in the file by an import. */
  total: z.int(),
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  wrong: z.int(),
})

export const Interchange = z.strictObject({
  id: Id,
  direction: z.enum(['export', 'import']),
  state: z.enum(interchangeStates),
  format: z.nullable(z.enum(interchangeFormats)),
  file_name: z.string(),
  size: z.nullable(z.int()),
  kinds: z.array(InterchangeKind),
  counts: z.array(KindCounts),
  /**
   * The source of the file's ids, proposed from the file name; null creates a new source when the import is written.
   */
  source_id: z.nullable(Id),
  /** Entities read, checked or written so far, out of `total` if that is known. */
  progress: z.int(),
  total: z.nullable(z.int()),
  written: z.int(),
  /** Most frequent first; at most 300. */
  not_carried: z.array(NotCarried),
  /** Categories that the import would create. */
  creates: z.array(z.string()),
  error: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
})
export type Interchange = z.output<typeof Interchange>

export const InterchangeRow = z.strictObject({
  /** Line of a FollowTheMoney file; position of the entity in a Popolo file. */
  n: z.int(),
  kind: z.nullable(InterchangeKind),
  name: z.string(),
  verdict: InterchangeVerdict,
  /** The dry run's result, if writing had a different result because of changes in between. */
  was: z.nullable(InterchangeVerdict),
  /** Faults, one sentence each. */
  faults: z.array(z.string()),
  changes: z.array(HeldChange),
  record_id: z.nullable(Id),
})
export type InterchangeRow = z.output<typeof InterchangeRow>

type Wanted = { kinds: readonly InterchangeKind[]; ids?: Partial<Record<string, readonly number[]>> | undefined }

/** Whether all records of an entity leave the console. */
const isOfAll = ({ body: { kinds, ids } }: { body: Wanted }): boolean =>
  ids === undefined || mergeEntities.some(noun => kinds.includes(noun) && ids[noun] === undefined)

export const exportInterchange = endpoint({
  method: 'POST',
  path: '/v1/interchange/export',
  roles: ogReaders,
  bound: 'interchange',
  confirm: { when: isOfAll },
  summary: 'Export readable records to a FollowTheMoney file in the background; links are included if both ends are',
  body: z.strictObject({
    kinds: z.array(InterchangeKind).check(z.minLength(1), z.maxLength(interchangeKinds.length)),
    /** Only these records; an entity without a list is exported completely. */
    ids: z.optional(z.strictObject({ og: z.optional(IdList), person: z.optional(IdList), event: z.optional(IdList) })),
    reason: ExportReason,
  }),
  reply: Interchange,
  errors: ['invalid'],
})

export const importInterchange = endpoint({
  method: 'POST',
  path: '/v1/interchange/import',
  roles: editors,
  bound: 'interchange',
  summary: 'Upload a FollowTheMoney or Popolo file (at most 100 MB); a dry run follows in the background',
  accepts: 'file',
  reply: Interchange,
  errors: ['invalid', 'too_large', 'unsupported_media', 'bad_request'],
})

export const listInterchanges = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/interchange',
  roles: ogReaders,
  summary: 'One’s own exports and imports, newest first',
  query: z.strictObject({ ...listQuery(['created_at']), direction: z.optional(z.enum(['export', 'import'])) }),
  reply: pageOf(Interchange),
  errors: ['invalid'],
})

export const getInterchange = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/interchange/{id}',
  roles: ogReaders,
  summary: 'One export or import of one’s own: progress, counts, and the data not carried over',
  params: IdParams,
  reply: Interchange,
  errors: ['not_found'],
})

export const getInterchangeFile = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/interchange/{id}/file',
  roles: ogReaders,
  summary: 'The completed export, stored for a day',
  params: IdParams,
  replies: 'stream',
  reply: z.unknown(),
  errors: ['not_found', 'wrong_state'],
})

export const listInterchangeRows = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/interchange/{id}/row',
  roles: editors,
  summary: 'Entities of an import with their dry-run results',
  params: IdParams,
  query: z.strictObject({
    ...listQuery(['n']),
    verdict: z.optional(InterchangeVerdict),
    /** Only rows whose result differs from the dry run. */
    differs: z.optional(QueryBool),
  }),
  reply: pageOf(InterchangeRow),
  errors: ['invalid', 'not_found'],
})

export const setInterchangeSource = endpoint({
  method: 'PUT',
  path: '/v1/interchange/{id}/source',
  roles: editors,
  bound: 'interchange',
  summary: 'Set the source of the file (null: a new one); the dry run starts again',
  params: IdParams,
  body: z.strictObject({ source_id: z.nullable(Id) }),
  reply: Interchange,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const runInterchange = endpoint({
  method: 'POST',
  path: '/v1/interchange/{id}/run',
  roles: editors,
  bound: 'interchange',
  summary: 'Write the new and changed records of the dry run; the access lists apply to new records',
  params: IdParams,
  body: z.strictObject({
    read_user: IdList,
    write_user: IdList,
    read_group: z.optional(IdList),
    write_group: z.optional(IdList),
  }),
  reply: Interchange,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const cancelInterchange = endpoint({
  method: 'POST',
  path: '/v1/interchange/{id}/cancel',
  roles: ogReaders,
  bound: 'write',
  summary: 'Stop; records already written stay',
  params: IdParams,
  reply: Interchange,
  errors: ['not_found', 'wrong_state'],
})
