import { layOut } from './layout.ts'
import type { LayoutInput } from './layout-start.ts'

/** Larger graphs are shown roughly first, and again when they have come to rest. */
const roughFrom = 1_000
const roughSteps = 4

// A file of our own origin: the page's policy lets no script of any other kind run beside it.
addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => {
  if (data.nodes.length > roughFrom) postMessage({ places: layOut(data, roughSteps), isFinal: false })
  postMessage({ places: layOut(data), isFinal: true })
})
