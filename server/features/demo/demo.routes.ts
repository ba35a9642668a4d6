import * as demo from '#contract/demo.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './demo.service.ts'

export function demoRoutes(bind: Bind): void {
  bind(demo.getDemo, ctx => door.getDemo(ctx))
  bind(demo.loadDemo, ctx => door.loadDemo(ctx))
  bind(demo.removeDemo, ctx => door.removeDemo(ctx))
}
