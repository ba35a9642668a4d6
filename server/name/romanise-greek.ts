// Greek by ELOT 743, with the sounds of its digraphs.
import { tableOf } from './table.ts'

const pairs = tableOf('ου ou μπ b ντ d γκ g γγ ng τζ tz τσ ts αυ av ευ ev ηυ iv αι ai ει ei οι oi')
const letters = tableOf(
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
)

export function romaniseGreek(word: string): string {
  let out = ''
  for (let at = 0; at < word.length; at += 1) {
    const pair = pairs.get(word.slice(at, at + 2))
    // Within a word μπ and ντ are transliterated letter by letter.
    if (pair !== undefined) {
      const isInside = out !== '' && (pair === 'b' || pair === 'd')
      out += isInside ? (pair === 'b' ? 'mp' : 'nt') : pair
      at += 1
    } else out += letters.get(word[at]!) ?? word[at]
  }
  return out
}
