import { compareExtracts, compareInThread, type TextComparison } from '#server/features/diff/diff.service.ts'
import { type Extract, textHash } from '#server/text/extract.ts'
import { extractInThread } from '#server/text/extract-apart.ts'
import { charsOf, type PageSource } from '#server/text/source.ts'
import type { CrawlTarget, TargetVersion } from './host.queries.ts'
import type { SiteContext } from './site-context.ts'

/** The newest stored version as it was received; null if the store has lost it. */
export type ReadBefore = (version: TargetVersion) => Promise<PageSource | null>
/**
 * Result of a comparison: the text is already known, or it is new or changed. `isNew`: there is no version to compare
 * with.
 */
export type ComparedSnapshot =
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
  const { isKnown, ...taken } = await compareInThread({ before, after: source, filter, known, read })
  return isKnown ? { isKnown, whole: taken.whole } : { isKnown, isNew, ...taken }
}

/** Reads a capture without comparing it. */
export async function readAlone(source: PageSource): Promise<{ whole: Extract; hash: string }> {
  const whole = await extractInThread(source)
  return { whole, hash: textHash(whole) }
}
