// The keys by which equal names are looked up without scoring, as duplicates and imports do.
import { foldWords } from './fold.ts'
import { cutRun, type Meaning, meaningAt, withoutArticle } from './lexicon.ts'
import { personWords } from './person-words.ts'
import { spell } from './romanise.ts'
import { simplify } from './romanise-han.ts'
import { runsOf, type Script } from './script.ts'

/** `other`: not a party, such as an event or a place. */
export type PlainKind = 'person' | 'organisation' | 'other'

/**
 * `text`: folded in its own script; `words`: the same in Latin letters, in the likeliest spelling, without legal forms
 * if other words remain; `spellings`: other spellings of the whole, at most 3.
 */
export type PlainName = { text: string; words: string[]; spellings: string[][] }

const mostWays = 3
type Part = { script: Script; text: string }

/** `words` is empty for a name of punctuation only. */
export function plainName(name: string, kind: PlainKind): PlainName {
  if (kind === 'person') return ofPerson(name)
  const all = foldWords(name)
  const own = kind === 'organisation' ? withoutForms(all) : []
  const parts = own.length > 0 ? own : all.flatMap(word => runsOf(word))
  const words = parts.flatMap(({ script, text }) => spell(text, script)[0]?.replaceAll("'", '') || [])
  return { text: joinParts(parts), words, spellings: [] }
}

function ofPerson(name: string): PlainName {
  const words = personWords(name)
  const spelt = words.map(({ spellings }) => spellings.filter(Boolean)).filter(each => each.length > 0)
  const likeliest = spelt.map(([first = '']) => first)
  // Varies the spelling of one word at a time, the given name before the surname.
  const ways = spelt.flatMap((all, at) => all.slice(1).map(other => likeliest.with(at, other))).reverse()
  return { text: words.map(word => word.text).join(' '), words: likeliest, spellings: ways.slice(0, mostWays) }
}

/** Blanks in the name are preserved. */
const joinParts = (parts: readonly Part[]) => parts.map(part => part.text).join(' ')

const fillerMeanings = new Set(['group', 'holding'])
const isForm = ({ text, class: kind }: Meaning) => kind === 'form' || kind === 'empty' || fillerMeanings.has(text)

function withoutForms(words: readonly string[]): Part[] {
  const bare = words.map(withoutArticle)
  const parts: Part[] = []
  for (let at = 0; at < bare.length; ) {
    const found = meaningAt(bare, at)
    const taken = found?.taken ?? 1
    if (!found) parts.push(...runsOf(bare[at]!).flatMap(run => cutForms(run)))
    else if (!isForm(found.meaning)) parts.push(...bare.slice(at, at + taken).flatMap(word => runsOf(word)))
    at += taken
  }
  return parts
}

/** Writing without blanks becomes one word, without its legal forms. */
function cutForms({ script, text }: Part): Part[] {
  if (script !== 'han' && script !== 'hangul' && script !== 'kana') return [{ script, text }]
  const left = cutRun(script === 'han' ? simplify(text) : text).flatMap(piece =>
    piece.meaning && isForm(piece.meaning) ? [] : [piece.text],
  )
  return left.length > 0 ? [{ script, text: left.join('') }] : []
}
