import type { Bind } from '#server/platform/http.ts'

export function issueRoutes(_bind: Bind): void {}
