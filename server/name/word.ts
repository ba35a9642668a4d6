// One word of a name: its class, its spellings and sounds, and its similarity to another word.
import { distance } from 'fastest-levenshtein'
import { commonGivenNames } from './data/titles.ts'
import { nearMeaningsOf } from './lexicon.ts'
import { phoneKeys, phonesOf } from './phones.ts'
import { spell } from './romanise.ts'
import { phonesOfArabic, phonesOfHebrew } from './romanise-abjad.ts'
import { isAbjad, isSyllabic, type Script } from './script.ts'
import { CONSONANTS, LETTERS, type Mode, SYLLABLES, soundLikeness } from './sound.ts'
import { tableOf } from './table.ts'
import { isOtherSex, variantOf } from './variants.ts'
import type { WordClass } from './word-class.ts'

// Further transliterations of Cyrillic besides that of Russian passports, without the diacritics that folding removes.
const commonLetters = 'а a б b в v г g д d е e з z и i к k л l м m н n о o п p р r с s т t у u ф f ы y э e ъ - ь - і i'

/** ISO 9, scientific, Serbian and Macedonian Latin: č and c, š and s are the same letter once accents are removed. */
const scientific = tableOf(
  `${commonLetters} ё e є e ж z й j ј j ї i х h ц c ч c ш s щ s ю u я a ђ d ћ c љ lj њ nj џ dz ѕ dz ѓ g ќ k ґ g ў u`,
)
/** GOST 7.79, system B. */
const gost = tableOf(`${commonLetters} ё yo є ye ж zh й j ї yi х x ц cz ч ch ш sh щ shh ю yu я ya ґ g ў u`)
/** German newspaper transliteration. */
const german = tableOf(
  `${commonLetters} в w з s ё jo є je ж sch й i ї ji х ch ц z ч tsch ш sch щ schtsch ю ju я ja ґ g ў u`,
)
/** The transliterations of Ukraine and Belarus, in which г is h. */
const eastern = tableOf(`${commonLetters} г h ё io є ie ж zh и y й i ї i х kh ц ts ч ch ш sh щ shch ю iu я ia ґ g ў u`)
const balkan = tableOf(`${commonLetters} ђ dj ж zh ѓ gj ќ kj ј j љ lj њ nj ћ c х h ц c ч ch џ dj ш sh ѕ dz`)

const ways: [when: RegExp, table: Map<string, string>][] = [
  [/[жйјхцчшщюяёђћџ]/u, scientific],
  [/[йхцщ]/u, gost],
  [/[взжхцчшщюяё]/u, german],
  [/[гіїєў]/u, eastern],
  [/[ѓќђџ]/u, balkan],
]

/**
 * Sounds of the other transliterations; empty if they do not differ. Letters that a table lacks keep the standard
 * spelling.
 */
function otherSoundsOfCyrillic(word: string, spelling: (letter: string) => string): string[] {
  return ways.flatMap(([when, table]) =>
    when.test(word) ? [phonesOf([...word].map(letter => table.get(letter) ?? spelling(letter)).join(''))] : [],
  )
}

export type NameWord = {
  /** Folded, in its own script. */
  text: string
  /** The English meaning of an organisation word, a number or a place: the same in all languages. */
  meaning: string | undefined
  script: Script
  class: WordClass
  /** In Latin letters, the likeliest first. */
  spellings: readonly string[]
  /** Sounds of each spelling; for Arabic and Hebrew, the letters as sounds. */
  phones: readonly string[]
  /** Keys under which possibly equal words are looked up. */
  keys: readonly string[]
  /** One of the very common names of the table. */
  isCommon: boolean
  /** Ends like a patronymic of Russian and its neighbours; some surnames do as well (Abramovich). */
  isPatronymic: boolean
}

const patronymic =
  /(?:[oeay]v|ow|ew)i(?:ch|c|tch|tsch|cz)$|[oe]vych$|(?:[oei]v|ow|ew)na$|[aeiy]una$|inichna$|^(?:ilyi|ili|iliy|kuzmi|lukic?|fomi|nikiti)(?:ch|nichna)$|[a-z]{3}(?:uly|kyzy|qyzy|ogly)$/

