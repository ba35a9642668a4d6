import { isOutage } from './outage.ts'

/** Two transactions waited for each other, or met in a way that only another try can mend. */
export function isCollision(error: unknown): boolean {
  return /^40(P01|001)$/.test(codeOf(error))
}

/** Somebody else holds it just now: waiting for the lock took too long. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** A fault of the moment and not of what was to be done: trying the same again later mends it. 53: out of space, memory or connections; 57P: ended by an administrator. */
export function isPassing(error: unknown): boolean {
  return isOutage(error) || isCollision(error) || isBusy(error) || /^(53|57P)/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code ?? '')
}
