/** A running backup sends a heartbeat every ten seconds; after this silence its process counts as lost. */
const silentMs = 120_000

export const lostSentence = 'The process ended before it was done.'

/** A running backup must have sent a heartbeat since this time. */
export const aliveSince = (now: Date): Date => new Date(now.getTime() - silentMs)

/**
 * Whether the process of a backup marked as running is lost. A time in the future comes from a clock that was set back.
 */
export function isLost(now: Date, touchedAt: string): boolean {
  return Math.abs(now.getTime() - Date.parse(touchedAt)) > silentMs
}
