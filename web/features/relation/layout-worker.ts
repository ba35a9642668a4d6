import { layOut } from './layout.ts'
import type { LayoutInput } from './layout-start.ts'

// A file of our own origin: the page's policy allows no other worker scripts.
addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => postMessage(layOut(data)))
