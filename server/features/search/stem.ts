/** Whether PostgreSQL is asked for the stem of a folded word. */
export const isEnglish = (word: string): boolean => /^[a-z]{3,}$/.test(word)

const mostKnown = 200_000

/** Stems by word, as far as they were asked; a word that says nothing (“the”) has an empty one. */
export class Stems {
  readonly #known = new Map<string, string>()

  /** Those of which the stem is yet to be asked, each once. */
  unknown(words: Iterable<string>): string[] {
    return [...new Set(words)].filter(word => isEnglish(word) && !this.#known.has(word))
  }

  /** What is known of `words` is kept, even where it is too much to keep the rest. */
  learn(stems: Iterable<readonly [word: string, stem: string]>): void {
    if (this.#known.size > mostKnown) this.#known.clear()
    for (const [word, stem] of stems) this.#known.set(word, stem)
  }

  of(word: string): string {
    return this.#known.get(word) ?? word
  }
}
