/** Lets everybody else in once: between two pieces of work that together would hold the loop. */
export function breathe(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** The list in pieces, with a breath before each but the first. */
export async function* inPieces<T>(list: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let at = 0; at < list.length; at += size) {
    if (at > 0) await breathe()
    yield list.slice(at, at + size)
  }
}
