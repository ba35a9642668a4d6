import { firstChar } from '#contract/text.ts'
import { romanise } from '#server/name/name.ts'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'
import { runsOf, type ScriptRun } from './fold.ts'

const library = lazyRequire<typeof import('pinyin-pro')>('pinyin-pro')

const longest = 30
const mostLater = 6

const mostSpellings = 8
/** A letter of a script other than Latin and Chinese, which are handled separately. */
const foreign = /(?!\p{Script=Latin}|\p{Script=Han})\p{L}/u

/** Romanisations of a name in another script, the likeliest first; empty for names that need none. */
export function latinNames(name: string): string[] {
  if (!foreign.test(name)) return []
  // Passports differ in spelling: Khusein and Husein, Sergey and Sergei.
  const spelt = romanise(name).flatMap(text => [text, text.replaceAll('kh', 'h'), text.replaceAll('y', 'i')])
  return [...new Set(spelt)].slice(0, mostSpellings)
}

const shortWord = 3

/**
 * Joins the words of a script with spaces into one sound. A short word is followed by a blank, otherwise “bank” would
 * match the beginning of “ban khamis”; after a longer word the next may follow without a blank.
 */
function joinShortWords(words: readonly string[]): string {
  return words.reduce((text, word, n) => text + (n > 0 && words[n - 1]!.length <= shortWord ? ' ' : '') + word, '')
}

/** A query as sounds: its syllables joined, and its words as `wordsTogether` stores them. */
export function querySounds(key: string): string[] {
  const words = key.split(' ')
  const sounds = [words.join(''), joinShortWords(words)].filter(sound => /^[a-z0-9][a-z0-9 ]+$/.test(sound))
  return [...new Set(sounds)]
}

/** `later`: the same from each later syllable, because users search for given names without the family name. */
type Sounds = {
  pinyin: string | null
  initials: string | null
  later: { pinyin: string[]; initials: string[] }
}

const noneLater = { pinyin: [], initials: [] }

/**
 * Sounds of a name's key: pinyin without tones or Latin letters, and initials; for Latin names the initials of words.
 * `latin`: romanisations of the name itself if available, because a key has lost its vowel signs.
 */
export function soundsOf(key: string, latin = latinNames(key)): Sounds {
  const runs = [...runsOf(key)]
  if (!runs.some(run => run.kind === 'han')) {
    const words = runs.filter(run => run.kind === 'word')
    const initials = words.map(word => firstChar(word.text)).join('')
    const [first = [], ...others] = latin.map(name => name.split(' '))
    // Names in scripts without spaces are also typed without spaces.
    const joined = (all: string[]) => (runs.some(run => run.kind === 'wide') ? all.join('') : joinShortWords(all))
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

function syllablesOf(run: ScriptRun): string[] {
  if (run.kind !== 'han') return [run.text]
  return library().pinyin(run.text, { toneType: 'none', type: 'array', v: true })
}

const isAscii = (text: string) => /^[a-z0-9]+$/.test(text)
