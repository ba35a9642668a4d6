/** Two partial dates as one text: `1998 – 2003`, `1998 –`, `– 2003`; null if neither is known. */
export function spanText(from: string | null | undefined, to: string | null | undefined): string | null {
  if (!from && !to) return null
  if (from && from === to) return from
  return [from ?? '', to ?? ''].join(' – ').trim()
}
