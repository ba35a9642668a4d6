// Checks of an SVG drawing before it is drawn. They run only in the drawing process, whose time is limited.

/** The beginning of a file, in which the root element is searched; comments may precede it. */
const headBytes = 10_000
/** A drawing with more elements or more bytes is no logo and is refused. */
const mostElements = 5_000
const mostDrawingBytes = 512 * 1_024

const declaration = /^(?:<\?xml[^>]*\?>|<!doctype svg[^>]*>)/i
const root = /^<(?:[^\s<>/:]+:)?svg[\s>]/i
/**
 * Refuses drawings that run code, fetch, multiply what they draw or contain another file; all others are converted to
 * pixels. Namespace prefixes may have any letters.
 */
const forbidden =
  /\0|<\?xml[^<>]*encoding\s*=\s*["'](?!utf-8["'])|<!entity|<!doctype[^<>]*[[<]|<(?:[^\s<>/:]+:)?(?:script|foreignobject|image|feimage|use|marker|pattern|filter|mask|clippath|animate\w*|set)\b|@import|\b(?:filter|mask|marker(?:-\w+)?|stroke-dasharray)\s*[:=]/i

/** Whether a file is an SVG drawing, by its root element after declarations and comments. */
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

/** Zero if the comment has no end. */
function commentLength(text: string): number {
  const end = text.indexOf('-->', 4)
  return end < 0 ? 0 : end + 3
}

export function isHarmless(content: Buffer): boolean {
  if (content.length > mostDrawingBytes) return false
  const text = content.toString('utf8')
  return text.split('<').length <= mostElements && !forbidden.test(text)
}
