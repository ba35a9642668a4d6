import type { Reply } from '#contract/endpoint.ts'
import { type findPagePhrase as contract, mostPhraseVersions, type PhraseSpan } from '#contract/page-phrase.api.ts'
import { isPartlyRead } from '#contract/text-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { yieldToEventLoop } from '#server/platform/process/yield-to-event-loop.ts'
import { CaptureLost } from '#server/store/store.ts'
import { extractStored } from './archive/stored.ts'
import { needPage } from './page.service.ts'
import { findPhraseVersions, type PhraseVersion } from './phrase.queries.ts'

const readingMs = 10_000

/**
 * Searches the texts of a page's versions for words. Only versions that show the page count: an error, a challenge or a
 * lost text proves neither presence nor absence.
 */
export async function findPagePhrase(
  ctx: Ctx,
  id: number,
  words: string,
  limitMs = readingMs,
): Promise<Reply<typeof contract>> {
  const page = await needPage(ctx, id)
  const wanted = comparable(words)
  if (wanted === '') throw fieldError('words', 'required')
  const { versions, total, unusable } = await findPhraseVersions(ctx, page, mostPhraseVersions)
  const until = performance.now() + limitMs
  const found: { version: PhraseVersion; isPresent: boolean }[] = []
  let unproven = 0
  let searched = 0
  for (const version of versions) {
    if (performance.now() > until) break
    searched += 1
    try {
      const { blocks, isCut } = await extractStored(ctx, version)
      const isPresent = comparable(blocks.map(({ text }) => text).join('')).includes(wanted)
      // The rest of a page that was read in part may have the words.
      if (isPresent || !(isCut || isPartlyRead(version.text_counts))) found.push({ version, isPresent })
      else unproven += 1
    } catch (error) {
      if (!(error instanceof CaptureLost)) throw error
      unproven += 1
    }
    await yieldToEventLoop()
  }
  return {
    spans: spansOf(found.reverse()),
    searched: searched - unproven,
    untried: total - searched,
    unusable: unusable + unproven,
  }
}

/** Without white space, which differs between a selection and the stored text. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\ufeff\u00ad]+/gu, '')
    .toLowerCase()
}

function spansOf(found: readonly { version: PhraseVersion; isPresent: boolean }[]): PhraseSpan[] {
  const spans: PhraseSpan[] = []
  for (const { version, isPresent } of found) {
    const { id, first_seen_at: from, last_seen_at: to, is_archived: isArchived } = version
    const last = spans.at(-1)
    if (last?.is_present === isPresent)
      Object.assign(last, { versions: last.versions + 1, last_version: id, to, is_to_archive: isArchived })
    else
      spans.push({
        ...{ is_present: isPresent, versions: 1, first_version: id, last_version: id, from, to },
        ...{ is_from_archive: isArchived, is_to_archive: isArchived },
      })
  }
  return spans
}
