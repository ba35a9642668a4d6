import * as contract from '#contract/system.ts'
import { getSystem } from '#contract/system-state.ts'
import type { Bind } from '#server/platform/http.ts'
import { listSystemSettings, setSystemSetting } from './setting.ts'
import type { System } from './system.ts'

export function systemRoutes(bind: Bind, system: System): void {
  bind(getSystem, () => system.state())
  bind(contract.listSystemSettings, ctx => listSystemSettings(ctx))
  bind(contract.setSystemSetting, (ctx, { body }) => setSystemSetting(ctx, body))
}
