import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MentionedRecord } from './mention.api.ts'
import { TextMark } from './page.api.ts'
import { uploaders } from './role.ts'
import { Id, IdParams, pageOf, QueryInteger, QueryNumber } from './wire.ts'

/** A part of the text: a page of a PDF, a sheet, a slide, a member of an archive; `name` identifies it. */
export const UploadPart = z.strictObject({
  number: z.int(),
  name: z.nullable(z.string()),
  text: z.string(),
  /** Sensitive words and names of records that the reader may read; positions in `text`. */
  marks: z.array(TextMark),
})
export type UploadPart = z.output<typeof UploadPart>

export const listUploadParts = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/upload/{id}/text',
  roles: uploaders,
  summary: 'The text of an upload, part by part, with the words and names found',
  params: IdParams,
  query: z.strictObject({
    current: z._default(QueryInteger.check(z.minimum(1)), 1),
    pageSize: z._default(QueryNumber(1, 20), 10),
  }),
  reply: pageOf(UploadPart),
  errors: ['not_found', 'invalid'],
})

export const listUploadFindings = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/upload/{id}/finding',
  roles: uploaders,
  summary: 'Sensitive words in an upload, and the organisations and persons it names that the reader may read',
  params: IdParams,
  /** Null for users who may not see the findings. */
  reply: z.nullable(
    z.strictObject({
      words: z.array(z.strictObject({ id: Id, word: z.string(), level: z.int(), count: z.int(), part: z.int() })),
      mentions: z.array(z.extend(MentionedRecord, { count: z.int(), part: z.int() })),
    }),
  ),
  errors: ['not_found'],
})
