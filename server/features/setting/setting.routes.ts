import * as setting from '#contract/setting.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './setting.service.ts'

export function settingRoutes(bind: Bind): void {
  bind(setting.getSetting, ctx => door.getSetting(ctx))
  bind(setting.updateSetting, (ctx, { body }) => door.updateSetting(ctx, body))
}
