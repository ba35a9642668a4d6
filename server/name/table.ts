// Parsers for the tables of this folder, which are written as text and read once.

/** `а a б b`: pairs of a text and its replacement; `-` means an empty replacement. */
export function tableOf(text: string): Map<string, string> {
  const words = text.split(/\s+/).filter(Boolean)
  const table = new Map<string, string>()
  for (let at = 0; at + 1 < words.length; at += 2) table.set(words[at]!, words[at + 1] === '-' ? '' : words[at + 1]!)
  return table
}

/** Words separated by blanks or line breaks. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** One row per line, `a = b`; lines without `=` are ignored. */
export function tableRows(text: string): [string, string][] {
  return text.split('\n').flatMap(line => {
    const at = line.indexOf('=')
    return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as [string, string]]
  })
}
