const two = (text: string) => text.padStart(2, '0')

/** Converts `1958/1/3`, `1958.1`, `1958年1月3日` and `19580103` to ISO; invalid dates stay unchanged. */
export function normaliseDate(text: string): string | null {
  const trimmed = text.trim().normalize('NFKC')
  if (trimmed === '') return null
  const parts =
    /^(\d{4})(?:[-/.年\s]+(\d{1,2}))?(?:[-/.月\s]+(\d{1,2}))?[日号年月]?$/.exec(trimmed) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed)
  if (!parts) return trimmed
  const [, year = '', month, day] = parts
  return [year, month && two(month), day && two(day)].filter(part => part).join('-')
}

/** The lines of a list as typed: trimmed, without empty lines and duplicates. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n').map(line => line.trim())
  return [...new Set(lines.filter(line => line !== ''))]
}
