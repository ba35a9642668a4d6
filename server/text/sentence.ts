/** Where a sentence ends, with the quotation marks and the space behind it. */
const ends = /[。！？；…؟۔]+[」』”’）)】》"']*\s*|[.!?][”’"')\]]{0,9}\s+|\n+/gu

/** 1 for each place of a text at which a sentence begins; its beginning and its end are such places. */
export function sentenceStarts(text: string): Uint8Array {
  const starts = new Uint8Array(text.length + 1)
  starts[0] = 1
  starts[text.length] = 1
  for (const match of text.matchAll(ends)) starts[match.index + match[0].length] = 1
  return starts
}
