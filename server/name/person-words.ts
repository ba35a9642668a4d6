// A person's name as words: splits Chinese and Korean surnames from given names, separates `Abdul-` and `-uddin`, and
// classifies titles.

import { minor, particles, titles } from './data/titles.ts'
import { foldWords, withoutDigits } from './fold.ts'
import { partHan } from './romanise-han.ts'
import { partHangul } from './romanise-hangul.ts'
import { runsOf } from './script.ts'
import { makeWord, type NameWord } from './word.ts'

const most = 16

// `Abdul…`, servant of: written as one to three words.
const servant =
  /^(abd)(?:[aeiou](?:l|r(?=r)|s(?=s)|n(?=n)|z(?=z)|t(?=t)|d(?=d))?)(?=[b-df-hj-np-tv-z]\w{2}|allah|ullah|ilah)(\w{3,})$/
const servantOfGod = /^abd(?:u|a|o|e)?(?:l)?lah?$/
// … of the faith: Nuruddin, Noor-ud-Din, Noureddine.
const faith = /^(\w{3,}?)(?:[aeou]d(?:d|-d)|[aeu]ld|[aeu]d)(?:in|een|ine|ene|yn|ien)$/
const arabicServant = /^(عبد)(?:ال)?(\p{L}{2,})$/u
const article = /^(?:وال|بال|لل|ال)(?=\p{L}{2})/u

// … of God, or God in a name: Hamidullah, Hamid Allah.
const god = /^(\w{3,}?)(?:[aeiou]l?)?l{1,2}ah$/
const arabicGod = /^(\p{L}{2,}?)(?:الله|لله)$/u

/** The Latvian nominative, which foreign names get as well: Sergejs Lavrovs. */
const baltic = /(?<=\w{2}(?:[oe]v|[eiy]j))s$/

function cut(word: string): string[] {
  if (/^abd[aeu]l$/.test(word)) return ['abd']
  if (servantOfGod.test(word)) return ['abd', 'allah']
  if (/^(?:[aeiou]l{1,2}ah)$/.test(word)) return ['allah']
  const served = servant.exec(word)
  if (served) return ['abd', served[2]!]
  const godly = god.exec(word)
  if (godly) return [godly[1]!, 'allah']
  const faithful = faith.exec(word)
  if (faithful) return [faithful[1]!, 'din']
  return [word]
}

function cutArabic(word: string): string[] {
  if (word === 'عبدالله') return ['عبد', 'الله']
  const served = arabicServant.exec(word)
  if (served) return ['عبد', served[2]!]
  const godly = word === 'الله' ? null : arabicGod.exec(word)
  if (godly) return [godly[1]!, 'الله']
  return [word === 'الله' ? word : word.replace(article, '')]
}

/**
 * Words of the name of a person, at most 16. Titles stay, with little weight, because Amir and Sultan are names as
 * well.
 */
export function personWords(name: string): NameWord[] {
  const runs = foldWords(name).flatMap(word => runsOf(withoutDigits(word)).map(run => ({ ...run, word })))
  const hanRuns = runs.filter(run => run.script === 'han').length
  const hangulRuns = runs.filter(run => run.script === 'hangul').length
  const words = runs.flatMap(({ script, text }) => {
    if (titles.has(text)) return [makeWord(text, script, 'title')]
    if (script === 'han' && hanRuns === 1)
      return partHan(text).map(part => makeWord(part.text, script, 'name', part.spellings))
    // A single syllable next to another run is usually a surname, and adding its spellings costs nothing.
    if (script === 'hangul' && (hangulRuns === 1 || text.length === 1))
      return partHangul(text).map(part => makeWord(part.text, script, 'name', part.spellings))
    const parts = script === 'latin' ? cut(text) : script === 'arabic' ? cutArabic(text) : [text]
    return parts.map(part => {
      const bare = script === 'latin' ? part.replace(baltic, '') : part
      return makeWord(
        part,
        script,
        classOf(part, script),
        bare === part ? undefined : [part, bare.replaceAll('j', 'y')],
      )
    })
  })
  return unique(withoutTitles(withForm(words))).slice(0, most)
}

function classOf(text: string, script: string): NameWord['class'] {
  if (particles.has(text)) return 'particle'
  if (minor.has(text)) return 'minor'
  if (script === 'digit') return 'number'
  const isLetter = [...text].length === 1 && (script === 'latin' || script === 'cyrillic' || script === 'greek')
  return isLetter ? 'initial' : 'name'
}

const endings = new Set(['ltd', 'llc', 'inc', 'gmbh', 'sa', 'srl', 'corp', 'plc', 'ooo', 'jsc', 'ооо'])
/** A person's name followed by a legal form is still that name; in a short name it may be a part of the name. */
function withForm(words: NameWord[]): NameWord[] {
  const last = words.at(-1)
  const isForm =
    last !== undefined && endings.has(last.text) && words.slice(0, -1).filter(word => word.text.length > 3).length > 1
  return isForm ? [...words.slice(0, -1), { ...last, class: 'form' }] : words
}

/** Within a name Sultan and Sayed are names: titles come before or after it. */
function withoutTitles(words: NameWord[]): NameWord[] {
  const isName = (word: NameWord) => word.class !== 'title'
  const first = words.findIndex(isName)
  const last = words.findLastIndex(isName)
  return words.map((word, n) => (n > first && n < last && !isName(word) ? { ...word, class: 'name' } : word))
}

/** A word repeated directly counts once, as long as two words remain. */
function unique(words: NameWord[]): NameWord[] {
  const own = words.filter((word, n) => word.class === 'initial' || word.text !== words[n - 1]?.text)
  return own.length > 1 ? own : words
}
