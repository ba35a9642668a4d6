import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { captureOutcomes } from './page-archive.api.ts'
import { editors } from './role.ts'
import { Id } from './wire.ts'

/** Maximum length of a clipped page in characters; the size that the site allows may be less. */
export const longestClip = 12_000_000
/** Organisations that are offered for an address, at most. */
export const mostClipSites = 50

export const listClipSites = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/clip/site',
  roles: editors,
  summary: 'Organisations whose site an address belongs to and which the user may update, by name',
  query: z.strictObject({ url: z.string().check(z.maxLength(4_000)) }),
  reply: z.strictObject({ items: z.array(z.strictObject({ id: Id, name: z.string() })) }),
})

export const clipPage = endpoint({
  method: 'POST',
  path: '/v1/clip',
  roles: editors,
  bound: 'write',
  limitBytes: 4 * longestClip,
  summary:
    'Store a page as its reader sees it: it becomes a version “captured by a reader” of the page with this address, unless its text equals the version before',
  body: z.strictObject({
    og_id: Id,
    url: z.string().check(z.maxLength(4_000)),
    /** The document as HTML in Unicode, without scripts. */
    html: z.string().check(z.minLength(1), z.maxLength(longestClip)),
  }),
  reply: z.strictObject({
    /** `added`: a new version; `same`: equal to the version `version_id`; every other one: why nothing was stored. */
    outcome: z.enum(captureOutcomes),
    page_id: z.nullable(Id),
    version_id: z.nullable(Id),
    /** The last good version before a new one. */
    before_id: z.nullable(Id),
  }),
  errors: ['invalid', 'not_found', 'forbidden', 'too_large'],
})
