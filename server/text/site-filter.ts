import { createHash } from 'node:crypto'
import { compile } from 'css-select'
import { checkExpressions, compileExpressions } from '#server/platform/process/expression.ts'
import type { PageBlock } from './extract-block.ts'

/** A site's choice of content: CSS selectors, and texts (plain, or `re:` and an RE2 pattern). */
export type SiteFilter = { include: string[]; exclude: string[]; ignore: string[] }
/** `message` is the parser's own, in English. */
type FilterFault = { field: keyof SiteFilter; index: number; message: string }

export const noFilter: SiteFilter = { include: [], exclude: [], ignore: [] }

export async function checkSiteFilter(filter: SiteFilter): Promise<FilterFault[]> {
  const faults: FilterFault[] = []
  const tryEach = (field: keyof SiteFilter, attempt: (text: string) => unknown) => {
    for (const [index, text] of filter[field].entries())
      try {
        attempt(text)
      } catch (error) {
        faults.push({ field, index, message: error instanceof Error ? error.message : String(error) })
      }
  }
  tryEach('include', checkSelector)
  tryEach('exclude', checkSelector)
  const patterns = [...filter.ignore.entries()].filter(([, text]) => isPattern(text))
  const wrong = await checkExpressions(patterns.map(([, text]) => sourceOf(text)))
  for (const [at, [index]] of patterns.entries())
    if (wrong[at]) faults.push({ field: 'ignore', index, message: wrong[at] })
  for (const [index, text] of filter.ignore.entries())
    if (text.trim() === '') faults.push({ field: 'ignore', index, message: 'Empty text' })
  return faults
}

/** Equal for filters with the same effect; a stored page with a different hash is extracted again. */
export function filterHash(filter: SiteFilter | undefined): string {
  const parts = filter ? [filter.include, filter.exclude, filter.ignore].map(list => [...new Set(list)].sort()) : []
  const isEmpty = parts.every(list => list.length === 0)
  return isEmpty ? '' : createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

/** Removes ignored texts from blocks, and blocks that become empty. */
export function ignoreTexts(blocks: PageBlock[], filter: SiteFilter): PageBlock[] {
  if (filter.ignore.length === 0) return blocks
  const removers = removersOf(filter.ignore)
  const kept: PageBlock[] = []
  for (const block of blocks) {
    let text = block.text
    for (const remove of removers) text = remove(text)
    if (text === block.text) kept.push(block)
    else {
      const rest = text.replace(/\s+/g, ' ').trim()
      if (rest !== '') kept.push({ ...block, text: rest })
    }
  }
  return kept
}

const maxSelector = 500

function checkSelector(selector: string): void {
  if (selector.trim() === '') throw new Error('Empty selector')
  if (selector.length > maxSelector) throw new Error(`Selector longer than ${maxSelector} characters`)
  compile(selector)
}

const isPattern = (text: string) => text.startsWith('re:')
const sourceOf = (text: string) => text.slice('re:'.length)

/** RE2 runs in linear time for any pattern: `(a+)+$` costs as much as `a`. Invalid patterns remove nothing. */
function removersOf(ignore: string[]): ((from: string) => string)[] {
  const compiled = compileExpressions(ignore.filter(isPattern).map(sourceOf)).values()
  return ignore.flatMap(text => {
    if (!isPattern(text))
      return text.trim() === '' ? [] : [(from: string) => (from.includes(text) ? from.replaceAll(text, ' ') : from)]
    const one = compiled.next().value
    if (!one || 'fault' in one) return []
    return [(from: string) => one.expression.matcher(from).replaceAll(' ')]
  })
}
