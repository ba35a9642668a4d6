/** One request that a site got: by which machine, of which host, from its head to the end of the answer (ms). */
export type Asked = { host: string; by: string; path: string; from: number; to: number }

/**
 * Pairs of requests of one host by two machines that were under way together, or came closer than the site allows:
 * whoever takes a host over knows when it was asked last. `pauseMs`: what the site asks for; half of it is let pass.
 */
export function askedByTwo(requests: readonly Asked[], pauseMs: number): [Asked, Asked][] {
  const found: [Asked, Asked][] = []
  for (const own of Map.groupBy(requests, each => each.host).values()) {
    const sorted = [...own].sort((a, b) => a.from - b.from)
    for (const [at, later] of sorted.entries()) {
      const earlier = sorted[at - 1]
      if (!earlier || earlier.by === later.by) continue
      if (later.from < earlier.to || later.from - earlier.from < pauseMs / 2) found.push([earlier, later])
    }
  }
  return found
}
