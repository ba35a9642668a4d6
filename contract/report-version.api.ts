import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Report, ReportMember } from './report.api.ts'
import { ReportBody } from './report-body.ts'
import { supers } from './role.ts'
import { IdParams, Instant, listQuery, PathId, PathNumber, pageOf, Rev } from './wire.ts'

/** One saved state of a report. */
export const ReportVersion = z.strictObject({
  number: z.int(),
  title: z.string(),
  saved_at: Instant,
  saved_by: ReportMember,
  is_published: z.boolean(),
  /** Number of characters. */
  length: z.int(),
})

export const listReportVersions = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/report/{id}/version',
  roles: supers,
  summary: 'Versions of a report, newest first',
  params: IdParams,
  query: z.strictObject(listQuery(['number'])),
  reply: pageOf(ReportVersion),
  errors: ['not_found', 'invalid'],
})

export const getReportVersion = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/report/{id}/version/{number}',
  roles: supers,
  summary: 'One version with its text',
  params: z.strictObject({ id: PathId, number: PathNumber }),
  reply: z.extend(ReportVersion, { summary: z.nullable(z.string()), body: ReportBody }),
  errors: ['not_found'],
})

export const restoreReportVersion = endpoint({
  method: 'POST',
  path: '/v1/report/{id}/version/{number}/restore',
  roles: supers,
  bound: 'write',
  summary: 'Restore an older version’s text as the newest version; no version is lost',
  params: z.strictObject({ id: PathId, number: PathNumber }),
  body: z.strictObject({ rev: Rev }),
  reply: Report,
  errors: ['not_found', 'forbidden', 'stale', 'wrong_state'],
})

/** A run of text: in both versions, only in the newer, only in the older. */
const Piece = z.strictObject({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })
export const compareReportVersions = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/report/{id}/compare',
  roles: supers,
  summary: 'Changes between two versions, by block and by word',
  params: IdParams,
  query: z.strictObject({ from: PathNumber, to: PathNumber }),
  reply: z.strictObject({
    blocks: z.array(
      z.strictObject({
        kind: z.enum(['same', 'changed', 'added', 'removed']),
        type: z.string(),
        pieces: z.array(Piece),
      }),
    ),
  }),
  errors: ['not_found', 'invalid'],
})