export function makeWord(
  text: string,
  script: Script,
  kind: WordClass,
  marked = spell(text, script),
  meaning?: string,
): NameWord {
  // Syllables of Hangul and Pinyin come with separators, which distinguish `jong'un` from `jon'gun`; written names have
  // none.
  const spellings = [...new Set(marked.map(spelling => spelling.replaceAll("'", '')))]
  const phones =
    script === 'arabic'
      ? [phonesOfArabic(text).replaceAll('tS', 'C')]
      : script === 'hebrew'
        ? [phonesOfHebrew(text)]
        : [...new Set(marked.flatMap(spelling => phonesIn(spelling, script)))]
  if (script === 'cyrillic')
    for (const other of otherSoundsOfCyrillic(text, letter => spell(letter, script)[0] ?? ''))
      if (other !== '' && !phones.includes(other)) phones.push(other)
  const keys = [...new Set(phones.flatMap(each => phoneKeys(each, text)))]
  const isCommon = commonGivenNames.has(text) || spellings.some(spelling => commonGivenNames.has(spelling))
  const isPatronymic = kind === 'name' && spellings.some(spelling => patronymic.test(spelling))
  return { text, meaning, script, class: kind, spellings, phones, keys, isCommon, isPatronymic }
}

/** Pinyin uses some letters differently: q is ch, x is sh. A spelling that may be Pinyin gets both pronunciations. */
function phonesIn(spelling: string, script: Script): string[] {
  if (spelling.includes("'"))
    return [...new Set([spelling, spelling.replaceAll("'", '')])].map(each =>
      phonesOf(script === 'han' ? pinyinSounds(each) : each),
    )
  if (script === 'han') return [phonesOf(pinyinSounds(spelling))]
  if (script !== 'latin' || !/[qx]/.test(spelling) || !mayBePinyin(spelling)) return [phonesOf(spelling)]
  const sounds = [phonesOf(spelling), phonesOf(pinyinSounds(spelling))]
  // People who write by ear use s instead of x.
  return spelling.startsWith('x') ? [...sounds, phonesOf(spelling.replace('x', 's'))] : sounds
}

const pinyinSounds = (spelling: string) => spelling.replace(/q/g, 'ch').replace(/x/g, 'sh')
const syllable =
  '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|[aeiou])'
const pinyinWord = new RegExp(`^(?:${syllable}){1,3}$`)
const mayBePinyin = (spelling: string) => pinyinWord.test(spelling)

export const isJoinable = (word: NameWord) => word.class !== 'number' && word.class !== 'form' && word.class !== 'title'

/** Maximum number of runs of two words, and of three, that are looked up for a name. */
const mostRuns = 6
/** Maximum letters of each of three words that others may write as one: `Chong Chon Gang`. */
const shortLetters = 6

/**
 * Runs of words that others may write as one word: each two neighbours, each three if they are short, and all words of
 * a name of three. The keys of an index and its search use the same runs.
 */
export function joinableRuns(words: readonly NameWord[]): NameWord[][] {
  const runs: NameWord[][] = []
  for (let n = 0; n + 1 < words.length && n < mostRuns; n += 1) {
    runs.push(words.slice(n, n + 2))
    const three = words.slice(n, n + 3)
    if (three.length === 3 && (words.length === 3 || three.every(isShort))) runs.push(three)
  }
  return runs
}

const isShort = (word: NameWord) => isJoinable(word) && (word.spellings[0] ?? '').length <= shortLetters

const mostJoined = 20_000
let joinedWords = new WeakMap<NameWord, WeakMap<NameWord, NameWord>>()
let joinedCount = 0

/** Two or three neighbours joined to one word; the latest thousands of results are cached. */
export function joinWords(words: readonly NameWord[]): NameWord {
  const [first, second, ...others] = words
  if (!first || !second) throw new RangeError('at least two words are required')
  let ofFirst = joinedWords.get(first)
  if (!ofFirst) {
    ofFirst = new WeakMap()
    joinedWords.set(first, ofFirst)
  }
  let both = ofFirst.get(second)
  if (!both) {
    both = makeJoined(first, second)
    ofFirst.set(second, both)
    joinedCount += 1
    if (joinedCount > mostJoined) {
      joinedWords = new WeakMap()
      joinedCount = 0
    }
  }
  return others.length > 0 ? joinWords([both, ...others]) : both
}

function makeJoined(first: NameWord, second: NameWord): NameWord {
  const { script } = first
  const word = makeWord(first.text + second.text, script, 'name', [
    (first.spellings[0] ?? '') + (second.spellings[0] ?? ''),
  ])
  const apart = (first.phones[0] ?? '') + (second.phones[0] ?? '')
  if (!isAbjad(script) && !word.phones.includes(apart)) word.phones = [...word.phones, apart]
  return word
}

/** The keys of joined neighbours, derived from the keys of each; at least two consonants long. */
export function joinedKeys(words: readonly NameWord[]): string[] {
  const joined = words.reduce<string[]>(
    (all, word) =>
      all.flatMap(before => word.keys.map(key => meet(before, key.startsWith('~') ? '' : key))).slice(0, 4),
    [''],
  )
  return joined.filter(key => key.length > 1)
}

const meet = (before: string, key: string) => (before.endsWith(key[0] ?? '-') ? before + key.slice(1) : before + key)

