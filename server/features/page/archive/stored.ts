import type { Ctx } from '#server/platform/ctx.ts'
import { getCapture, openCaptures } from '#server/store/store.ts'
import { decodeBody } from '#server/text/charset.ts'
import type { Extract } from '#server/text/extract.ts'
import { extractInThread } from '#server/text/extract-apart.ts'
import type { SiteFilter } from '#server/text/site-filter.ts'
import type { PageSource } from '#server/text/source.ts'
import type { PageVersionRow } from '../page.queries.ts'

type StoredText = Pick<PageVersionRow, 'hash' | 'text_blob' | 'content_type' | 'charset' | 'final_url'>

/** A stored version as text: the HTML of a page, or the lines of another document. */
export async function readStoredPage(ctx: Ctx, version: StoredText): Promise<PageSource> {
  return sourceOf(version, await getCapture(ctx, hashOf(version)))
}

/**
 * Returns a function for the blocks of each version, as `extractStored` returns them; their bytes are looked up and
 * read together.
 */
export async function openStored(
  ctx: Ctx,
  versions: readonly StoredText[],
): Promise<(version: StoredText, filter?: SiteFilter) => Promise<Extract>> {
  const read = await openCaptures(ctx, versions.map(hashOf))
  return async (version, filter) => await extractInThread(sourceOf(version, await read(hashOf(version))), filter)
}

const hashOf = (version: StoredText) => Buffer.from(version.text_blob ?? version.hash, 'hex')

function sourceOf(version: StoredText, raw: Buffer): PageSource {
  const isHtml = version.text_blob === null && isHtmlType(version.content_type)
  const url = version.final_url
  if (version.text_blob !== null) return { html: null, text: raw.toString('utf8'), url }
  const { text } = decodeBody(raw, version.content_type, version.charset)
  return { html: isHtml ? text : null, text, url }
}

/** The blocks of a stored version, with the site's current filter. */
export async function extractStored(ctx: Ctx, version: StoredText, filter?: SiteFilter): Promise<Extract> {
  return await extractInThread(await readStoredPage(ctx, version), filter)
}

function isHtmlType(contentType: string | null): boolean {
  return contentType === null || /html|xml/i.test(contentType)
}
