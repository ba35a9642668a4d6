import * as setting from '#contract/setting.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './setting.ts'

export function settingRoutes(bind: Bind): void {
  bind(setting.getSetting, ctx => door.getSetting(ctx))
  bind(setting.updateSetting, (ctx, { body }) => door.updateSetting(ctx, body))
}
