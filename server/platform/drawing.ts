// What a drawing must be to be drawn. Read only in the process that draws, whose time is bounded.

/** The beginning, where comments may occur. */
const headBytes = 10_000
/** More elements, or more of what one of them draws, is no logo. */
const mostElements = 5_000
const mostDrawingBytes = 512 * 1_024

const declaration = /^(?:<\?xml[^>]*\?>|<!doctype svg[^>]*>)/i
const root = /^<(?:[^\s<>/:]+:)?svg[\s>]/i
/**
 * A drawing is refused that runs, fetches, multiplies what it draws or carries another file within; the rest becomes pixels. Prefixes
 * may have any letters.
 */
const forbidden =
  /\0|<\?xml[^<>]*encoding\s*=\s*["'](?!utf-8["'])|<!entity|<!doctype[^<>]*[[<]|<(?:[^\s<>/:]+:)?(?:script|foreignobject|image|feimage|use|marker|pattern|filter|mask|clippath|animate\w*|set)\b|@import|\b(?:filter|mask|marker(?:-\w+)?|stroke-dasharray)\s*[:=]/i

/** By its root element, after declarations and comments. */
export function isDrawing(content: Buffer): boolean {
  let rest = content
    .subarray(0, headBytes)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  for (;;) {
    const length = rest.startsWith('<!--') ? commentLength(rest) : (declaration.exec(rest)?.[0].length ?? 0)
    if (length === 0) return root.test(rest)
    rest = rest.slice(length).trimStart()
  }
}

/** Zero where it has no end. */
function commentLength(text: string): number {
  const end = text.indexOf('-->', 4)
  return end < 0 ? 0 : end + 3
}

export function isHarmless(content: Buffer): boolean {
  if (content.length > mostDrawingBytes) return false
  const text = content.toString('utf8')
  return text.split('<').length <= mostElements && !forbidden.test(text)
}
