// Searches stored texts again when the dictionary has changed: the newest version of each page, a few at a time.
import * as z from 'zod/mini'
import type { Certainty } from '#contract/mention.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { bisectBatch } from '#server/platform/jobs/bisect-batch.ts'
import { quarantine, type Retry, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { type Dictionary, type DictionaryMatch, openDictionary } from './dictionary.ts'
import { claimOldVersions, claimVersion, type OldVersion, type RescanResult, writeRescanned } from './rescan.queries.ts'

const portion = 20
const keyOf = ({ id }: Pick<OldVersion, 'id'>) => `version:${id}`

/** The functions that the search needs from the features for pages and names. */
export type RescanAdapter = {
  /** The text of a stored version in pieces, as its site's settings extract it. */
  textsOf: (ctx: Ctx, version: OldVersion) => Promise<string[]>
  /** The certainty of each name found in the texts, by its kind and id: `og 3`. */
  weigh: (
    ctx: Ctx,
    named: { texts: readonly string[]; found: readonly (readonly DictionaryMatch[])[]; site: number },
  ) => Promise<Map<string, { certainty: Certainty; evidence: object }>>
}

/**
 * If at least this many versions cannot be read, and none can, the store is unavailable and the versions are not lost.
 */
const manyUnread = 5

/**
 * Searches a few versions; returns `done` if none is left, `unreadable` if the store returns none of them. A version
 * that cannot be read or written keeps its old mark, is quarantined and retried later: only versions that were searched
 * are marked as searched.
 */
export async function rescanPortion(ctx: Ctx, adapter: RescanAdapter): Promise<'some' | 'done' | 'unreadable'> {
  const dictionary = await openDictionary(ctx, 0)
  return await inTransaction(ctx, async ctx => {
    const versions = await claimOldVersions(ctx, dictionary.version, portion)
    const found: RescanResult[] = []
    const unread: { version: OldVersion; error: unknown }[] = []
    for (const version of versions) {
      try {
        found.push(await search(ctx, adapter, dictionary, version))
      } catch (error) {
        if (isTransient(error)) throw error
        unread.push({ version, error })
      }
    }
    await bisectBatch(
      ctx,
      found,
      async (ctx, some) => {
        await writeRescanned(ctx, dictionary.version, [...some])
        await releaseQuarantined(
          ctx,
          'rescan',
          some.map(({ version }) => keyOf(version)),
        )
      },
      (ctx, { version }, error) => quarantineVersion(ctx, version, error),
    )
    for (const { version, error } of unread) await quarantineVersion(ctx, version, error)
    if (unread.length >= manyUnread && found.length === 0) return 'unreadable'
    return versions.length > 0 ? 'some' : 'done'
  })
}

function quarantineVersion(ctx: Ctx, version: OldVersion, error: unknown): Promise<void> {
  return quarantine(ctx, 'rescan', { key: keyOf(version), detail: { og_id: version.og_id, id: version.id }, error })
}

const Detail = z.object({ og_id: z.int(), id: z.int() })

/** Searches a quarantined version again; one that is no longer the newest of its page needs no search. */
export const retryRescan =
  (adapter: RescanAdapter): Retry =>
  async (ctx, { detail }) => {
    const { og_id, id } = Detail.parse(detail)
    const dictionary = await openDictionary(ctx, 0)
    const version = await claimVersion(ctx, og_id, id)
    if (version) await writeRescanned(ctx, dictionary.version, [await search(ctx, adapter, dictionary, version)])
    return undefined
  }

async function search(
  ctx: Ctx,
  adapter: RescanAdapter,
  dictionary: Dictionary,
  version: OldVersion,
): Promise<RescanResult> {
  const rescanned: RescanResult = { version, words: [], mentions: [] }
  const sums = new Map<string, { count: number }>()
  const texts = await adapter.textsOf(ctx, version)
  const found = texts.map(text => dictionary.find(text))
  const weighed = await adapter.weigh(ctx, { texts, found, site: version.og_id })
  for (const [at, text] of texts.entries())
    for (const { kind, id, start, end } of found[at]!) {
      const key = `${kind} ${id}`
      const known = sums.get(key)
      if (known) {
        known.count += 1
        continue
      }
      const sum = { id, count: 1 }
      sums.set(key, sum)
      if (kind === 'word') {
        rescanned.words.push(sum)
        continue
      }
      const of = weighed.get(key)
      if (!of) continue
      const { certainty, evidence } = of
      rescanned.mentions.push(Object.assign(sum, { noun: kind, name: text.slice(start, end), certainty, evidence }))
    }
  return rescanned
}
