import { isOutage } from './outage.ts'

/** Whether two transactions deadlocked or conflicted, so that only a retry helps. */
export function isCollision(error: unknown): boolean {
  return /^40(P01|001)$/.test(codeOf(error))
}

/** Whether waiting for a lock took too long, because another transaction holds it. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/**
 * Whether the fault is temporary and not caused by the work itself, so that a later retry helps. 53: out of space,
 * memory or connections; 57P: ended by an administrator.
 */
export function isTransient(error: unknown): boolean {
  return isOutage(error) || isCollision(error) || isBusy(error) || /^(53|57P)/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code ?? '')
}
