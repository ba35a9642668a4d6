/** A backup tells every ten seconds that it goes on; one that was silent for so long has lost its process. */
const silentMs = 120_000

export const lostSentence = 'The process ended before it was done.'

/** From when on a backup must have told of itself to be one that goes on. */
export const aliveSince = (now: Date): Date => new Date(now.getTime() - silentMs)

/** Whether the process of a backup that says it runs is gone; a moment ahead is of a clock that was set back. */
export function isLost(now: Date, touchedAt: string): boolean {
  return Math.abs(now.getTime() - Date.parse(touchedAt)) > silentMs
}
