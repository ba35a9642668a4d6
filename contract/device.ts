import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './wire.ts'

/** `ok`; `slow`: beats late or fetches far below its usual rate; `silent`: nothing for a minute; `stopped`: said goodbye. */
export const deviceStates = ['ok', 'slow', 'silent', 'stopped'] as const
export type DeviceState = (typeof deviceStates)[number]

/** A collector: a worker process that fetches pages. */
export const Device = z.strictObject({
  id: Id,
  name: z.string(),
  host: z.string(),
  version: z.string(),
  state: z.enum(deviceStates),
  started_at: Instant,
  last_seen_at: Instant,
  stopped_at: z.nullable(Instant),
  /** Sites whose pages it holds at this moment. */
  sites: z.int(),
  pages_per_minute: z.number(),
  pages: z.int(),
  /** Resident memory, MiB. */
  memory_mb: z.int(),
  last_error: z.nullable(z.string()),
  last_error_at: z.nullable(Instant),
})
export type Device = z.output<typeof Device>

export const listDevices = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/device',
  roles: ['admin', 'device'],
  summary: 'Collectors that beat in the last week, and what waits for them',
  reply: z.strictObject({
    items: z.array(Device),
    now: Instant,
    /** Rounds that run, pages that wait in them, pages fetched in the last hour by minute (60, oldest first). */
    rounds: z.int(),
    waiting: z.int(),
    last_hour: z.array(z.int()),
  }),
})
