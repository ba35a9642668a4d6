// tus 1.0 (core, creation, termination, expiration) for transfers; errors have the same form as those of every other
// endpoint.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NewUpload } from '#contract/upload.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { parse } from '#server/platform/http/http.ts'
import { idleTransferMs } from './remove-old.ts'
import type { Incoming, Progress, Transfers } from './transfer.ts'

const path = '/v1/upload/tus'
const version = '1.0.0'

export function tusRoutes(
  app: FastifyInstance,
  transfers: Transfers,
  { contextOf, fileBytes }: { contextOf: (request: FastifyRequest) => Promise<Ctx>; fileBytes: number },
): void {
  // Passes the body as a stream, so that its bytes go to the disk as they arrive.
  app.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload))

  const route = (
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    url: string,
    handle: (ctx: Ctx, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        reply.headers({ 'tus-resumable': version, 'cache-control': 'no-store' })
        if (request.headers['tus-resumable'] !== version)
          return reply.status(412).header('tus-version', version).send('')
        return await handle(await contextOf(request), request, reply)
      },
    })

  app.options(path, (_request, reply) =>
    reply
      .headers({
        'tus-resumable': version,
        'tus-version': version,
        'tus-extension': 'creation,termination,expiration',
        'tus-max-size': fileBytes,
      })
      .status(204)
      .send(),
  )

  route('POST', path, async (ctx, request, reply) => {
    const size = integer(request, 'upload-length')
    if (size === undefined) throw new AppError('bad_request')
    const { filename, upload } = metadataOf(request.headers['upload-metadata'])
    const about = parse(NewUpload, jsonOf(upload)) as NewUpload
    const id = await transfers.begin(ctx, { name: filename ?? '', size, about })
    reply.header('location', `${path}/${id}`)
    // An empty file is complete from the start.
    if (size === 0) sendProgress(reply, await transfers.progress(ctx, id))
    return reply.status(201).send()
  })

  route('HEAD', `${path}/:id`, async (ctx, request, reply) => {
    const progress = await transfers.progress(ctx, idOf(request))
    sendProgress(reply, progress)
    // Clients try again after 423; after any other answer they give up or start again.
    return reply
      .header('upload-length', progress.size)
      .status(progress.isBeingMade ? 423 : 200)
      .send()
  })

  route('PATCH', `${path}/:id`, async (ctx, request, reply) => {
    const offset = integer(request, 'upload-offset')
    if (offset === undefined) throw new AppError('bad_request')
    const source = request.body as Incoming | undefined
    if (typeof source?.destroy !== 'function') throw new AppError('unsupported_media')
    const length = integer(request, 'content-length') ?? null
    try {
      sendProgress(reply, await transfers.append(ctx, idOf(request), { offset, length, source }))
    } catch (error) {
      // The unread rest of the body must not be parsed as the next request.
      reply.header('connection', 'close')
      if (request.raw.readableAborted || request.raw.destroyed) throw new AppError('bad_request')
      throw error
    }
    return reply.status(204).send()
  })

  route('DELETE', `${path}/:id`, async (ctx, request, reply) => {
    await transfers.drop(ctx, idOf(request))
    return reply.status(204).send()
  })
}

function sendProgress(reply: FastifyReply, { offset, size, uploadId, createdAt }: Progress): void {
  reply.header('upload-offset', offset)
  if (uploadId !== null) reply.header('upload-record', uploadId)
  if (offset < size) reply.header('upload-expires', new Date(Date.parse(createdAt) + idleTransferMs).toUTCString())
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

function integer(request: FastifyRequest, header: string): number | undefined {
  const text = String(request.headers[header] ?? '')
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** `key base64,key base64`, as UTF-8. */
function metadataOf(header: string | string[] | undefined): Record<string, string> {
  const pairs = String(header ?? '').split(',')
  return Object.fromEntries(
    pairs.flatMap(pair => {
      const [key = '', value = ''] = pair.trim().split(' ')
      return key === '' ? [] : [[key, Buffer.from(value, 'base64').toString('utf8').replaceAll('\u0000', '')]]
    }),
  )
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    throw fieldError('upload', 'wrong')
  }
}
