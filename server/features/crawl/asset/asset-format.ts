import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import type { AssetKind } from '#contract/page-snapshot.ts'
import { mediaType } from '#server/platform/fetcher/fetch.ts'

const pictures = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/apng',
  'image/x-icon',
])
const fonts = new Set(['font/woff', 'font/woff2', 'font/ttf', 'font/otf', 'font/sfnt'])
const styles = new Set(['', 'text/css', 'text/plain', 'application/octet-stream'])
/** A picture of more pixels would take a reader's memory when it is shown. */
const mostSide = 20_000
const mostPixels = 60_000_000
export const mostFontBytes = 600_000

type Format = { mediaType: string } | { fault: 'bad_format' | 'too_wide' | 'file_large' }

/** The format of a file by its content: the server's word counts for stylesheets only, which have no signature. */
export async function formatOf(body: Buffer, kind: AssetKind, contentType: string | undefined): Promise<Format> {
  if (kind === 'style')
    return styles.has(mediaType(contentType)) && !isMarkup(body)
      ? { mediaType: (contentType ?? 'text/css').slice(0, 200) }
      : { fault: 'bad_format' }
  const found = await fileTypeFromBuffer(body.subarray(0, 8_192)).catch(() => undefined)
  if (kind === 'font') {
    if (!found || !fonts.has(found.mime)) return { fault: 'bad_format' }
    return body.length > mostFontBytes ? { fault: 'file_large' } : { mediaType: found.mime }
  }
  // A drawing runs nothing and loads nothing where it is shown as a picture.
  if (isDrawing(body)) return { mediaType: 'image/svg+xml' }
  if (!found || !pictures.has(found.mime)) return { fault: 'bad_format' }
  const size = sizeOf(body)
  if (size && (Math.max(size.width, size.height) > mostSide || size.width * size.height > mostPixels))
    return { fault: 'too_wide' }
  return { mediaType: found.mime }
}

function sizeOf(body: Buffer): { width: number; height: number } | null {
  try {
    return imageSize(body)
  } catch {
    return null
  }
}

const head = (body: Buffer) =>
  body
    .subarray(0, 2_000)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
/** Servers answer a missing stylesheet with a page. */
const isMarkup = (body: Buffer) => /^\s*<(?:!doctype|html|head|body|script|\?xml)/i.test(head(body))
const isDrawing = (body: Buffer) =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype svg[^>[]*(?:\[[^\]]*\])?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(
    head(body),
  )
