import type { Bind } from '#server/platform/http.ts'

export function attachmentRoutes(_bind: Bind): void {}
