import type { Bind } from '#server/platform/http.ts'

export function searchRoutes(_bind: Bind): void {}
