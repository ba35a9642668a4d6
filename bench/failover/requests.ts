/**
 * One request that a site received: the machine, the host, and the times from its head to the end of the response (ms).
 */
export type SiteRequest = { host: string; by: string; path: string; from: number; to: number }

/**
 * Pairs of requests to one host by two machines that overlapped, or followed more closely than the site allows: a
 * machine that takes over a host knows the time of its last request. `pauseMs`: the delay that the site demands; half
 * of it is tolerated.
 */
export function overlappingRequests(requests: readonly SiteRequest[], pauseMs: number): [SiteRequest, SiteRequest][] {
  const found: [SiteRequest, SiteRequest][] = []
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
