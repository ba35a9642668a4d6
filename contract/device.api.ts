import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './wire.ts'

/**
 * `ok`; `slow`: heartbeats are late or fetches are far below the usual rate; `silent`: no heartbeat for a minute;
 * `stopped`: it reported a clean stop.
 */
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
  /** Number of sites that it is fetching now. */
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
  summary: 'Crawlers with a heartbeat in the last week, and the work that waits for them',
  reply: z.strictObject({
    items: z.array(Device),
    now: Instant,
    /**
     * Running rounds, pages queued in them, and pages fetched per minute in the last hour (60 values, oldest first).
     */
    rounds: z.int(),
    waiting: z.int(),
    last_hour: z.array(z.int()),
  }),
})
