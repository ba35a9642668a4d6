/** The policy of an archived page: it runs nothing and loads nothing that it does not contain. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'"

/** Blocks loading, scripts and navigation. It precedes the stored page, so the page cannot override it. */
const guard = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${pagePolicy}"><meta name="referrer" content="no-referrer"><base target="_blank"><style>html{background:#fff;color-scheme:light}a,area,button,input,select,textarea{pointer-events:none!important}</style>`

/**
 * The guard comes first and brings its own doctype; the page's doctype is removed, so that the browser sees only one.
 */
export function withGuard(html: string): string {
  return guard + html.replace(/^\s*<!doctype[^>]*>/i, '')
}
