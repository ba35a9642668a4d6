import type { FetchFault } from '#server/platform/fetcher/result.ts'

export type Rendered =
  | { ok: true; html: string /** Received besides the page itself. */; bytes: number; refused: string[] }
  | { ok: false; reason: 'no_browser' | 'render_failed' | 'too_large' | 'timeout' | 'aborted'; detail: string }

/** A browser for pages that are made by scripts; started at first use, ended when idle. */

export type RenderInput = {
  /** Where the page was fetched from; its HTML is not asked for again. */
  url: string
  status: number
  html: string
  mayVisit: (url: URL) => FetchFault | null | Promise<FetchFault | null>
  /** Of everything the page loads, and of the HTML it becomes. */
  maxBytes: number
  signal?: AbortSignal
  totalMs?: number
}
