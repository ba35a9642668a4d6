import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { entityNames } from './registry.ts'
import { ogReaders } from './role.ts'
import { Id, IdParams, Instant, Required } from './wire.ts'

export const exportEntities = [...entityNames, 'audit'] as const
export const exportFormats = ['csv', 'xlsx', 'json'] as const
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export const Export = z.strictObject({
  id: Id,
  noun: z.enum(exportEntities),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  file_name: z.string(),
  row_count: z.int(),
  /** Per cent written, 0 to 100. */
  progress: z.int(),
  size: z.nullable(z.int()),
  error: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
})
export type Export = z.output<typeof Export>

/** Why data leaves the console; stored in the audit log. */
export const ExportReason = Required(500)

/** Whether no filter limits an export: all records of the list leave the console. */
const isOfAll = ({ body: { query } }: { body: { query: Record<string, unknown> } }): boolean =>
  Object.entries(query).every(([name, value]) => ['current', 'pageSize', 'sort'].includes(name) || isEmpty(value))

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export const createExport = endpoint({
  method: 'POST',
  path: '/v1/export',
  roles: ogReaders,
  bound: 'export',
  confirm: { when: isOfAll, permitsTokens: true },
  summary:
    'Export filtered records with the chosen columns in the background; only records that the requester may read',
  body: z.strictObject({
    noun: z.enum(exportEntities),
    format: z.enum(exportFormats),
    /** Fields in the order of the columns. */
    columns: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(100)),
    /** The list's query without paging, as the list endpoint takes it. */
    query: z.record(z.string().check(z.maxLength(60)), z.unknown()),
    reason: ExportReason,
  }),
  reply: Export,
  errors: ['invalid', 'forbidden'],
})

export const getExport = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/export/{id}',
  roles: ogReaders,
  summary: 'One export of one’s own, with its progress',
  params: IdParams,
  reply: Export,
  errors: ['not_found'],
})

export const cancelExport = endpoint({
  method: 'POST',
  path: '/v1/export/{id}/cancel',
  roles: ogReaders,
  bound: 'write',
  summary: 'Stop an export',
  params: IdParams,
  reply: Export,
  errors: ['not_found', 'wrong_state'],
})

export const getExportFile = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/export/{id}/file',
  roles: ogReaders,
  summary: 'The completed file, stored for a day',
  params: IdParams,
  replies: 'stream',
  reply: z.unknown(),
  errors: ['not_found', 'wrong_state'],
})
