/** Quotation marks, opening and closing. */
export const quotePairs: Record<string, string> = {
  '“': '”',
  '"': '"',
  '「': '」',
  '『': '』',
  '«': '»',
  '„': '“',
  '‘': '’',
}

/** Characters that no reader sees: they can hide one text inside another. */
const unseen = /[\p{Cf}\p{Cc}\p{Co}\p{Cn}]/gu

export const hasUnseen = (text: string) => text.replace(/[\n\t\r]/g, ' ').search(unseen) >= 0

/** One form for texts that read the same: Unicode NFKC, plain spaces, one kind of quotation mark and dash. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(unseen, each => (/[\n\t\r]/.test(each) ? ' ' : ''))
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    .trim()
}

const ends = /(?:[。！？!?；;]+|\.(?=\s+[\p{Lu}\p{Script=Han}"“]|$))(?!["”』」’'])/gu

/** The sentences of a passage. An end inside quotation marks is none: the speaker follows. */
export function sentencesOf(passage: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = 0
  for (const { index, 0: sign } of passage.matchAll(ends)) {
    // An abbreviation: "J. Smith", "Co. Ltd".
    if (
      sign === '.' &&
      /(?:^|[\s.])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Co|Corp|Inc|No|St|vs|Prof|Gen)$/u.test(passage.slice(start, index))
    )
      continue
    found.push({ start, end: index + sign.length })
    start = index + sign.length
  }
  if (start < passage.length) found.push({ start, end: passage.length })
  return found
}
