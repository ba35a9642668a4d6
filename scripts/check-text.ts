// Checks that texts are not cut or split by UTF-16 units: half of a surrogate pair can be neither stored nor shown.
// `contract/text.ts` cuts by character. Positions found in the text itself (`indexOf`, marks) are safe; for any other
// safe number, a comment `units: why` on the line or the one before gives the reason. Also checks for second words for
// one thing (docs/glossary.md), and for texts that repeat the shared words (web/platform/words.ts).
import { globSync, readFileSync } from 'node:fs'
import { words } from '#web/platform/words.ts'
import { textsIn } from './screen-texts.ts'
import { readTwins, repeatedTexts, twinsIn } from './terms.ts'

const limitPattern =
  '(?:\\d[\\d_]*|(?:most|max|longest|quoted|excerpt|first|opening|shown|told)\\w*|\\w+(?:Chars|Characters|Length|AtMost|Units))'
/** Names of values that hold a single text. */
const one =
  '(?:[nN]ame|[tT]itle|[tT]ext|[cC]ontent|[eE]xcerpt|[lL]abel|[mM]essage|[kK]eyword|[qQ]uot\\w*|desc|[sS]ummary|note|cell|body|initials|[wW]ord|[kK]ey|piece|alias|[aA]gent|coding|said)'
const cuts: RegExp[] = [
  new RegExp(`${one}\\)?[?!]?\\.slice\\((?:0, |-)${limitPattern}\\)`),
  new RegExp(
    `(?:\`|\\.trim\\(\\)|\\.join\\([^)]*\\)|\\.toString\\(\\)|\\?\\? ''\\)|normalize\\([^)]*\\))\\.slice\\((?:0, |-)${limitPattern}\\)`,
  ),
  /\b(?:name|title|text|label|keyword|username|word|initials|alias|syllable)(?:\?\.|!)?\[0\]/,
  /\.(?:charAt\(|substr\(|substring\(|split\(''\))/,
]
const allowed = /\bunits: \S/
const except = /\.test\.tsx?$|^contract\/text\.ts$|^(server|web)\/testing\//

const twins = readTwins(readFileSync('docs/glossary.md', 'utf8'))
/** Files that might contain user-facing text; most files do not, and are not parsed. */
const speaks = /defineMessages\(|bilingual\(|'zh-CN'|\p{Script=Han}/u

const faults: string[] = []
if (twins.length === 0) faults.push('docs/glossary.md: the table “one word for one thing” was not found')
for (const file of globSync('{contract,server,web,cli}/**/*.{ts,tsx}', { exclude: ['web/dist/**'] }).map(slashes)) {
  if (except.test(file)) continue
  const source = readFileSync(file, 'utf8')
  const lines = source.split('\n')
  const texts = speaks.test(source) ? textsIn(file, source) : []
  for (const each of texts)
    for (const { not, but } of twinsIn(each, twins))
      faults.push(`${file}:${each.line} uses “${not}” instead of “${but}” (docs/glossary.md): ${each.text}`)
  for (const { line, word } of repeatedTexts(texts, words))
    faults.push(`${file}:${line} repeats a text of web/platform/words.ts: ${word}`)
  for (const [at, line] of lines.entries()) {
    if (!cuts.some(cut => cut.test(line)) || allowed.test(line) || allowed.test(lines[at - 1] ?? '')) continue
    faults.push(`${file}:${at + 1} cuts a text by UTF-16 unit (contract/text.ts cuts by character): ${line.trim()}`)
  }
}
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}
