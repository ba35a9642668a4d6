import { cutText } from '#contract/text.ts'
import {
  compareExtracts,
  compareInThread,
  type DescribedDiff,
  describeDiff,
  isDifferent,
  type TextComparison,
} from '#server/features/diff/diff.service.ts'
import type { NamesIn, WeighedName } from '#server/features/namesake/namesake.service.ts'
import type { Dictionary } from '#server/features/word/word.service.ts'
import { type Extract, textHash, wordsHash } from '#server/text/extract.ts'
import { extractInThread } from '#server/text/extract-apart.ts'
import { charsOf, isFeed, type PageSource } from '#server/text/source.ts'
import { copyText } from '#server/text/units.ts'
import { isHome } from '#server/text/url.ts'
import { findsOf } from './finds.ts'
import type { CrawlTarget, TargetVersion } from './host.queries.ts'
import type { HostFetch } from './host-work.ts'
import type { NewVersion, PageChange } from './outcome.ts'
import type { SiteContext } from './site-context.ts'

/** The newest stored version as it was received; null if the store has lost it. */
type ReadBefore = (version: TargetVersion) => Promise<PageSource | null>
/**
 * Result of a comparison: the text is already known, or it is new or changed. `isNew`: there is no version to compare
 * with.
 */
type ComparedSnapshot =
  | { isKnown: true; whole: Extract }
  | {
      isKnown: false
      isNew: boolean
      whole: Extract
      hash: string
      /** The text after the site's filter. */
      after: Extract
      comparison: TextComparison
    }

/** Pages up to this size are read at once; the previous version is loaded only if their text differs. */
const soonChars = 200_000

/** Reads a good snapshot once and compares it with the newest version; a large one in a worker thread. */
export async function compareCapture(
  target: CrawlTarget,
  source: PageSource,
  site: SiteContext,
  readBefore: ReadBefore,
): Promise<ComparedSnapshot> {
  const { version } = target
  // A page that was gone and is back is reported as a new page.
  const isBack = target.page_status === 'gone' && version !== null
  const known = isBack ? undefined : (version?.text_hash ?? undefined)
  const read = charsOf(source) <= soonChars ? await readAlone(source) : undefined
  if (read && read.hash === known) return { isKnown: true, whole: read.whole }
  const before = isBack || version === null ? null : await readBefore(version)
  const isNew = before === null
  const filter = site.hasFilter ? site.filter : undefined
  if (isNew && target.new_version === 0) {
    // The first round of a site reports no changes: every page is new and is compared with nothing.
    const { whole, hash } = read ?? (await readAlone(source))
    const after = filter ? await extractInThread(source, filter) : whole
    return { isKnown: false, isNew, whole, hash, after, comparison: compareExtracts(null, null) }
  }
  const { isKnown, ...taken } = await compareInThread({
    before,
    after: source,
    filter,
    shared: site.shared,
    known,
    read,
  })
  return isKnown ? { isKnown, whole: taken.whole } : { isKnown, isNew, ...taken }
}

/** Reads a capture without comparing it. */
export async function readAlone(source: PageSource): Promise<{ whole: Extract; hash: string }> {
  const whole = await extractInThread(source)
  return { whole, hash: textHash(whole) }
}

export type PageCapture = Extract_<HostFetch, { kind: 'page' }>
type Extract_<T, U> = T extends U ? T : never

type TakenPage = { page: PageChange; extract: Extract | null }

