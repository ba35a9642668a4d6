import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { attachmentLimitBytes } from '#contract/attachment.api.ts'
import { newBlobKey } from '#server/platform/blob/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { isWholePicture } from '#server/platform/files/image.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import type { AttachmentContent } from './attachment.queries.ts'

/** The part of a file that determines its type. */
const headBytes = 128 * 1024

const pictureTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Stores a file and determines its type. The caller removes the blob if its request fails. */
export async function storeContent(ctx: Ctx, file: IncomingFile): Promise<AttachmentContent> {
  const key = newBlobKey('attachment')
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let headSize = 0
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of file.content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (headSize < headBytes) head.push(chunk.subarray(0, headBytes - headSize))
      headSize += chunk.length
      yield chunk
    }
  }
  const size = await ctx.blobs.put(key, watched())
  try {
    if (file.isTruncated() || size > attachmentLimitBytes) throw new AppError('too_large')
    if (size === 0) throw fieldError('file', 'file_empty')
    return { hash: hash.digest(), blob_key: key, size, ...(await typeOf(ctx, key, Buffer.concat(head))) }
  } catch (error) {
    await ctx.blobs.remove(key)
    throw error
  }
}

/** The type by the first bytes; a file counts as a picture only if all of it can be decoded. */
async function typeOf(
  ctx: Ctx,
  key: string,
  head: Buffer,
): Promise<Pick<AttachmentContent, 'media_type' | 'is_picture'>> {
  const { fileTypeFromBuffer } = await import('file-type')
  const sniffed = await fileTypeFromBuffer(head).catch(() => undefined)
  const mediaType = sniffed?.mime ?? (isText(head) ? 'text/plain' : 'application/octet-stream')
  if (!pictureTypes.has(mediaType)) return { media_type: mediaType, is_picture: false }
  if (await isWholePicture(ctx.actor.id ?? 0, () => buffer(ctx.blobs.read(key))))
    return { media_type: mediaType, is_picture: true }
  return { media_type: 'application/octet-stream', is_picture: false }
}

/** Whether the head is UTF-8 without control characters, except for a character cut at its end. */
function isText(head: Buffer): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
