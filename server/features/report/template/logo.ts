import type { Ctx } from '#server/platform/ctx.ts'
import { drawLogo, readLogo } from '#server/platform/files/image.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'

/** Largest picture that may be sent, in bytes. */
export const logoLimitBytes = 2 * 1_048_576

/** Converts a picture into a logo value: renders it as a new PNG, so that only its pixels are stored. */
export async function logoOf({ actor }: Ctx, content: Buffer): Promise<string> {
  if (content.length === 0) throw fieldError('file', 'required')
  const logo = await drawLogo(actor.id ?? 0, content)
  if (!logo) throw new AppError('unsupported_media')
  return `data:image/png;base64,${Buffer.from(logo.bytes).toString('base64')}`
}

/** A logo value that a client sends back: whole, and as small as we make them. */
export async function checkLogo(value: string): Promise<void> {
  if (!(await readLogo(logoBytes(value)))) throw fieldError('logo', 'logo')
}

export const logoBytes = (value: string): Buffer => Buffer.from(value.slice(value.indexOf(',') + 1), 'base64')
