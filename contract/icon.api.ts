import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { everyRole } from './role.ts'
import { matches } from './wire.ts'

/**
 * A small picture stored in its record: a WebP of at most 96 px as a data URL. It inherits the record's access and
 * needs no separate, unguarded address.
 */
export const IconValue = z
  .string()
  .check(z.maxLength(16_000), matches(/^data:image\/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$/, 'icon'))

export const createIcon = endpoint({
  method: 'POST',
  path: '/v1/icon',
  roles: everyRole,
  bound: 'file',
  summary: 'Convert a picture (PNG, JPEG, WebP, GIF, AVIF; at most 5 MB) to an icon value',
  accepts: 'file',
  reply: z.strictObject({ icon: IconValue }),
  errors: ['unsupported_media', 'too_large', 'invalid'],
})