/** Classifies a snapshot: known content, a new version, or not to be believed. */
export async function takeCapture(
  target: CrawlTarget,
  captured: PageCapture,
  site: SiteContext,
  dictionary: Dictionary,
  readBefore: ReadBefore,
  weigh: (named: NamesIn) => Promise<ReadonlyMap<string, WeighedName>>,
  at: Date,
): Promise<TakenPage> {
  const { version } = target
  // A page that was gone and is back is reported as a new page.
  const isBack = target.page_status === 'gone' && version !== null
  if (isGone(captured.effectiveStatus))
    return { page: await takeGonePage(target, captured, site, readBefore), extract: null }
  if (captured.isGood && !isBack && captured.hash === version?.hash)
    return { page: { type: 'seen', etag: captured.etag, lastModified: captured.lastModified }, extract: null }
  const stamp = { previousHash: version?.hash ?? null, scanned: dictionary.version }
  if (!captured.isGood) {
    // The same challenge again is nothing new.
    if (target.low_hash === captured.hash)
      return { page: { type: 'trouble', reason: lowQualityReason(captured), isGone: false }, extract: null }
    const { whole, hash } = await readAlone(sourceOf(captured))
    return {
      page: { type: 'version', version: { ...plainVersion(captured, whole, hash), ...stamp }, diff: null },
      extract: null,
    }
  }
  const source = sourceOf(captured)
  let before: PageSource | null = null
  const read = await compareCapture(target, source, site, async known => {
    before = await readBefore(known)
    return before
  })
  if (read.isKnown)
    return { page: { type: 'seen', etag: captured.etag, lastModified: captured.lastModified }, extract: read.whole }
  // The address led to a feed and now leads to a page, often one that states an error; it is believed after some time.
  if (before !== null && isFeed(before) && !isFeed(source) && !isLongFailing(target, at))
    return { page: { type: 'trouble', reason: 'bad_feed', isGone: false }, extract: null }
  const { whole, hash, after, comparison, isNew } = read
  const made = { ...plainVersion(captured, whole, hash), ...stamp }
  const finds = findsOf(dictionary, after, comparison, isNew)
  const weighed = await weigh({ ...finds.named, site: site.ogId })
  const mentions = finds.mentions.flatMap(mention => {
    const of = weighed.get(`${mention.noun} ${mention.id}`)
    const isNew = mention.isNew && !site.isOwn(mention)
    return of ? [{ ...mention, isNew, certainty: of.certainty, evidence: of.evidence }] : []
  })
  Object.assign(made, { hits: finds.hits, mentions })
  const isNews = target.new_version > 0 && (isNew || isDifferent(comparison))
  return { page: { type: 'version', version: made, diff: isNews ? diffOf() : null }, extract: whole }

  function diffOf(): DescribedDiff {
    return describeDiff(comparison, {
      change: isNew ? ('added' as const) : ('changed' as const),
      url: target.url,
      afterText: wordsHash(after),
      isHome: isHome(target.url),
      redirectedTo: captured.url === target.url || version?.final_url === captured.url ? undefined : captured.url,
      quality: 'good' as const,
      isFlipBack: target.text_before === made.textHash,
      wordHits: finds.freshByLevel,
      // A name that many people share proves nothing by itself.
      mentions: mentions.filter(each => each.isNew && (each.certainty !== 'possible' || !each.evidence.isCommon))
        .length,
    })
  }
}

const goneGraceMs = 0.75 * 14 * 86_400_000

/** Two rounds with 404 or 410 are believed; a page that fails for most of two weeks is gone too. */
export function isLongFailing(target: CrawlTarget, now: Date): boolean {
  return target.failing_since !== null && now.getTime() - Date.parse(target.failing_since) >= goneGraceMs
}

function isGone(status: number): boolean {
  return status === 404 || status === 410
}

async function takeGonePage(
  target: CrawlTarget,
  { effectiveStatus, url }: PageCapture,
  site: SiteContext,
  readBefore: ReadBefore,
): Promise<PageChange> {
  const reason = `http_${effectiveStatus}`
  const isNextRound = target.round > (target.last_round ?? 0)
  const isBelieved = isNextRound && (target.gone_rounds ?? 0) >= 1
  if (!isBelieved) return { type: 'trouble', reason, isGone: true }
  const statusFlip = { from: target.version?.effective_status ?? 200, to: effectiveStatus }
  return { type: 'gone', reason, diff: await removalDiff(target, site, readBefore, { statusFlip, url }) }
}

/** The difference that reports a page as gone; null if it was gone before or never existed. */
export async function removalDiff(
  target: CrawlTarget,
  { shared }: Pick<SiteContext, 'shared'>,
  readBefore: ReadBefore,
  end: { statusFlip?: { from: number; to: number }; url: string },
): Promise<DescribedDiff | null> {
  if (target.version === null || target.page_status === 'gone' || target.new_version === 0) return null
  const { comparison } = await compareInThread({ before: await readBefore(target.version), after: null, shared })
  return describeDiff(comparison, {
    change: 'removed' as const,
    url: target.url,
    isHome: isHome(target.url),
    statusFlip: end.statusFlip,
    redirectedTo: end.url === target.url ? undefined : end.url,
    quality: 'good' as const,
    wordHits: [0, 0, 0] as [number, number, number],
    mentions: 0,
  })
}

export function sourceOf({ html, text, url }: PageCapture): PageSource {
  return { html, text: text ?? '', url }
}

/** The data of a version that its comparison does not change. */
export function plainVersion(
  captured: PageCapture,
  extract: Extract,
  textHash: string,
): Omit<NewVersion, 'previousHash' | 'scanned'> {
  return {
    raw: captured.raw,
    picture: captured.picture,
    text: captured.html === null ? captured.text : null,
    textCounts: captured.textCounts,
    httpStatus: captured.status,
    effectiveStatus: captured.effectiveStatus,
    isGood: captured.isGood,
    qualityReasons: captured.qualityReasons,
    textHash,
    title: copyText(cutText(captured.title ?? extract.title, 500)) || null,
    language: extract.lang === null || extract.lang === undefined ? null : cutText(extract.lang, 35),
    contentType: captured.contentType,
    charset: captured.charset,
    headers: captured.headers,
    hops: captured.hops,
    finalUrl: captured.url,
    etag: captured.etag,
    lastModified: captured.lastModified,
    feed: extract.feed ?? null,
    hits: [],
    mentions: [],
    sharable: null,
  }
}

export function lowQualityReason({ qualityReasons, status }: PageCapture): string {
  return qualityReasons[0] ?? `http_${status}`
}
