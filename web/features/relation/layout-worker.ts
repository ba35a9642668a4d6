import { layOut } from './layout.ts'
import type { LayoutInput } from './layout-start.ts'

/** Larger graphs are shown where they begin, and again when they have come to rest. */
const roughFrom = 900
const roughSteps = 0

// A file of our own origin: the page's policy lets no script of any other kind run beside it.
addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => {
  if (data.nodes.length > roughFrom && data.nodes.every(node => !node.at))
    postMessage({ places: layOut(data, roughSteps), isFinal: false })
  postMessage({ places: layOut(data), isFinal: true })
})
