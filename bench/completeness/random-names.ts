import { randomOf } from '../kills.ts'

const starts = 'b br c ch d dr f g gl h j k kl l m n p pr qu r s sk st t tr v w z'.split(' ')
const middles = 'a e i o u ai ei ou'.split(' ')
const ends = 'b ck d ff g l lm m n nd p r rk s st t x z'.split(' ')

/** Names of two words with three syllables each, without repetitions; hardly any two sound alike. */
export class Rand {
  readonly #random: () => number
  readonly #used = new Set<string>()

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  chance(): number {
    return this.#random()
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  next(): string {
    const pick = (parts: readonly string[]) => parts[this.below(parts.length)]
    const word = () => {
      const text = Array.from({ length: 3 }, () => `${pick(starts)}${pick(middles)}${pick(ends)}`).join('')
      return text.charAt(0).toUpperCase() + text.slice(1)
    }
    for (;;) {
      const name = `${word()} ${word()}`
      if (this.#used.has(name)) continue
      this.#used.add(name)
      return name
    }
  }
}
