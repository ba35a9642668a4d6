/** A redirect that a page itself declares. */
export type Refresh = { to: string; isWithoutScript: boolean }

/** Visitors do not wait longer than this for a redirect. */
const soonSeconds = 5
/** More text than this is content, even if the page redirects after some seconds. */
const littleText = 300
/** Scripts of longer pages do more than redirect. */
const smallPage = 8_000

const refreshContent = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*[;,]\s*(?:url\s*=\s*)?(["']?)([^"']+)\2/i

/**
 * The target of `<meta http-equiv=refresh>`, after how many seconds it applies, and whether that is soon; null if it only
 * reloads the page.
 */
export function readRefresh(content: string): { address: string; seconds: number; isSoon: boolean } | null {
  const [, seconds = '', , address = ''] = refreshContent.exec(content) ?? []
  if (address.trim() === '') return null
  return { address: address.trim(), seconds: Number(seconds), isSoon: Number(seconds) <= soonSeconds }
}

const inlineScripts = /<script\b([^>]*)>([\s\S]*?)<\/script/gi
const owner = String.raw`(?:(?:window|self|top|parent|document)\s*\.\s*){0,2}`
const leadsOn = [
  new RegExp(`^${owner}location(?:\\s*\\.\\s*href)?\\s*=\\s*(["'])([^"'\\\\\\s]+)\\1$`),
  new RegExp(`^${owner}location\\s*\\.\\s*(?:replace|assign)\\(\\s*(["'])([^"'\\\\\\s]+)\\1\\s*\\)$`),
]

/** The target of the page's only script, if it does nothing but redirect: no condition, no function. */
function readScript(html: string): string | null {
  if (html.length > smallPage) return null
  const bodies = [...html.matchAll(inlineScripts)].map(([, attributes = '', body = '']) =>
    /\bsrc\s*=/i.test(attributes) ? 'other' : body.replace(/^\s*(?:<!--)?\s*|\s*;?\s*(?:\/\/\s*-->)?\s*$/g, ''),
  )
  const [only] = bodies
  if (bodies.length !== 1 || only === undefined) return null
  for (const form of leadsOn) {
    const found = form.exec(only)
    if (found) return found[2] ?? null
  }
  return null
}

/** The target of a page that is nearly empty and redirects at once: the page has moved and is no content. */
export function movedTo(page: {
  html: string
  url: string
  contentChars: number
  hasScript: boolean
  refresh: Refresh | null
  resolve: (address: string) => string | null
}): string | null {
  const { html, url, contentChars, hasScript, refresh } = page
  if (contentChars > littleText) return null
  // With scripts enabled, browsers ignore a refresh inside noscript.
  const byMeta = refresh && !(refresh.isWithoutScript && hasScript) ? refresh.to : null
  const byScript = byMeta === null && hasScript ? readScript(html) : null
  const to = byMeta ?? (byScript === null ? null : page.resolve(byScript))
  if (to === null || !/^https?:/.test(to)) return null
  return withoutFragment(to) === withoutFragment(url) ? null : to
}

const withoutFragment = (address: string) => address.replace(/#.*$/, '')
