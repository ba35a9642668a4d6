import { firstChar } from '#contract/text.ts'
import { romanise } from '#server/name/name.ts'
import { late } from '#server/platform/late.ts'
import { type Run, runsOf } from './fold.ts'

const library = late<typeof import('pinyin-pro')>('pinyin-pro')

const longest = 30
const mostLater = 6

const mostSpellings = 8
/** A letter of a script that is neither Latin nor Chinese, which have ways of their own. */
const foreign = /(?!\p{Script=Latin}|\p{Script=Han})\p{L}/u

/** A name of another script in Latin letters, the likeliest spelling first; none for names that need none. */
export function latinNames(name: string): string[] {
  if (!foreign.test(name)) return []
  // As passports differ: Khusein and Husein, Sergey and Sergei.
  const spelt = romanise(name).flatMap(text => [text, text.replaceAll('kh', 'h'), text.replaceAll('y', 'i')])
  return [...new Set(spelt)].slice(0, mostSpellings)
}

const shortWord = 3

/**
 * Words that a script writes apart, as one sound. A short one does not run on into the next, or “bank” would be how “ban khamis”
 * begins; after a longer one the next may follow without a blank.
 */
export function wordsTogether(words: readonly string[]): string {
  return words.reduce((text, word, n) => text + (n > 0 && words[n - 1]!.length <= shortWord ? ' ' : '') + word, '')
}

/** A query as a sound: its syllables typed together, and where words would stand apart, as these are kept. */
export function askedSounds(key: string): string[] {
  const words = key.split(' ')
  const sounds = [words.join(''), wordsTogether(words)].filter(sound => /^[a-z0-9][a-z0-9 ]+$/.test(sound))
  return [...new Set(sounds)]
}

/** `later` are the same from each later syllable on: given names are asked for without the family's. */
export type Sounds = {
  pinyin: string | null
  initials: string | null
  later: { pinyin: string[]; initials: string[] }
}

const noneLater = { pinyin: [], initials: [] }

/**
 * How a name's key sounds: pinyin without tones or Latin letters, and first letters; of Latin names the first letters of words.
 * `latin`: of the name itself, where it is at hand; a key has lost the signs of vowels.
 */
export function soundsOf(key: string, latin = latinNames(key)): Sounds {
  const runs = [...runsOf(key)]
  if (!runs.some(run => run.kind === 'han')) {
    const words = runs.filter(run => run.kind === 'word')
    const initials = words.map(word => firstChar(word.text)).join('')
    const [first = [], ...others] = latin.map(name => name.split(' '))
    // Scripts that do not write words apart are typed so as well.
    const joined = (all: string[]) => (runs.some(run => run.kind === 'wide') ? all.join('') : wordsTogether(all))
    const fromEach = (all: string[]) => all.map((_, n) => joined(all.slice(n))).slice(0, mostLater + 1)
    return {
      pinyin: joined(first) || null,
      initials: words.length > 1 && words.length < 9 && isAscii(initials) ? initials : null,
      later: { pinyin: [...fromEach(first).slice(1), ...others.flatMap(fromEach)], initials: [] },
    }
  }
  const syllables = runs.flatMap(syllablesOf).slice(0, longest)
  const whole = syllables.join('')
  const initials = syllables.map(firstChar).join('')
  if (!isAscii(whole)) return { pinyin: null, initials, later: noneLater }
  const starts = Array.from({ length: Math.min(mostLater, syllables.length - 1) }, (_, n) => n + 1)
  return {
    pinyin: whole,
    initials,
    later: {
      pinyin: starts.map(start => syllables.slice(start).join('')),
      initials: starts.map(start => syllables.slice(start).map(firstChar).join('')).filter(each => each.length > 1),
    },
  }
}

function syllablesOf(run: Run): string[] {
  if (run.kind !== 'han') return [run.text]
  return library().pinyin(run.text, { toneType: 'none', type: 'array', v: true })
}

const isAscii = (text: string) => /^[a-z0-9]+$/.test(text)
