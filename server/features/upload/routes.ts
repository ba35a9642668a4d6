import type { Bind } from '#server/platform/http.ts'

export function uploadRoutes(_bind: Bind): void {}
