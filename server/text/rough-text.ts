import { cutUnits } from '#contract/text.ts'

const silent = ['script', 'style', 'noscript', 'template', 'svg', 'head']
const closers = Object.fromEntries(silent.map(name => [name, new RegExp(`</${name}`, 'gi')]))

/**
 * Visible text of markup, extracted roughly and quickly: enough to detect a page with little text. One pass, whatever
 * the markup; at most `maxChars` characters.
 */
export function roughText(html: string, maxChars: number): string {
  const parts: string[] = []
  let length = 0
  for (const text of roughPieces(html)) {
    parts.push(text)
    length += text.length
    if (length >= maxChars) break
  }
  return cutUnits(parts.join(' ').replace(/\s+/g, ' ').trim(), maxChars)
}

/** Texts between tags, without blank ones; ends after `mostTags`. */
export function* roughPieces(html: string, mostTags = Number.POSITIVE_INFINITY): Generator<string> {
  let at = 0
  // If no closing tag is left, none is searched for again.
  const missing = new Set<string>()
  for (let tags = 0; at < html.length && tags < mostTags; tags += 1) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open < 0 ? html.length : open)
    if (text.trim() !== '') yield text
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const close = html.indexOf('>', open + 1)
    if (close < 0) break
    at = close + 1
    const name = silentName(html, open + 1)
    if (name === '' || missing.has(name)) continue
    const end = closeOf(html, name, at)
    if (end < 0) missing.add(name)
    else at = end
  }
}

function silentName(html: string, at: number): string {
  // Few elements begin with these letters, so a single check excludes most.
  // units: ASCII or nothing
  if (!'sntShNTH'.includes(html.charAt(at))) return ''
  const name = /^[a-z]+/.exec(html.slice(at, at + 12).toLowerCase())?.[0] ?? ''
  return silent.includes(name) ? name : ''
}

function closeOf(html: string, name: string, from: number): number {
  const close = closers[name] as RegExp
  close.lastIndex = from
  return close.exec(html)?.index ?? -1
}
