import * as device from '#contract/device.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { listDevices } from './device.service.ts'

export function deviceRoutes(bind: Bind): void {
  bind(device.listDevices, ctx => listDevices(ctx))
}
