import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { default as library, Sharp, SharpOptions } from 'sharp'
import { AppError, fieldError } from './errors.ts'
import { late } from './late.ts'

const decoder = late<typeof library>('sharp')

/** Side of an icon in pixels: twice the largest size it is shown at. */
const side = 96
const formats = new Set(['png', 'jpeg', 'webp', 'gif', 'avif', 'heif'])
const pixelLimit = 40_000_000
/** AVIF opens whole, at some 17 bytes a pixel. */
const heifPixelLimit = 13_000_000

/** Decoders work on what strangers send: one picture at a time, nothing kept. */
export function openPicture(options: SharpOptions): Sharp
export function openPicture(content: Buffer, options?: SharpOptions): Sharp
export function openPicture(given: Buffer | SharpOptions, options?: SharpOptions): Sharp {
  const sharp = decoder()
  sharp.cache(false)
  sharp.concurrency(1)
  return Buffer.isBuffer(given) ? sharp(given, options) : sharp(given)
}

/** An uploaded picture as an icon value. Judged by content; SVG and whatever else can carry scripts is refused. */
export async function iconOf(content: Buffer): Promise<string> {
  try {
    const picture = openPicture(content, { limitInputPixels: pixelLimit, failOn: 'error' })
    const { format, width, height } = await picture.metadata()
    if (!format || !formats.has(format)) throw new AppError('unsupported_media')
    if (format === 'heif' && width * height > heifPixelLimit) throw new AppError('unsupported_media')
    const webp = await picture
      .rotate()
      .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 80 })
      .toBuffer()
    return `data:image/webp;base64,${webp.toString('base64')}`
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unsupported_media')
  }
}

/** An icon value that a client sends back: drawn anew, so that only pixels remain. */
export async function normaliseIcon(value: string): Promise<string> {
  const content = Buffer.from(value.slice(value.indexOf(',') + 1), 'base64')
  const known = await openPicture(content)
    .metadata()
    .catch(() => undefined)
  if (known?.format !== 'webp') throw fieldError('icon', 'icon')
  if (known.width <= side && known.height <= side && (known.pages ?? 1) === 1 && !known.exif && !known.xmp) return value
  return await iconOf(content)
}

let lastCheck: Promise<unknown> = Promise.resolve()

/**
 * Whether a file that claims to be a picture can be decoded as one (of several frames, the first), so that nothing
 * else hides behind its first bytes. One at a time, for a picture is in memory while it is looked at.
 */
export function isWholePicture(open: () => Readable): Promise<boolean> {
  const check = lastCheck.then(() => decodes(open))
  lastCheck = check
  return check
}

async function decodes(open: () => Readable): Promise<boolean> {
  try {
    const picture = openPicture({ limitInputPixels: pixelLimit, failOn: 'error' })
    const [, { format, width, height }] = await Promise.all([pipeline(open(), picture), picture.metadata()])
    if (format === 'heif' && width * height > heifPixelLimit) return false
    await picture.resize(32, 32, { fit: 'inside' }).raw().toBuffer()
    return true
  } catch {
    return false
  }
}
