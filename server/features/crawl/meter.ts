const slots = 12

/** Counts pages since the last reading, and pages per minute over the last readings. */
export function openMeter() {
  let pages = 0
  let since = performance.now()
  let usual = 0
  const last: { pages: number; ms: number }[] = []
  return {
    count: () => {
      pages += 1
    },
    read: () => {
      const now = performance.now()
      last.push({ pages, ms: now - since })
      if (last.length > slots) last.shift()
      const sum = last.reduce((all, each) => ({ pages: all.pages + each.pages, ms: all.ms + each.ms }))
      const pagesPerMinute = sum.ms > 0 ? (sum.pages * 60_000) / sum.ms : 0
      // The usual rate while there is work, as a slow moving average.
      if (pages > 0) usual = usual === 0 ? pagesPerMinute : usual * 0.95 + pagesPerMinute * 0.05
      const read = { pages, pagesPerMinute, usualPerMinute: usual }
      pages = 0
      since = now
      return read
    },
  }
}
