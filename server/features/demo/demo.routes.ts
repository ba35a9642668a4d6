import * as demo from '#contract/demo.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './demo.service.ts'

export function demoRoutes(bind: Bind): void {
  bind(demo.getDemo, ctx => service.getDemo(ctx))
  bind(demo.loadDemo, ctx => service.loadDemo(ctx))
  bind(demo.removeDemo, ctx => service.removeDemo(ctx))
}
