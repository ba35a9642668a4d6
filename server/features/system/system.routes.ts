import * as contract from '#contract/system.api.ts'
import { getSystem } from '#contract/system-state.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { listSystemSettings, setSystemSetting } from './setting.ts'
import type { SystemMonitor } from './system.service.ts'

export function systemRoutes(bind: Bind, system: SystemMonitor): void {
  bind(getSystem, () => system.state())
  bind(contract.listSystemSettings, ctx => listSystemSettings(ctx))
  bind(contract.setSystemSetting, (ctx, { body }) => setSystemSetting(ctx, body))
}
