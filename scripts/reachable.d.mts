export function needReachable(environment: Record<string, string | undefined>, uid?: number): void
