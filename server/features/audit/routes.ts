import type { Bind } from '#server/platform/http.ts'

export function auditRoutes(_bind: Bind): void {}
