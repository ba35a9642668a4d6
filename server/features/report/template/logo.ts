import { AppError, fieldError } from '#server/platform/errors.ts'
import { openPicture } from '#server/platform/image.ts'

/** Bytes of a picture that may be sent. */
export const logoLimitBytes = 2 * 1_048_576
const [mostWide, mostHigh] = [600, 180]
const pixelLimit = 40_000_000
const pictures = new Set(['png', 'jpeg', 'webp'])
/** A drawing is refused that runs, fetches, multiplies itself or carries another file within; the rest becomes pixels. */
const forbidden =
  /\0|<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])|<!entity|<!doctype[^>]*\[|<(?:[\w-]+:)?(?:script|foreignobject|image|feimage|use)\b|@import/i
/** A drawing of so many pixels a unit: small ones stay sharp. */
const density = 300

let last: Promise<unknown> = Promise.resolve()

/** A picture as a logo value: drawn anew as a PNG, so that nothing of the file but its pixels is kept. One at a time. */
export async function logoOf(content: Buffer): Promise<string> {
  if (content.length === 0) throw fieldError('file', 'required')
  const drawn = last.then(() => draw(content))
  last = drawn.catch(() => undefined)
  return await drawn
}

async function draw(content: Buffer): Promise<string> {
  try {
    const { format } = await openPicture(content, { limitInputPixels: pixelLimit }).metadata()
    if (format === 'svg' ? forbidden.test(content.toString('utf8')) : !pictures.has(format ?? ''))
      throw new AppError('unsupported_media')
    const png = await openPicture(content, {
      limitInputPixels: pixelLimit,
      failOn: 'error',
      ...(format === 'svg' && { density }),
    })
      .timeout({ seconds: 10 })
      .rotate()
      .trim({ threshold: 0 })
      .resize({ width: mostWide, height: mostHigh, fit: 'inside', withoutEnlargement: format !== 'svg' })
      .png({ palette: true, quality: 95 })
      .toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unsupported_media')
  }
}

/** A logo value that a client sends back: whole, and as small as we make them. */
export async function checkLogo(value: string): Promise<void> {
  try {
    const picture = openPicture(logoBytes(value), { limitInputPixels: mostWide * mostHigh, failOn: 'error' })
    const { format, exif, xmp } = await picture.metadata()
    if (format !== 'png' || exif || xmp) throw fieldError('logo', 'logo')
    await picture.raw().toBuffer()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw fieldError('logo', 'logo')
  }
}

export const logoBytes = (value: string): Buffer => Buffer.from(value.slice(value.indexOf(',') + 1), 'base64')
