// Pictures that users send. This process decodes none of them: each is decoded in a separate process, which is killed
// when it exceeds its time limit.

import { AppError, fieldError } from '../http/errors.ts'
import { ChildLost, openChildren } from '../process/children.ts'
import type { DrawnPicture, PictureResult, PictureTask } from '../process/picture-tasks.ts'

const entry = new URL('../process/picture-process.ts', import.meta.url)
const memory = { heapMb: 128, rssMb: 900 }
/** Most pictures need a tenth of this time; a slower one is passed to the `patient` processes, and blocks no one. */
const quick = openChildren<PictureTask, never, PictureResult>(entry, {
  ...memory,
  most: 3,
  patienceMs: 50,
  cpuMs: 500,
  timeoutMs: 5_000,
})
const patient = openChildren<PictureTask, never, PictureResult>(entry, {
  ...memory,
  most: 2,
  patienceMs: 500,
  cpuMs: 6_000,
  timeoutMs: 30_000,
})
/** Drawings (SVG), whose content can grow while it is rendered. */
const drawing = openChildren<PictureTask, never, PictureResult>(entry, {
  ...memory,
  most: 1,
  cpuMs: 6_000,
  timeoutMs: 20_000,
})

type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'

/** The format by the first bytes; null if it is not a raster picture. */
function formatOf(bytes: Uint8Array): PictureFormat | null {
  // units: bytes, one each
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'webp'
  // A picture of the HEIF family names its main brand first; compatible brands may follow.
  return /^[\s\S]{4}ftyp[\s\S]{0,40}?(avif|avis|heic|heix|mif1|msf1)/.test(head) ? 'avif' : null
}

const last = new Map<number, Promise<unknown>>()

/**
 * Processes one picture of an account at a time, so that twenty pictures of one account do not delay those of others.
 */
async function inTurnOf<T>(account: number, work: () => Promise<T>): Promise<T> {
  const done = (last.get(account) ?? Promise.resolve()).then(work)
  const settled = done.then(
    () => undefined,
    () => undefined,
  )
  last.set(account, settled)
  try {
    return await done
  } finally {
    if (last.get(account) === settled) last.delete(account)
  }
}

/** A picture that exceeds the time limit of every lane is refused. */
async function run(task: PictureTask, lanes = [quick, patient]): Promise<PictureResult> {
  for (const lane of lanes)
    try {
      return await lane.run(task, () => undefined)
    } catch (error) {
      if (!(error instanceof ChildLost)) throw error
      if (error.why !== 'time') return 'refused'
    }
  return 'refused'
}

const isDrawn = (result: PictureResult): result is DrawnPicture => typeof result === 'object'

/**
 * An uploaded picture as an icon value. Its content decides; SVG and everything else that can carry scripts is refused.
 */
export async function iconOf(account: number, content: Buffer): Promise<string> {
  if (formatOf(content) === null) throw new AppError('unsupported_media')
  const result = await inTurnOf(account, () => run({ kind: 'icon', bytes: content }))
  if (!isDrawn(result)) throw new AppError('unsupported_media')
  return iconValue(result)
}

const iconValue = ({ bytes }: DrawnPicture) => `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`

/** An icon value that a client sends back: it is encoded again, so that only pixels remain. */
export async function normaliseIcon(account: number, value: string): Promise<string> {
  const bytes = valueBytes(value)
  if (formatOf(bytes) !== 'webp') throw fieldError('icon', 'icon')
  const result = await inTurnOf(account, () => run({ kind: 'value', bytes }))
  if (result === 'refused') throw fieldError('icon', 'icon')
  return isDrawn(result) ? iconValue(result) : value
}

const valueBytes = (value: string) => Buffer.from(value.slice(value.indexOf(',') + 1), 'base64')

/**
 * Whether a file that claims to be a picture can be decoded as one, so that nothing else hides behind its first bytes.
 */
export async function isWholePicture(account: number, read: () => Promise<Buffer>): Promise<boolean> {
  return await inTurnOf(account, async () => {
    const bytes = await read()
    return formatOf(bytes) !== null && (await run({ kind: 'check', bytes })) !== 'refused'
  })
}

/**
 * Draws a picture or an SVG drawing as a logo; null if it cannot be drawn. The drawing process decides whether a file
 * is a drawing.
 */
export async function drawLogo(account: number, content: Buffer): Promise<DrawnPicture | null> {
  const format = formatOf(content)
  if (format !== null && !['png', 'jpeg', 'webp'].includes(format)) return null
  const task: PictureTask = { kind: 'logo', bytes: content, isSvg: format === null }
  const result = await inTurnOf(account, () => run(task, format === null ? [drawing] : [quick, patient]))
  return isDrawn(result) ? result : null
}

/** The size of a logo in the form that this module draws; null for any other. */
export async function readLogo(bytes: Buffer): Promise<DrawnPicture | null> {
  if (formatOf(bytes) !== 'png') return null
  const result = await run({ kind: 'logo-value', bytes })
  return isDrawn(result) ? result : null
}

/** Fits a picture into a square with this side, as JPEG or PNG; null if it cannot be drawn. */
export async function fitPicture(bytes: Buffer, side: number, isPhoto: boolean): Promise<DrawnPicture | null> {
  if (formatOf(bytes) === null) return null
  const result = await run({ kind: 'fit', bytes, side, isPhoto }, [patient])
  return isDrawn(result) ? result : null
}
