import { layOut } from './layout.ts'
import type { LayoutInput } from './layout-start.ts'

/** Larger graphs are shown at their initial positions first, and again when the layout is finished. */
const roughFrom = 900
const roughSteps = 0

// A file of our own origin: the page's policy allows no other worker scripts.
addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => {
  if (data.nodes.length > roughFrom && data.nodes.every(node => !node.at))
    postMessage({ places: layOut(data, roughSteps), isFinal: false })
  postMessage({ places: layOut(data), isFinal: true })
})
