/** Whether PostgreSQL is queried for the stem of a folded word. */
const isEnglish = (word: string): boolean => /^[a-z]{3,}$/.test(word)

const maxCachedStems = 200_000

/** Cache of stems by word; a stop word (“the”) has an empty stem. */
export class Stems {
  readonly #known = new Map<string, string>()

  /** Words whose stems have to be queried, each once. */
  unknown(words: Iterable<string>): string[] {
    return [...new Set(words)].filter(word => isEnglish(word) && !this.#known.has(word))
  }

  /** Always stores the given stems, but drops the older ones if the cache is full. */
  learn(stems: Iterable<readonly [word: string, stem: string]>): void {
    if (this.#known.size > maxCachedStems) this.#known.clear()
    for (const [word, stem] of stems) this.#known.set(word, stem)
  }

  of(word: string): string {
    return this.#known.get(word) ?? word
  }
}
