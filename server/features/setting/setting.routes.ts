import * as setting from '#contract/setting.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './setting.service.ts'

export function settingRoutes(bind: Bind): void {
  bind(setting.getSetting, ctx => service.getSetting(ctx))
  bind(setting.updateSetting, (ctx, { body }) => service.updateSetting(ctx, body))
}
