import { create } from 'zustand'

/** Whether the server is out of reach; the shell says so for as long as it is. */
export const useConnection = create<{ isLost: boolean }>(() => ({ isLost: false }))

const firstPauseMs = 1_000
const longestPauseMs = 8_000
const listeners = new Set<() => void>()
let ping: () => Promise<boolean> = async () => true

/** How it is found out whether the server answers again; the client says so. */
export function askBy(asking: () => Promise<boolean>): void {
  ping = asking
}

/** Runs when the server answers again after it was lost. */
export function onReachedAgain(run: () => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

/** A request did not reach the server: asks until one does. True for the first to notice. */
export function reportLost(): boolean {
  if (useConnection.getState().isLost) return false
  useConnection.setState({ isLost: true })
  tryLater(firstPauseMs)
  return true
}

/** Something hints that the server is gone: asks once, and says so if it is. */
export async function lookForServer(): Promise<void> {
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
