import type { Received } from '#contract/endpoint.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type {
  PreviewChange,
  PreviewExample,
  PreviewReply,
  previewScreeningRule as previewEndpoint,
  ScreeningRule,
} from '#contract/screening_rule.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { matchList } from './hits.ts'
import { findListedEntries, findListNames, findParties, type PartyRow } from './party.queries.ts'
import { type CurrentHit, countPreviewed, findCurrent, findPreviewed } from './preview.queries.ts'
import { findScreened } from './progress.queries.ts'
import { isStrong, readRule } from './rule.ts'

const atOnce = 100
const examplesPerChange = 5

type Counts = PreviewReply['counts']
type After = { score: number; caption: string }
type HitChange = Omit<PreviewExample, 'noun' | 'record' | 'list'> & { recordId: number; listId: number }

/**
 * Effect of another rule on the next records of a part. Writes nothing, and counts only records that the caller may
 * read.
 */
export async function previewRule(
  ctx: Ctx,
  { rule, part, after }: Received<typeof previewEndpoint>['body'],
): Promise<PreviewReply> {
  const places = await findPreviewed(ctx, part, after, atOnce)
  const counts: Counts = { appear: 0, vanish: 0, stronger: 0, weaker: 0, gone: 0, same: 0 }
  const examples: PreviewExample[] = []
  const now = await readRule(ctx)
  const names = await findListNames(ctx)
  for (const [noun, those] of Map.groupBy(places, place => place.noun)) {
    const ids = those.map(({ id }) => id)
    const rows = await findParties(ctx, noun, ids)
    const nameOf = new Map(rows.map(row => [row.id, row.names[0] ?? '']))
    const afterwards = await scoreUnderRule(ctx, noun, rows, rule)
    const current = await findCurrent(ctx, noun, ids)
    for (const change of changesOf(current, afterwards, { now, rule })) {
      counts[change.change ?? 'same'] += 1
      if (!isExample(change, examples)) continue
      const { recordId, listId, ...rest } = change
      const record = { id: recordId, name: nameOf.get(recordId) ?? '' }
      examples.push({ ...rest, noun, record, list: { id: listId, name: names.get(listId) ?? '' } })
    }
  }
  const total = after === null ? await countPreviewed(ctx, part) : null
  return { compared: places.length, total, counts, examples, next: places.length < atOnce ? null : places.at(-1)! }
}

const isExample = (change: HitChange | NoChange, examples: readonly PreviewExample[]): change is HitChange =>
  change.change !== null && examples.filter(each => each.change === change.change).length < examplesPerChange

const keyOf = (listId: number, recordId: number, entryKey: string) => `${listId} ${recordId} ${entryKey}`

/** All pairs of these records under a rule, by key. */
async function scoreUnderRule(ctx: Ctx, noun: PartyEntity, rows: readonly PartyRow[], rule: ScreeningRule) {
  const found = new Map<string, After & { recordId: number; listId: number }>()
  for (const { id: listId, version } of await findScreened(ctx)) {
    const answer = await matchList(ctx, { list_id: listId, version, since: 0 }, noun, rows, rule)
    const wanted = [...new Set(answer.hits.flat().map(({ entry_id }) => entry_id))]
    const entries = new Map((await findListedEntries(ctx, wanted)).map(entry => [entry.id, entry]))
    for (const [n, { id: recordId }] of answer.rows.entries())
      for (const { entry_id, score } of answer.hits[n] ?? []) {
        const entry = entries.get(entry_id)
        if (!entry) continue
        const caption = entry.properties.name?.at(0) ?? entry.key
        found.set(keyOf(listId, recordId, entry.key), { score, caption, recordId, listId })
      }
  }
  return found
}

type NoChange = { change: null }
type Rules = { now: ScreeningRule; rule: ScreeningRule }

function changesOf(
  current: readonly CurrentHit[],
  afterwards: Awaited<ReturnType<typeof scoreUnderRule>>,
  { now, rule }: Rules,
): (HitChange | NoChange)[] {
  const rest = new Map(afterwards)
  const known = current.flatMap((pair): (HitChange | NoChange)[] => {
    const key = keyOf(pair.list_id, pair.record_id, pair.entry_key)
    const after = rest.get(key)
    rest.delete(key)
    // A pair that no longer matches is reported only if it matches again; its decision then applies as before.
    if (pair.is_gone) return []
    const change = changeOf(pair, after, { now, rule })
    if (change === null) return [{ change }]
    return [
      {
        ...{ change, recordId: pair.record_id, listId: pair.list_id, caption: pair.caption, state: pair.state },
        ...{ before: pair.score, after: after?.score ?? null },
      },
    ]
  })
  const fresh = [...rest.values()].map(
    ({ score, ...of }): HitChange => ({ ...of, change: 'appear', before: null, after: score, state: null }),
  )
  return [...known, ...fresh]
}

function changeOf(pair: CurrentHit, after: After | undefined, { now, rule }: Rules): PreviewChange | null {
  if (!after) return pair.is_decided ? 'gone' : 'vanish'
  const [was, is] = [isStrong(pair.score, now), isStrong(after.score, rule)]
  return was === is ? null : is ? 'stronger' : 'weaker'
}
