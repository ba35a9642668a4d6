/**
 * Lower case as the database computes it, letter by letter: İ becomes i, and a final Σ becomes σ; JavaScript differs in
 * both.
 */
export function lower(text: string): string {
  return text.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase()
}
