import { type CollectedPage, collectPage } from './collect.ts'

/** Messages between the page and the window that stores it. */
export const readyMark = 'og-clip-ready'
export const pageMark = 'og-clip-page'

/**
 * The address of the bookmark: it opens the console and hands the page over once the console's window reports that it is
 * ready. Pages that separate the windows they open cannot hand anything over; `isolated` then explains what to do.
 */
export function bookmarkOf(origin: string, isolated: string): string {
  const source = `(()=>{const o=${JSON.stringify(origin)};const w=open(o+'/clip','_blank','width=920,height=760');
let done=false;const failed=()=>{if(!done)alert(${JSON.stringify(isolated)})};if(!w){failed();return}
addEventListener('message',e=>{if(done||e.origin!==o||e.source!==w||e.data!==${JSON.stringify(readyMark)})return;done=true;
w.postMessage({mark:${JSON.stringify(pageMark)},page:(${collectPage.toString()})(document)},o)});
setTimeout(()=>{if(w.closed)failed()},4000)})()`
  return `javascript:${encodeURIComponent(source)}`
}

/** The page in a message of any window; null if it is none. */
export function pageOf(data: unknown): CollectedPage | null {
  if (typeof data !== 'object' || data === null || (data as { mark?: unknown }).mark !== pageMark) return null
  const page = (data as { page?: Partial<Record<keyof CollectedPage, unknown>> }).page
  const isText = (value: unknown): value is string => typeof value === 'string'
  if (!page || !isText(page.url) || !isText(page.title) || !isText(page.html) || !isText(page.selection)) return null
  const { url, title, html, selection, unread } = page
  return { url, title, html, selection, unread: typeof unread === 'number' ? unread : 0 }
}
