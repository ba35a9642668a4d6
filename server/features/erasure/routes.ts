import type { Bind } from '#server/platform/http.ts'

export function erasureRoutes(_bind: Bind): void {}
