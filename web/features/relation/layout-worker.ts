import { type LayoutInput, layOut } from './layout.ts'

// A file of our own origin: the page's policy lets no script of any other kind run beside it.
addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => postMessage(layOut(data)))
