// The nightly check of texts: searches texts that count as searched again, with a dictionary built for the check.
import type { CoverageDifference } from '#contract/coverage.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readDictionaryState } from './dictionary.queries.ts'
import { buildNow, type Dictionary } from './dictionary.ts'
import { markUnsearched, sampleVersions } from './recheck.queries.ts'
import type { OldVersion } from './rescan.queries.ts'
import type { RescanAdapter } from './rescan.ts'

export type TextCheck = { sampled: number; examples: CoverageDifference[] }

/** Findings of a text that are not stored (`−word 3`), and stored findings that the text lacks (`+og 5`). */
export function differencesOf(key: string, known: readonly string[], now: readonly string[]): CoverageDifference[] {
  const missing = now.filter(each => !known.includes(each))
  const extra = known.filter(each => !now.includes(each))
  if (missing.length + extra.length === 0) return []
  const some = (sign: string, all: readonly string[]) => all.slice(0, 5).map(each => `${sign}${each}`)
  return [{ key, fault: 'findings', of: [...some('−', missing), ...some('+', extra)].join(', ') }]
}

/**
 * Runs `check` with a dictionary of all current words and names. Nothing is compared if a changed name is not in a
 * version yet; if a change occurs meanwhile, the result is inconclusive and dropped.
 */
export async function withFreshDictionary(
  ctx: Ctx,
  check: (dictionary: Dictionary) => Promise<TextCheck>,
): Promise<TextCheck> {
  const none = { sampled: 0, examples: [] }
  const before = await readDictionaryState(ctx)
  if (!before.pending.startsWith('0 ')) return none
  const found = await check(await buildNow(ctx, before))
  const after = await readDictionaryState(ctx)
  return after.version === before.version && after.pending === before.pending ? found : none
}

/**
 * Reads a sample of pages from the store and searches them again. A page that cannot be read counts as a difference;
 * pages that differ are queued for a new search.
 */
export async function recheckPages(ctx: Ctx, adapter: RescanAdapter, size: number): Promise<TextCheck> {
  const wrong: OldVersion[] = []
  const check = await withFreshDictionary(ctx, async dictionary => {
    const versions = await sampleVersions(ctx, dictionary.version, size)
    const examples: CoverageDifference[] = []
    for (const { found, ...version } of versions) {
      const key = `page:${version.page_id}`
      const differences = await adapter.textsOf(ctx, version).then(
        texts => differencesOf(key, found, keysIn(dictionary, texts)),
        error => {
          ctx.log.warn({ err: error, page: version.page_id }, 'coverage: a page of the sample is unreadable')
          return [{ key, fault: 'unreadable' as const, of: null }]
        },
      )
      if (differences.length > 0) wrong.push(version)
      examples.push(...differences)
    }
    return { sampled: versions.length, examples }
  })
  if (check.examples.length > 0) await markUnsearched(ctx, wrong)
  return check
}

/** The distinct words and names that the texts contain. */
export function keysIn(dictionary: Dictionary, texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(text => dictionary.find(text).map(({ kind, id }) => `${kind} ${id}`)))]
}
