import type { Bind } from '#server/platform/http.ts'

export function notificationRoutes(_bind: Bind): void {}
