/** Yields to the event loop once: call it between two pieces of work that together would block it. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** The list in pieces of `size`; yields to the event loop before each piece but the first. */
export async function* inPieces<T>(list: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let at = 0; at < list.length; at += size) {
    if (at > 0) await yieldToEventLoop()
    yield list.slice(at, at + size)
  }
}