/** Similarity of two words, between 0 and 1. */
export function likeness(a: NameWord, b: NameWord): number {
  if (a.text === b.text) return 1
  if (a.meaning !== undefined && a.meaning === b.meaning) return isSynonym(a, b) ? synonymLike : 1
  if (a.script !== b.script && isNear(a, b)) return nearLike
  if (a.class === 'number' || b.class === 'number') return 0
  if (a.class === 'initial' || b.class === 'initial') return initialLikeness(a, b)
  let best = soundSimilarity(a, b)
  if (a.script === b.script) {
    // In one script the letters count as well, because words of equal sound may still be different names.
    if (a.script === 'han') return best >= 0.99 ? 0.8 : best * 0.7
    const letters = a.script === 'hangul' ? 0.6 : 0.4
    if (best > 0.3) best = best * (1 - letters) + nearest(a, b) * letters
  }
  // A word with a meaning is translated more often than transliterated.
  if (a.script !== b.script && (a.meaning === undefined) !== (b.meaning === undefined)) best *= 0.85
  // Two very common names are not typing errors of each other: Mohamed is not Ahmed.
  if (best < 0.75 && a.isCommon && b.isCommon && a.script === 'latin' && b.script === 'latin') best *= 0.6
  // Michel is not Michelle.
  if (best > otherSexLike && isOtherSex(a.text, b.text)) return otherSexLike
  if (best < 0.85 && isAnagram(a, b)) return 0.85
  if (best < 0.85 && variantOf(a.spellings[0] ?? '', b.spellings[0] ?? '')) return 0.85
  return best
}

function soundSimilarity(a: NameWord, b: NameWord): number {
  const mode = modeOf(a, b)
  const [left, right] = [a.phones, b.phones]
  let best = 0
  for (let n = 0; n < left.length; n += 1)
    for (let m = 0; m < right.length; m += 1) {
      const like = soundLikeness(left[n]!, right[m]!, mode)
      if (like > best) best = like
    }
  return best
}

const otherSexLike = 0.6
const nearLike = 0.86
const synonymLike = 0.75
/**
 * Two words of the same script and meaning that begin with different letters: shipping and marine. They may be
 * translations of each other, but more often distinguish two companies of one owner. Forms and numbers were normalised
 * to one text before.
 */
const isSynonym = (a: NameWord, b: NameWord) =>
  a.script === b.script && a.script !== 'han' && [0, 1, 2].some(n => a.text[n] !== b.text[n])
/** Whether the meanings of two words are interchangeable in translations. */
const isNear = (a: NameWord, b: NameWord) =>
  a.meaning !== undefined && b.meaning !== undefined && nearMeaningsOf(a.meaning).has(b.meaning)

function isAnagram(a: NameWord, b: NameWord): boolean {
  if (a.text.length !== b.text.length || a.text.length < 5 || a.script !== 'latin' || b.script !== 'latin') return false
  // The sum of the letters is compared first, because it differs for nearly all pairs.
  let sum = 0
  for (let n = 0; n < a.text.length; n += 1) sum += a.text.charCodeAt(n) - b.text.charCodeAt(n)
  return sum === 0 && anagramOf(a) !== '' && anagramOf(a) === anagramOf(b)
}

/** The sorted letters of words of five or more letters: `nitup` is Putin reversed. Empty for other words. */
export function anagramOf({ text, script, class: kind }: NameWord): string {
  return script === 'latin' && kind === 'name' && text.length > 4 ? [...text].sort().join('') : ''
}

const spellingSimilarity = (a: string, b: string) => 1 - distance(a, b) / Math.max(a.length, b.length)

/** Similarity of the letters of two words in one script; for Latin words the best pair of spellings counts. */
function nearest(a: NameWord, b: NameWord): number {
  let like = spellingSimilarity(a.text, b.text)
  if (a.script !== 'latin' || (a.spellings.length === 1 && b.spellings.length === 1)) return like
  for (const left of a.spellings)
    for (const right of b.spellings) like = Math.max(like, spellingSimilarity(left, right))
  return like
}

function initialLikeness(a: NameWord, b: NameWord): number {
  const [short, long] = a.class === 'initial' ? [a, b] : [b, a]
  if (long.class !== 'name' && long.class !== 'initial') return 0
  const letter = short.spellings[0]?.[0]
  return letter !== undefined && long.spellings.some(spelling => spelling.startsWith(letter)) ? 0.8 : 0
}

function modeOf(a: NameWord, b: NameWord): Mode {
  if (isAbjad(a.script) || isAbjad(b.script)) return CONSONANTS
  if (a.script !== b.script && (isSyllabic(a.script) || isSyllabic(b.script))) return SYLLABLES
  return LETTERS
}
