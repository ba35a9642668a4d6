const silent = ['script', 'style', 'noscript', 'template', 'svg', 'head']

/**
 * Visible text of markup, roughly and quickly: enough to see how little a page says. In one pass, whatever the markup;
 * at most `maxChars` characters.
 */
export function roughText(html: string, maxChars: number): string {
  const parts: string[] = []
  let length = 0
  let at = 0
  const lower = html.toLowerCase()
  // Where no closing tag is left, none is looked for again.
  const missing = new Set<string>()
  while (at < html.length && length < maxChars) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open < 0 ? html.length : open)
    if (text.trim() !== '') {
      parts.push(text)
      length += text.length
    }
    if (open < 0) break
    if (lower.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const close = html.indexOf('>', open + 1)
    if (close < 0) break
    at = close + 1
    const name = /^[a-z]+/.exec(lower.slice(open + 1, open + 12))?.[0] ?? ''
    if (!silent.includes(name) || missing.has(name)) continue
    const end = lower.indexOf(`</${name}`, at)
    if (end < 0) missing.add(name)
    else at = end
  }
  return parts.join(' ').replace(/\s+/g, ' ').trim().slice(0, maxChars)
}
