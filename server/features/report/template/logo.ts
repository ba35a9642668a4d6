import type { Ctx } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { drawLogo, readLogo } from '#server/platform/image.ts'

/** Bytes of a picture that may be sent. */
export const logoLimitBytes = 2 * 1_048_576
/**
 * A drawing is refused that runs, fetches, multiplies what it draws or carries another file within; the rest becomes pixels. Prefixes
 * may have any letters.
 */
const forbidden =
  /\0|<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])|<!entity|<!doctype[^>]*\[|<(?:[^\s<>/:]+:)?(?:script|foreignobject|image|feimage|use|marker|pattern|filter|mask|clippath|animate\w*|set)\b|@import|\b(?:filter|mask|marker(?:-\w+)?|stroke-dasharray)\s*[:=]/i
const isDrawing =
  /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!doctype svg[^>]*>\s*)*<(?:[^\s<>/:]+:)?svg[\s>]/i
/** More elements, or more of what one of them draws, is no logo. */
const mostElements = 5_000
const mostDrawingBytes = 512 * 1_024

/** A picture as a logo value: drawn anew as a PNG, so that nothing of the file but its pixels is kept. */
export async function logoOf({ actor }: Ctx, content: Buffer): Promise<string> {
  if (content.length === 0) throw fieldError('file', 'required')
  // Looked at in the beginning only, where comments may occur.
  const isSvg = isDrawing.test(content.subarray(0, 10_000).toString('utf8'))
  if (isSvg && !isHarmless(content)) throw new AppError('unsupported_media')
  const logo = await drawLogo(actor.id ?? 0, content, isSvg)
  if (!logo) throw new AppError('unsupported_media')
  return `data:image/png;base64,${Buffer.from(logo.bytes).toString('base64')}`
}

function isHarmless(content: Buffer): boolean {
  if (content.length > mostDrawingBytes) return false
  const text = content.toString('utf8')
  return !forbidden.test(text) && text.split('<').length <= mostElements
}

/** A logo value that a client sends back: whole, and as small as we make them. */
export async function checkLogo(value: string): Promise<void> {
  if (!(await readLogo(logoBytes(value)))) throw fieldError('logo', 'logo')
}

export const logoBytes = (value: string): Buffer => Buffer.from(value.slice(value.indexOf(',') + 1), 'base64')
