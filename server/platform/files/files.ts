import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import anyAscii from 'any-ascii'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cutStart } from '#contract/text.ts'
import { AppError } from '../http/errors.ts'

/**
 * A file of a request: read `content` to its end, then call `isTruncated` to learn whether it exceeded the size limit.
 */
export type IncomingFile = { name: string; content: Readable; isTruncated: () => boolean }

/** The one file of a multipart request; its name is the last segment of the name sent, without control characters. */
export async function receiveFile(request: FastifyRequest, limitBytes?: number): Promise<IncomingFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_media')
  const file = await request.file(limitBytes === undefined ? {} : { limits: { fileSize: limitBytes } })
  if (!file) throw new AppError('invalid', {}, { faults: [{ path: 'file', code: 'required' }] })
  const content = Readable.from(wholeOr400(file.file), { objectMode: false })
  return { name: cleanName(file.filename), content, isTruncated: () => file.file.truncated }
}

/** A body that breaks off is the client's fault, whatever the parser calls it. */
async function* wholeOr400(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch {
    throw new AppError('bad_request')
  }
}

/** The last segment of a name that may be a path, without control characters, at most 200 long. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return cutStart(last.replace(/\p{C}/gu, '').trim().toWellFormed(), 200) || 'file'
}

/** A header with the name in its own script (RFC 6266), and in Latin letters for clients that read only those. */
export function attachmentHeader(name: string): string {
  const latin = anyAscii(name).replace(/[^\x20-\x7e]|["\\/]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${latin}"; filename*=UTF-8''${encoded}`
}

/** Sends a file that is always downloaded, never displayed, under its own name in any script (RFC 5987). */
export function sendAttachment(reply: FastifyReply, file: { name: string; mediaType: string; content: Readable }) {
  return (
    reply
      .header('content-type', file.mediaType)
      .header('content-disposition', attachmentHeader(file.name))
      // If it is opened as a page nevertheless, it has no origin and runs nothing.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff')
      .send(file.content)
  )
}

/** Reads a small file into memory; throws if it exceeds its limit. */
export async function readWhole(file: IncomingFile): Promise<Buffer> {
  const content = await buffer(file.content)
  if (file.isTruncated()) throw new AppError('too_large')
  return content
}
