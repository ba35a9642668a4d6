import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { Id, IdParams, Instant, PathId } from './wire.ts'

export const pageArchiveFormats = ['warc', 'wacz', 'mhtml', 'single_file', 'service', 'clip'] as const
export type PageArchiveFormat = (typeof pageArchiveFormats)[number]

/** Why a file could not be read to its end. */
export const pageArchiveFaults = [
  'unknown_format',
  'broken',
  'encrypted',
  'too_many_records',
  'too_large',
  'too_compressed',
  'too_slow',
  'too_much_memory',
  'file_gone',
  'not_allowed',
  'service_off',
  'service_failed',
  'internal',
] as const
export type PageArchiveFault = (typeof pageArchiveFaults)[number]

/** The outcome of a capture; every capture of a file counts once. */
export const captureOutcomes = [
  'added',
  'same',
  'out_of_scope',
  'refused_rule',
  'redirect',
  'status',
  'challenge',
  'not_page',
  'revisit',
  'bad_address',
  'bad_time',
  'too_large',
  'bad_encoding',
  'broken_record',
  'encrypted',
  'unreadable',
  'list_failed',
  'fetch_failed',
  'other_time',
] as const
export type CaptureOutcome = (typeof captureOutcomes)[number]

/** A web archive file, or a fetch from a web archive, whose captures became versions of an organisation's pages. */
export const PageArchive = z.strictObject({
  id: Id,
  file_name: z.string(),
  /** In bytes. */
  size: z.int(),
  /** SHA-256 of the file, in hexadecimal; null for a fetch. */
  sha256: z.nullable(z.string()),
  format: z.nullable(z.enum(pageArchiveFormats)),
  state: z.enum(['reading', 'done', 'failed', 'cancelled']),
  /** Captures read so far. */
  captures: z.int(),
  /** Captures by outcome; outcomes without a capture are left out. */
  counts: z.partialRecord(z.enum(captureOutcomes), z.int()),
  fault: z.nullable(z.enum(pageArchiveFaults)),
  /** Pages of a fetch whose past is settled; null for a file. */
  pages: z.nullable(z.strictObject({ done: z.int(), total: z.int() })),
  /** Captures, and lists of captures, that a fetch requests again later. */
  retries: z.int(),
  /** A fetch can be cancelled by the user who started it and by administrators. */
  can: z.array(z.enum(['cancel'])),
  created_at: Instant,
  ended_at: z.nullable(Instant),
})
export type PageArchive = z.output<typeof PageArchive>

/** `service`: the host of the web archive from which captures can be fetched; null if an administrator has set none. */
export const PageArchives = z.strictObject({ items: z.array(PageArchive), service: z.nullable(z.string()) })

/** The first capture of each span of time is fetched. */
export const pastSpans = ['month', 'quarter', 'year'] as const
export type PastSpan = (typeof pastSpans)[number]
/** Pages whose past is fetched at once, those nearest to the start page. */
export const mostPastPages = 1_000

export const PastRequest = z.strictObject({
  /** Maximum number of captures of a page. */
  captures: z._default(z.int().check(z.minimum(1), z.maximum(60)), 12),
  span: z._default(z.enum(pastSpans), 'month'),
  from_year: z.optional(z.int().check(z.minimum(1990), z.maximum(2200))),
  to_year: z.optional(z.int().check(z.minimum(1990), z.maximum(2200))),
})
export type PastRequest = z.output<typeof PastRequest>

export const fetchPast = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/archive/past',
  roles: editors,
  bound: 'interchange',
  summary:
    'Fetch captures of the pages of a site from the web archive that an administrator has set, in the background',
  params: IdParams,
  body: PastRequest,
  reply: PageArchive,
  errors: ['invalid', 'not_found', 'forbidden', 'wrong_state'],
})

export const cancelPast = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/archive/{archive}/cancel',
  roles: editors,
  bound: 'write',
  summary: 'End a fetch from a web archive; versions that it added remain',
  params: z.strictObject({ id: PathId, archive: PathId }),
  reply: PageArchive,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})

/** Maximum number of archives of one organisation. */
export const mostPageArchives = 500

export const listPageArchives = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/og/{id}/archive',
  roles: editors,
  summary: 'Web archive files of an organisation’s site, newest first',
  params: IdParams,
  reply: PageArchives,
  errors: ['not_found'],
})

export const addPageArchive = endpoint({
  method: 'POST',
  path: '/v1/og/{id}/archive',
  roles: editors,
  bound: 'interchange',
  summary:
    'Read a web archive file (WARC, WACZ, MHTML, SingleFile) in the background: its captures become versions of pages at their own time',
  params: IdParams,
  accepts: 'file',
  reply: PageArchive,
  errors: [
    'invalid',
    'not_found',
    'forbidden',
    'duplicate',
    'wrong_state',
    'too_large',
    'unsupported_media',
    'bad_request',
  ],
})
