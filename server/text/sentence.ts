/** The end of a sentence, with the quotation marks and the space after it. */
const ends = /[。！？；…؟۔]+[」』”’）)】》"']*\s*|[.!?][”’"')\]]{0,9}\s+|\n+/gu

/** 1 for each position of a text at which a sentence begins, including the start and the end of the text. */
export function sentenceStarts(text: string): Uint8Array {
  const starts = new Uint8Array(text.length + 1)
  starts[0] = 1
  starts[text.length] = 1
  for (const match of text.matchAll(ends)) starts[match.index + match[0].length] = 1
  return starts
}
