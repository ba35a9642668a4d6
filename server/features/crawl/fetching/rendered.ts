import type { FetchFault } from '#server/platform/fetcher/result.ts'

export type RenderResult =
  | { ok: true; html: string /** Bytes received in addition to the page itself. */; bytes: number; refused: string[] }
  | { ok: false; reason: 'no_browser' | 'render_failed' | 'too_large' | 'timeout' | 'aborted'; detail: string }

/** Renders pages that scripts build, in a browser that is started at first use and ended when idle. */

export type RenderInput = {
  /** Address that the page was fetched from; its HTML is not requested again. */
  url: string
  status: number
  html: string
  mayVisit: (url: URL) => FetchFault | null | Promise<FetchFault | null>
  /** Limit for everything that the page loads, and for the HTML that it becomes. */
  maxBytes: number
  signal?: AbortSignal
  totalMs?: number
}
