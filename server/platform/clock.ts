/** Returns the current time; tests pass a fixed one. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Waits for that many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

/** The first instant of the same day, in UTC. */
export const startOfDay = (instant: string): string => `${new Date(instant).toISOString().slice(0, 10)}T00:00:00.000Z`
