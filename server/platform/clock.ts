/** Tells the time; tests pass one that stands still. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Lets that many milliseconds pass. */
export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
