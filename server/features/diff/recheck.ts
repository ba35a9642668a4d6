// The nightly check of stored pages: reads and compares a sample of them again.
import type { CoverageDifference } from '#contract/coverage.api.ts'
import { readStoredPage } from '#server/features/page/page.service.ts'
import { findSharedTexts } from '#server/features/shared_text/shared_text.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { mendCaptures } from '#server/store/check.ts'
import { CaptureLost, getCapture } from '#server/store/store.ts'
import { isPdf } from '#server/text/pdf.ts'
import { isHome } from '#server/text/url.ts'
import { isDifferent, type TextComparison } from './compare.ts'
import { compareInThread } from './compare-apart.ts'
import { describeDiff } from './describe.ts'
import {
  findNewHits,
  insertMissed,
  type KeptVersion,
  type SampledPage,
  samplePages,
  type VersionPair,
} from './recheck.queries.ts'
import { judgeDiffs } from './rescore.ts'
import { followReviews } from './round.queries.ts'

type PageCheck = { sampled: number; examples: CoverageDifference[] }

/**
 * Checks for a sample of pages that the newest version exists and its bytes fit their hash, and that successive
 * versions have a difference exactly if their texts differ. Lost bytes are searched elsewhere in the store and otherwise
 * marked; a missing difference is added to the queue of its round.
 */
export async function recheckVersions(ctx: Ctx, size: number): Promise<PageCheck> {
  const pages = await samplePages(ctx, size)
  const examples: CoverageDifference[] = []
  for (const page of pages)
    try {
      examples.push(...(await recheckPage(ctx, page)))
    } catch (error) {
      if (isTransient(error)) throw error
      ctx.log.warn({ err: error, page: page.page_id }, 'coverage: a page of the sample could not be checked')
      examples.push({ key: keyOf(page), fault: 'unreadable', of: null })
    }
  return { sampled: pages.length, examples }
}

const keyOf = ({ page_id }: SampledPage) => `page:${page_id}`

async function recheckPage(ctx: Ctx, page: SampledPage): Promise<CoverageDifference[]> {
  const { newest, pairs } = page
  if (!newest) return [{ key: keyOf(page), fault: 'version_missing', of: null }]
  const versions = new Map(
    [newest, ...pairs.flatMap(({ before, after }) => [before, after])].map(each => [each.id, each]),
  )
  const lost = new Set<number>()
  for (const version of versions.values()) if (!(await isReadable(ctx, version))) lost.add(version.id)
  const differences: CoverageDifference[] = [...lost].map(id => ({
    ...{ key: keyOf(page), fault: 'unreadable', of: `#${id}` },
  }))
  for (const pair of pairs)
    if (pair.is_comparable && !lost.has(pair.before.id) && !lost.has(pair.after.id))
      differences.push(...(await recheckPair(ctx, page, pair)))
  return differences
}

/** Whether the stored bytes fit their hash. Lost ones are searched elsewhere in the store, otherwise marked. */
async function isReadable(ctx: Ctx, { hash, text_blob }: KeptVersion): Promise<boolean> {
  const hashes = [hash, text_blob].flatMap(each => (each === null ? [] : [Buffer.from(each, 'hex')]))
  try {
    for (const each of hashes) await getCapture(ctx, each)
    return true
  } catch (error) {
    if (!(error instanceof CaptureLost)) throw error
    await mendCaptures(ctx, hashes)
    return false
  }
}

async function recheckPair(ctx: Ctx, page: SampledPage, pair: VersionPair): Promise<CoverageDifference[]> {
  const { before, after, diff_id } = pair
  // The texts of PDF files are extracted again by newer readers, so that they may differ from those that were compared.
  if (await isPdfVersion(ctx, before, after)) return []
  const { filter } = await findSite(ctx, page.og_id)
  const [old, now] = [await readStoredPage(ctx, before), await readStoredPage(ctx, after)]
  const shared = await findSharedTexts(ctx, page.og_id, after.round)
  const { comparison } = await compareInThread({ before: old, after: now, filter, shared })
  // A comparison that reached a limit depends on the load of the machine.
  if (comparison.isCoarse || isDifferent(comparison) === (diff_id !== null)) return []
  const of = `#${before.id} → #${after.id}`
  if (diff_id !== null) return [{ key: keyOf(page), fault: 'diff_extra', of }]
  await addMissed(ctx, page, pair, comparison)
  return [{ key: keyOf(page), fault: 'diff_missing', of }]
}

async function isPdfVersion(ctx: Ctx, ...versions: KeptVersion[]): Promise<boolean> {
  for (const { hash, text_blob, content_type } of versions)
    if (text_blob !== null && isPdf(await getCapture(ctx, Buffer.from(hash, 'hex')), content_type ?? '')) return true
  return false
}

async function addMissed(ctx: Ctx, page: SampledPage, pair: VersionPair, comparison: TextComparison): Promise<void> {
  const { words, mentions } = await findNewHits(ctx, page, pair.after.id)
  const diff = describeDiff(comparison, {
    change: 'changed' as const,
    url: page.url,
    isHome: isHome(page.url),
    quality: 'good' as const,
    ...{ wordHits: words, mentions },
  })
  await inTransaction(ctx, async ctx => {
    await insertMissed(ctx, page, pair, diff)
    await judgeDiffs(ctx, page.og_id, pair.after.round)
    await followReviews(ctx, [page.og_id])
  })
}
