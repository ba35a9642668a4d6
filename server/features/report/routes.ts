import type { Bind } from '#server/platform/http.ts'

export function reportRoutes(_bind: Bind): void {}
