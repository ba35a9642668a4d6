// Counts characters of a PDF's text that are not real: if a font has no character for a code, the library returns the
// code itself.

/**
 * A font as the library describes it: its own map from codes to text, or a range of codes that are assumed to be
 * Unicode.
 */
export type Font = { composite?: boolean; toUnicode?: { _map?: (string | number | undefined)[]; firstChar?: number } }
/** Characters by font, with the first page that has it. */
export type CharsOfFonts = Map<string, { chars: Map<string, number>; page: number; font: Font | null }>

/** Never text in any font: replacement, private use, control, unassigned. */
const isNoCharacter = /^[\ufffd\p{Co}\p{Cc}\p{Cn}\p{Cs}]$/u
/** The range in which symbol fonts have their bullets and arrows, which are not letters. */
const isSymbol = /^[\uf020-\uf0ff]$/

export function countUnread(fonts: CharsOfFonts): number {
  let count = 0
  for (const { chars, font } of fonts.values()) {
    const known = knownChars(font)
    for (const [char, times] of chars)
      if (!isSymbol.test(char) && (isNoCharacter.test(char) || !known(char))) count += times
  }
  return count
}

function knownChars(font: Font | null): (char: string) => boolean {
  const map = font?.toUnicode?._map
  // The font has multi-byte codes without a map, so its characters are unknown.
  if (font?.composite && font.toUnicode && !map) return () => false
  if (!map) return () => true
  const known = new Set<string>()
  // With codes of four bytes the map is a sparse array with billions of holes; only its own keys skip them quickly.
  for (const code of Object.keys(map)) {
    const value = map[Number(code)]
    const text = typeof value === 'number' ? String.fromCodePoint(value) : value
    if (typeof text !== 'string') continue
    // The library splits ligatures and presentation forms.
    for (const char of text) known.add(char)
    for (const char of text.normalize('NFKC')) known.add(char)
  }
  // The library itself inserts vertical forms and marks.
  return char => known.has(char) || known.has(char.normalize('NFKC')) || /[\ufe10-\ufe4f]|\p{Mn}/u.test(char)
}
