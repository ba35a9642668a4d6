/** Tells the time; tests pass one that stands still. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Lets that many milliseconds pass. */
export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

/** The first instant of the same day, in UTC. */
export const startOfDay = (instant: string): string => `${new Date(instant).toISOString().slice(0, 10)}T00:00:00.000Z`
