import type { listDevices as contract, Device, DeviceState } from '#contract/device.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countMinutes, countWork, type DeviceRow, findDevices } from './device.queries.ts'

const minuteMs = 60_000
const lateMs = 15_000

/**
 * Stopped if it signed off; silent after a minute without a heartbeat; slow if its heartbeat is late, or its rate is a
 * fraction of its usual one while it has work; otherwise ok.
 */
export function deviceState(device: DeviceRow, now: Date): DeviceState {
  if (device.stopped_at !== null) return 'stopped'
  const silentMs = now.getTime() - Date.parse(device.last_seen_at)
  if (silentMs > minuteMs) return 'silent'
  const isFarBelow = device.sites > 0 && device.pages_per_minute < device.usual_per_minute / 4
  return silentMs > lateMs || isFarBelow ? 'slow' : 'ok'
}

export async function listDevices(ctx: Ctx): Promise<Reply<typeof contract>> {
  const now = ctx.now()
  const firstMinute = new Date((Math.floor(now.getTime() / minuteMs) - 59) * minuteMs)
  const [devices, work, minutes] = await Promise.all([findDevices(ctx), countWork(ctx), countMinutes(ctx, firstMinute)])
  const last_hour = Array.from({ length: 60 }, () => 0)
  for (const { minute, pages } of minutes) {
    const at = Math.round((Date.parse(minute) - firstMinute.getTime()) / minuteMs)
    if (at >= 0 && at < 60) last_hour[at] = pages
  }
  return { items: devices.map(device => forReader(device, now)), now: now.toISOString(), ...work, last_hour }
}

function forReader({ usual_per_minute, ...device }: DeviceRow, now: Date): Device {
  return { ...device, state: deviceState({ ...device, usual_per_minute }, now) }
}

export { removeOld } from './device.queries.ts'
