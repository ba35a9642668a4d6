import { create } from 'zustand'

/** Whether the server is unreachable; the shell shows it meanwhile. */
export const useConnection = create<{ isLost: boolean }>(() => ({ isLost: false }))

const firstPauseMs = 1_000
const longestPauseMs = 8_000
const listeners = new Set<() => void>()
let ping: () => Promise<boolean> = async () => true

/** Sets the function that checks whether the server answers; the API client provides it. */
export function setPing(asking: () => Promise<boolean>): void {
  ping = asking
}

/** Runs the callback when the server answers again after an outage. */
export function onReachedAgain(run: () => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

/** Call when a request did not reach the server: pings until one succeeds. True for the first report of an outage. */
export function reportLost(): boolean {
  if (useConnection.getState().isLost) return false
  useConnection.setState({ isLost: true })
  tryLater(firstPauseMs)
  return true
}

/** Call when the server might be unreachable: pings once, and reports an outage if that fails. */
export async function checkServer(): Promise<void> {
  if (!useConnection.getState().isLost && !(await ping())) reportLost()
}

function tryLater(pauseMs: number): void {
  setTimeout(() => void tryNow(pauseMs), pauseMs)
}

async function tryNow(pauseMs: number): Promise<void> {
  if (!(await ping())) return tryLater(Math.min(pauseMs * 2, longestPauseMs))
  useConnection.setState({ isLost: false })
  for (const run of listeners) run()
}
