import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import anyAscii from 'any-ascii'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cutStart } from '#contract/text.ts'
import { AppError } from './errors.ts'

/** A file on its way in: read `content` to its end, then ask whether it was cut at the size limit. */
export type IncomingFile = { name: string; content: Readable; isTruncated: () => boolean }

/** The one file of a multipart request; its name is the last part of what was sent, without control characters. */
export async function receiveFile(request: FastifyRequest, limitBytes?: number): Promise<IncomingFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_media')
  const file = await request.file(limitBytes === undefined ? {} : { limits: { fileSize: limitBytes } })
  if (!file) throw new AppError('invalid', {}, { faults: [{ path: 'file', code: 'required' }] })
  const content = Readable.from(wholeOr400(file.file), { objectMode: false })
  return { name: cleanName(file.filename), content, isTruncated: () => file.file.truncated }
}

/** A body that breaks off is the fault of who sends it, whatever the parser calls that. */
async function* wholeOr400(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch {
    throw new AppError('bad_request')
  }
}

/** The last part of a name that may be a path, without control characters, at most 200 long. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return cutStart(last.replace(/\p{C}/gu, '').trim().toWellFormed(), 200) || 'file'
}

/** The name in its own script (RFC 6266), and in Latin letters for clients that read no other. */
export function attachmentHeader(name: string): string {
  const latin = anyAscii(name).replace(/[^\x20-\x7e]|["\\/]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${latin}"; filename*=UTF-8''${encoded}`
}

/** A file on its way out: always saved, never shown, under its own name in any script (RFC 5987). */
export function sendAttachment(reply: FastifyReply, file: { name: string; mediaType: string; content: Readable }) {
  return (
    reply
      .header('content-type', file.mediaType)
      .header('content-disposition', attachmentHeader(file.name))
      // Opened in a window of its own all the same, it is of no origin and runs nothing.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff')
      .send(file.content)
  )
}

/** All of a small file in memory; one over its limit is refused. */
export async function readWhole(file: IncomingFile): Promise<Buffer> {
  const content = await buffer(file.content)
  if (file.isTruncated()) throw new AppError('too_large')
  return content
}
