import * as contract from '#contract/system.ts'
import type { Bind } from '#server/platform/http.ts'
import { listSystemSettings, setSystemSetting } from './setting.ts'

export function systemRoutes(bind: Bind): void {
  bind(contract.listSystemSettings, ctx => listSystemSettings(ctx))
  bind(contract.setSystemSetting, (ctx, { body }) => setSystemSetting(ctx, body))
}
