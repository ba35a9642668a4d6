// Holds texts against being cut at a number of UTF-16 units, or taken apart by them: half of a pair of surrogates is nothing
// that can be kept or shown. `contract/text.ts` cuts by character. Places that were found in the text itself (`indexOf`, marks)
// are whole; where a number is safe too, `units: why` in a comment on the line or the one before says so.
import { globSync, readFileSync } from 'node:fs'

const bound =
  '(?:\\d[\\d_]*|(?:most|max|longest|quoted|excerpt|first|opening|shown|told)\\w*|\\w+(?:Chars|Characters|Length|AtMost|Units))'
/** Names of values that are one text. */
const one =
  '(?:[nN]ame|[tT]itle|[tT]ext|[cC]ontent|[eE]xcerpt|[lL]abel|[mM]essage|[kK]eyword|[qQ]uot\\w*|desc|[sS]ummary|note|cell|body|initials|[wW]ord|[kK]ey|piece|alias|[aA]gent|coding|said)'
const cuts: RegExp[] = [
  new RegExp(`${one}\\)?[?!]?\\.slice\\((?:0, |-)${bound}\\)`),
  new RegExp(
    `(?:\`|\\.trim\\(\\)|\\.join\\([^)]*\\)|\\.toString\\(\\)|\\?\\? ''\\)|normalize\\([^)]*\\))\\.slice\\((?:0, |-)${bound}\\)`,
  ),
  /\b(?:name|title|text|label|keyword|username|word|initials|alias|syllable)(?:\?\.|!)?\[0\]/,
  /\.(?:charAt\(|substr\(|substring\(|split\(''\))/,
]
const allowed = /\bunits: \S/
const except = /\.test\.tsx?$|^contract\/text\.ts$|^(server|web)\/testing\//

const faults: string[] = []
for (const file of globSync('{contract,server,web}/**/*.{ts,tsx}', { exclude: ['web/dist/**'] }).map(slashes)) {
  if (except.test(file)) continue
  const lines = readFileSync(file, 'utf8').split('\n')
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
