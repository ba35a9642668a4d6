import * as device from '#contract/device.ts'
import type { Bind } from '#server/platform/http.ts'
import { listDevices } from './device.ts'

export function deviceRoutes(bind: Bind): void {
  bind(device.listDevices, ctx => listDevices(ctx))
}
