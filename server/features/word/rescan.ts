// What is stored is searched again when the dictionary has changed: the newest version of each page, a few at a time.
import * as z from 'zod/mini'
import { weighNames } from '#server/features/namesake/namesake.ts'
import { extractStored } from '#server/features/page/page.ts'
import { findSite } from '#server/features/site/site.ts'
import { apart } from '#server/platform/apart.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { type Retry, setAside, settle } from '#server/platform/set-aside.ts'
import { type Dictionary, openDictionary } from './dictionary.ts'
import {
  type OldVersion,
  type Rescanned,
  skipVersions,
  takeOldVersions,
  takeVersion,
  writeRescanned,
} from './rescan-queries.ts'

const portion = 20
const keyOf = ({ id }: Pick<OldVersion, 'id'>) => `version:${id}`

/** Searches a few; false when none is left. */
export async function rescanPortion(ctx: Ctx): Promise<boolean> {
  const dictionary = await openDictionary(ctx, 0)
  return await inTransaction(ctx, async ctx => {
    const versions = await takeOldVersions(ctx, dictionary.version, portion)
    const found: Rescanned[] = []
    const unread: OldVersion[] = []
    for (const version of versions) {
      try {
        found.push(await search(ctx, dictionary, version))
      } catch (error) {
        // A capture that cannot be read is told of by the store's own check; it must not hold up the others.
        ctx.log.warn({ err: error, version: version.id }, 'a stored version could not be searched again')
        unread.push(version)
      }
    }
    await apart(
      ctx,
      found,
      async (ctx, some) => {
        await writeRescanned(ctx, dictionary.version, [...some])
        await settle(
          ctx,
          'rescan',
          some.map(({ version }) => keyOf(version)),
        )
      },
      async (ctx, { version }, error) => {
        unread.push(version)
        const detail = { og_id: version.og_id, id: version.id }
        await setAside(ctx, 'rescan', { key: keyOf(version), detail, error })
      },
    )
    if (unread.length > 0) await skipVersions(ctx, dictionary.version, unread)
    return versions.length > 0
  })
}

const Detail = z.object({ og_id: z.int(), id: z.int() })

/** Searches once more the version that was set aside; one that is no longer its page's newest has nothing to be found in. */
export const retryRescan: Retry = async (ctx, { detail }) => {
  const { og_id, id } = Detail.parse(detail)
  const dictionary = await openDictionary(ctx, 0)
  const version = await takeVersion(ctx, og_id, id)
  if (version) await writeRescanned(ctx, dictionary.version, [await search(ctx, dictionary, version)])
  return undefined
}

async function search(ctx: Ctx, dictionary: Dictionary, version: OldVersion): Promise<Rescanned> {
  const rescanned: Rescanned = { version, words: [], mentions: [] }
  const { filter } = await findSite(ctx, version.og_id)
  const { blocks } = await extractStored(ctx, version, filter)
  const sums = new Map<string, { count: number }>()
  const texts = blocks.map(block => block.text)
  const found = texts.map(text => dictionary.find(text))
  const weighed = await weighNames(ctx, { texts, found, site: version.og_id })
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
