// Text is handled by character, never by UTF-16 unit: half of a pair of surrogates is nothing that can be kept or shown.

/** Text as PostgreSQL and JSON can keep it: NUL and halves of pairs become U+FFFD, so that places in it stay. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}

/** Whether text can be kept as it is: no NUL, no half of a pair of surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** A value as JSON that PostgreSQL takes, whatever strings stand in it. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? storable(each) : each))
}

/** The first `most` characters (code points). */
export function cutText(text: string, most: number): string {
  // No character takes less than one unit.
  if (text.length <= most) return text
  let end = 0
  for (let count = 0; count < most && end < text.length; count += 1) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}
