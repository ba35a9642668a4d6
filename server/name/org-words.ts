// The name of an organisation or a vessel as words: translated if the tables have them, romanised otherwise.
import { foldWords } from './fold.ts'
import { cutRun, type Meaning, meaningAt, meaningOf, withoutArticle } from './lexicon.ts'
import { spell } from './romanise.ts'
import { simplify } from './romanise-han.ts'
import { runsOf, type Script } from './script.ts'
import { makeWord, type NameWord } from './word.ts'

const most = 24
const vesselTitles = new Set([
  'mv',
  'mt',
  'ms',
  'ss',
  'mts',
  'mtv',
  'mv',
  'vessel',
  'tanker',
  'motor',
  'yacht',
  'my',
  'танкер',
  'теплоход',
])
/** `L’Afrique`, `d'Orient`: elided French articles and prepositions. */
const elision = /(?<![\p{L}\p{N}])[ld]['’](?=[aeiouyhâàéèêîôû])/giu
const unspaced = (script: Script) => script === 'han' || script === 'kana' || script === 'hangul'

/** Words of the name, at most 24; legal forms and empty words only if there are no others. */
export function orgWords(name: string, isVessel: boolean): NameWord[] {
  const folded = foldWords(name.replace(elision, ' ')).map(withoutArticle)
  const words: NameWord[] = []
  for (let at = 0; at < folded.length; ) {
    const found = meaningAt(folded, at)
    const text = folded[at]!
    const script = runsOf(text)[0]?.script ?? 'other'
    if (isVessel && vesselTitles.has(text)) words.push(makeWord(text, script, 'title'))
    else if (found) words.push(...translateWord(found.meaning, folded.slice(at, at + found.taken).join(''), script))
    else words.push(...splitUntranslated(text))
    at += found?.taken ?? 1
  }
  const whole = joinTens(words)
  const own = whole.filter(word => word.class !== 'title')
  return (own.length > 0 ? own : foldWords(name).map(word => makeWord(word, runsOf(word)[0]!.script, 'name'))).slice(
    0,
    most,
  )
}

/** The word itself, because brands are often kept (东方 is Eastern or Dongfang), and its meaning. */
function translateWord({ text: meaning, class: kind }: Meaning, source: string, script: Script): NameWord[] {
  if (kind === 'empty') return [makeWord(source, script, 'particle')]
  const isSign = kind === 'form' || kind === 'number'
  if (isSign) return [makeWord(meaning, 'latin', kind, [meaning], meaning)]
  // 进出口 is two words in English.
  if (!meaning.includes('+')) return [makeWord(source, script, kind, undefined, meaning)]
  return meaning.split('+').map(english => {
    const { text, class: kind } = meaningOf(english)
    return makeWord(text, script, kind === 'empty' ? 'particle' : kind, [text], text)
  })
}

/** Adjectives of towns: `Муромский` means in Murom. */
const adjective = /(?<=\p{L}{4})(?:ск|ськ|цк|цьк)(?:ий|ая|ое|ие|ого|ой|их|им|ому|ую|а|е|і|ої)$/u

function splitUntranslated(text: string): NameWord[] {
  return runsOf(text).flatMap(({ script, text }) => {
    if (!unspaced(script)) {
      const kind = script === 'digit' ? 'number' : classOf(text, script)
      const stem = script === 'cyrillic' ? text.replace(adjective, '') : text
      return [
        makeWord(
          text,
          script,
          kind,
          [...new Set([text, stem])].flatMap(each => spell(each, script)),
        ),
      ]
    }
    return cutRun(script === 'han' ? simplify(text) : text).flatMap(piece =>
      piece.meaning
        ? translateWord(piece.meaning, piece.text, script)
        : chunks(piece.text).map(chunk => makeWord(chunk, script, 'name')),
    )
  })
}

const classOf = (text: string, script: Script) => ([...text].length === 1 && script === 'latin' ? 'initial' : 'name')

let segmenter: Intl.Segmenter | undefined
/** A long run that no table knows is split by the runtime's word segmenter. */
function chunks(text: string): string[] {
  if ([...text].length <= 4) return [text]
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** `forty`, `4` is 44. */
function joinTens(words: NameWord[]): NameWord[] {
  return words.reduce<NameWord[]>((whole, word) => {
    const last = whole.at(-1)
    const isUnit = word.class === 'number' && /^[1-9]$/.test(word.text)
    if (isUnit && last?.class === 'number' && /^[2-9]0$/.test(last.text))
      return [...whole.slice(0, -1), makeWord(String(Number(last.text) + Number(word.text)), 'digit', 'number')]
    whole.push(word)
    return whole
  }, [])
}
