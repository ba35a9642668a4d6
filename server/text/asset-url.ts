/** A file that a page shows: a stylesheet, a picture or a font. */
export type AssetKind = 'style' | 'picture' | 'font'
export type AssetRef = { url: string; kind: AssetKind }

/** Longer addresses cannot be a key of the database's index, and come from programs. */
const mostUrl = 2_000

/** The absolute web address of a file, without fragment; null if it is not one. */
export function assetUrl(raw: string | undefined, base: string): string | null {
  const text = raw?.trim() ?? ''
  if (text === '' || text.length > mostUrl || text.startsWith('#')) return null
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url.href.length <= mostUrl ? url.href : null
}

const inlineTypes = {
  picture: /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i,
  font: /^data:(?:(?:application|font)\/(?:x-)?(?:font-)?(?:woff2?|ttf|otf|truetype|opentype|sfnt)|application\/octet-stream)[;,]/i,
}
const mostInline = 500_000

/** A picture or font that the page itself contains; any other type could be a document. */
export function isInline(raw: string, kind: AssetKind): boolean {
  const text = raw.trim()
  return kind !== 'style' && text.length <= mostInline && inlineTypes[kind].test(text)
}
