// Which characters of a PDF's text are none: where a font gives no character for a code, the library gives the code itself.

/** A font as the library describes it: its own map from codes to text, or a range of codes that are taken for Unicode. */
export type Font = { composite?: boolean; toUnicode?: { _map?: (string | number | undefined)[]; firstChar?: number } }
/** Characters by font, with the first page that has it. */
export type CharsOfFonts = Map<string, { chars: Map<string, number>; page: number; font: Font | null }>

/** No text in any font: replacement, private use, control, unassigned. */
const isNoCharacter = /^[\ufffd\p{Co}\p{Cc}\p{Cn}\p{Cs}]$/u
/** Where symbol fonts have their bullets and arrows, which are no letters. */
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
  // Codes of a font with many bytes each, whose characters are unknown.
  if (font?.composite && font.toUnicode && !map) return () => false
  if (!map) return () => true
  const known = new Set<string>()
  // Codes of four bytes make the map an array of billions with holes, which only its own keys pass over quickly.
  for (const code of Object.keys(map)) {
    const value = map[Number(code)]
    const text = typeof value === 'number' ? String.fromCodePoint(value) : value
    if (typeof text !== 'string') continue
    // The library takes ligatures and presentation forms apart.
    for (const char of text) known.add(char)
    for (const char of text.normalize('NFKC')) known.add(char)
  }
  // Vertical forms and marks are put by the library.
  return char => known.has(char) || known.has(char.normalize('NFKC')) || /[\ufe10-\ufe4f]|\p{Mn}/u.test(char)
}
