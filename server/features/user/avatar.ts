import type { Ctx } from '#server/platform/ctx.ts'
import { normaliseIcon } from '#server/platform/files/image.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'

/** The values with a re-encoded picture; a fault is reported at the field that the sender filled. */
export async function normaliseAvatar<V extends { avatar?: string | null }>({ actor }: Ctx, values: V): Promise<V> {
  if (!values.avatar) return values
  try {
    return { ...values, avatar: await normaliseIcon(actor.id ?? 0, values.avatar) }
  } catch (error) {
    throw error instanceof AppError ? fieldError('avatar', 'icon') : error
  }
}
