// Runs in a separate process: all code that decodes an untrusted picture. It may be killed at any moment.
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { isDrawing, isHarmless } from '../drawing.ts'

/** `refused`: not a picture in an accepted format, or a broken one. */
export type PictureTask =
  | { kind: 'icon'; bytes: Uint8Array }
  /**
   * An icon that a client sends back: unchanged if it has the form in which this module draws icons, else encoded
   * again.
   */
  | { kind: 'value'; bytes: Uint8Array }
  | { kind: 'check'; bytes: Uint8Array }
  | { kind: 'logo'; bytes: Uint8Array; isSvg: boolean }
  | { kind: 'logo-value'; bytes: Uint8Array }
  | { kind: 'fit'; bytes: Uint8Array; side: number; isPhoto: boolean }
export type DrawnPicture = { bytes: Uint8Array; width: number; height: number }
export type PictureResult = DrawnPicture | 'same' | 'refused'

/** Side of an icon in pixels: twice the largest size at which it is displayed. */
const iconSide = 96
export const [logoWide, logoHigh] = [600, 180]
const pixelLimit = 40_000_000
/** AVIF is decoded whole, at about 17 bytes per pixel. */
const heifPixelLimit = 13_000_000
/** Resolution of a rendered drawing, in dots per inch: small drawings stay sharp. */
const density = 300

/**
 * Loaders for the formats that browsers and scanners produce; all others, including drawings, documents and slides,
 * stay disabled.
 */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].flatMap(name => [
  `VipsForeignLoad${name}Buffer`,
  `VipsForeignLoad${name}File`,
])
const drawingLoader = 'VipsForeignLoadSvgBuffer'

sharp.cache(false)
sharp.concurrency(1)
shutLoaders()

function shutLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
}

export async function doPictureTask(task: PictureTask): Promise<PictureResult> {
  try {
    const bytes = Buffer.from(task.bytes)
    if (task.kind === 'icon') return await drawIcon(bytes)
    if (task.kind === 'value') return await checkValue(bytes)
    if (task.kind === 'check') return await decodeOnce(bytes)
    if (task.kind === 'logo') return await drawLogo(bytes, task.isSvg)
    if (task.kind === 'logo-value') return await checkLogo(bytes)
    return await shrink(bytes, task.side, task.isPhoto)
  } catch {
    return 'refused'
  }
}

/**
 * Throws if it cannot be decoded; only for callers that run in a separate process. Scans of whole newspapers are
 * accepted.
 */
export async function decodePicture(bytes: Buffer): Promise<void> {
  await sharp(bytes, { failOn: 'error', limitInputPixels: 1_000_000_000 }).stats()
}

const openPicture = (bytes: Buffer, options: SharpOptions = {}) =>
  sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error', ...options })

async function drawIcon(bytes: Buffer): Promise<PictureResult> {
  const picture = openPicture(bytes)
  if (!(await isSmall(picture))) return 'refused'
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
  return await toDrawnPicture(
    picture.rotate().resize(iconSide, iconSide, { fit: 'contain', background: transparent }).webp({ quality: 80 }),
  )
}

async function isSmall(picture: Sharp): Promise<boolean> {
  const { format, width, height } = await picture.metadata()
  return format !== 'heif' || width * height <= heifPixelLimit
}

async function checkValue(bytes: Buffer): Promise<PictureResult> {
  const { format, width, height, pages, exif, xmp } = await openPicture(bytes).metadata()
  if (format !== 'webp') return 'refused'
  if (width <= iconSide && height <= iconSide && (pages ?? 1) === 1 && !exif && !xmp) return 'same'
  return await drawIcon(bytes)
}

/** Decodes the first frame, if there are several. */
async function decodeOnce(bytes: Buffer): Promise<PictureResult> {
  const picture = openPicture(bytes)
  if (!(await isSmall(picture))) return 'refused'
  await picture.resize(32, 32, { fit: 'inside' }).raw().toBuffer()
  return 'same'
}

async function drawLogo(bytes: Buffer, isSvg: boolean): Promise<PictureResult> {
  if (isSvg && !(isDrawing(bytes) && isHarmless(bytes))) return 'refused'
  if (isSvg) sharp.unblock({ operation: [drawingLoader] })
  try {
    return await toDrawnPicture(
      openPicture(bytes, isSvg ? { density } : {})
        .rotate()
        .trim({ threshold: 0 })
        .resize({ width: logoWide, height: logoHigh, fit: 'inside', withoutEnlargement: !isSvg })
        .png({ palette: true, quality: 95 }),
    )
  } finally {
    if (isSvg) sharp.block({ operation: [drawingLoader] })
  }
}

async function checkLogo(bytes: Buffer): Promise<PictureResult> {
  const picture = openPicture(bytes, { limitInputPixels: logoWide * logoHigh })
  const { format, width, height, exif, xmp } = await picture.metadata()
  if (format !== 'png' || exif || xmp) return 'refused'
  await picture.raw().toBuffer()
  return { bytes, width, height }
}

async function shrink(bytes: Buffer, side: number, isPhoto: boolean): Promise<PictureResult> {
  const small = openPicture(bytes, { limitInputPixels: 100_000_000 })
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  return await toDrawnPicture(isPhoto ? small.jpeg({ quality: 85 }) : small.png())
}

async function toDrawnPicture(picture: Sharp): Promise<DrawnPicture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { bytes: new Uint8Array(data), width: info.width, height: info.height }
}
