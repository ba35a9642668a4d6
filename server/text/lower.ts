/** Small letters as the database makes them, letter by letter: İ is i, and a Σ that ends a word is σ, which JavaScript has otherwise. */
export function lower(text: string): string {
  return text.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase()
}
