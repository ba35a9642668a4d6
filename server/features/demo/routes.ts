import * as demo from '#contract/demo.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './demo.ts'

export function demoRoutes(bind: Bind): void {
  bind(demo.getDemo, ctx => door.getDemo(ctx))
  bind(demo.loadDemo, ctx => door.loadDemo(ctx))
  bind(demo.removeDemo, ctx => door.removeDemo(ctx))
}
