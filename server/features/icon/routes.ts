import type { FastifyRequest } from 'fastify'
import * as icon from '#contract/icon.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Bind } from '#server/platform/http.ts'
import { createIcon, pictureLimitBytes } from './icon.ts'

export function iconRoutes(bind: Bind): void {
  bind(icon.createIcon, async (_ctx, _input, { request }) => createIcon(await receivePicture(request)))
}

async function receivePicture(request: FastifyRequest): Promise<Buffer | undefined> {
  if (!request.isMultipart()) throw new AppError('unsupported_media')
  try {
    const file = await request.file({ limits: { fileSize: pictureLimitBytes, files: 1 } })
    return await file?.toBuffer()
  } catch (error) {
    // The parser has no code for a form that is broken or ends too soon.
    throw error instanceof Error && 'statusCode' in error ? error : new AppError('bad_request')
  }
}
