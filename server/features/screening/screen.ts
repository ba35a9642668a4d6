import { type PartyNoun, partyNouns } from '#contract/noun.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Job } from '#server/platform/jobs.ts'
import { setAside, settle } from '#server/platform/set-aside.ts'
import { tell } from '#server/record/news.ts'
import { searchList } from './engine.ts'
import { type Answered, asideKey, askList, pairsOf } from './hits.ts'
import { fewNew } from './near.ts'
import { findParties, findPartiesAfter, findRevs, type PartyRow } from './party-queries.ts'
import {
  type Cursor,
  countParties,
  findScreened,
  keepCursor,
  keepScreened,
  lockScreened,
  type ScreenedList,
} from './progress-queries.ts'
import { type Rule, readRule, readRuleOf } from './rule.ts'
import { type Scope, scopeOf } from './scope.ts'
import { dropRemoved, dropUnfound, followRecords, keepFound, takeQueued } from './screen-queries.ts'

const recordsAtOnce = 500
/** Where few entries are new, an index of so many records is asked about them. */
const nearAtOnce = 20_000
const queuedAtOnce = 200

/** Compares what is new of lists, or scored otherwise, with all records, then what changed of records with all lists. */
export const screenJob: Job = async (ctx, _payload, { signal }) => {
  const rule = await readRule(ctx)
  for (const list of await findScreened(ctx)) {
    if (list.screened !== list.version || list.rule !== rule.version) await screenList(ctx, list, rule, signal)
    signal?.throwIfAborted()
  }
  while (await screenQueued(ctx)) signal?.throwIfAborted()
}

/** A worker that is killed goes on with the record after the last that was kept. */
async function screenList(ctx: Ctx, list: ScreenedList, rule: Rule, signal: AbortSignal | undefined): Promise<void> {
  const isRuleNew = list.rule !== rule.version
  const scope = await neededOf(ctx, list, rule)
  const begun = list.cursor?.version === list.version && list.cursor.rule === rule.version ? list.cursor : null
  const cursor = begun ?? {
    ...{ version: list.version, rule: rule.version, since: isRuleNew ? 0 : (list.screened ?? 0) },
    ...{ noun: partyNouns[0], id: 0, done: 0, total: await countParties(ctx) },
  }
  if (!begun && !(await begin(ctx, list, rule, cursor))) return
  if (scope !== 'none' && !(await compareAll(ctx, { list, rule, scope, cursor, signal }))) return
  await inTransaction(ctx, async ctx => {
    if (await lockScreened(ctx, list, rule.version)) await keepScreened(ctx, list, rule.version)
  })
}

/** What a rule scores otherwise; with a new version of the list beside it, everything. */
async function neededOf(ctx: Ctx, list: ScreenedList, rule: Rule): Promise<Scope> {
  if (list.rule === rule.version || list.screened !== list.version) return 'all'
  return scopeOf(await readRuleOf(ctx, list.rule), rule)
}

function begin(ctx: Ctx, list: ScreenedList, rule: Rule, cursor: Cursor): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    if (!(await lockScreened(ctx, list, rule.version))) return false
    await dropRemoved(ctx, list.id)
    await keepCursor(ctx, list.id, cursor)
    return true
  })
}

type Run = { list: ScreenedList; rule: Rule; scope: Scope; cursor: Cursor; signal: AbortSignal | undefined }

type Portion = { noun: PartyNoun; answer: Answered; id: number; count: number }

/** False where something newer has to be compared instead. */
async function compareAll(ctx: Ctx, run: Run): Promise<boolean> {
  const { list, rule, cursor, signal } = run
  let { done } = cursor
  for await (const { noun, answer, id, count } of portionsOf(ctx, run)) {
    done += count
    const isWanted = await inTransaction(ctx, async ctx => {
      if (!(await lockScreened(ctx, list, rule.version))) return false
      await keepAnswers(ctx, [await unchanged(ctx, answer)])
      await keepCursor(ctx, list.id, { ...cursor, noun, id, done })
      return true
    })
    if (!isWanted) return false
    signal?.throwIfAborted()
  }
  return true
}

/** Records behind the cursor, as they were asked about; the next portion is asked about while one is written. */
async function* portionsOf(ctx: Ctx, { list, rule, scope, cursor }: Run): AsyncGenerator<Portion> {
  const of = { list_id: list.id, version: list.version, since: cursor.since }
  const news = await fewNew(ctx, of)
  // Entries that cannot be read are told of also where no record comes near another.
  if (news) await searchList(ctx, { ...of, since: 0 }, [], {})
  const limit = news ? nearAtOnce : recordsAtOnce
  const ask = async (noun: PartyNoun, rows: PartyRow[]): Promise<Portion> => ({
    ...{ noun, id: rows.at(-1)?.id ?? 0, count: rows.length },
    answer: await askList(ctx, of, noun, rows, rule, news),
  })
  let ahead: Promise<Portion> | undefined
  for (const noun of partyNouns.slice(partyNouns.indexOf(cursor.noun)))
    for (let after = cursor.noun === noun ? cursor.id : 0; ; ) {
      const rows = await findPartiesAfter(ctx, noun, { after, limit, scope, listId: list.id })
      const last = rows.at(-1)
      const asked = last && ask(noun, rows)
      // Where the one before fails, nobody waits for this one.
      asked?.catch(() => undefined)
      if (ahead) yield await ahead
      ahead = asked
      if (!last) break
      after = last.id
    }
  if (ahead) yield await ahead
}

/** Without those that were saved while they were compared: they wait to be compared as they are now. */
async function unchanged(ctx: Ctx, answer: Answered): Promise<Answered> {
  const revs = await findRevs(
    ctx,
    answer.noun,
    answer.rows.map(({ id }) => id),
  )
  const isAsRead = answer.rows.map(({ id, rev }) => revs.get(id) === rev)
  return {
    ...answer,
    rows: answer.rows.filter((_, n) => isAsRead[n]),
    hits: answer.hits.filter((_, n) => isAsRead[n]),
  }
}

/** A portion of what changed; false where nothing waits. */
export function screenQueued(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const queued = await takeQueued(ctx, queuedAtOnce)
    if (queued.length === 0) return false
    const rule = await readRule(ctx)
    const lists = await findScreened(ctx)
    const idsOf = (noun: PartyNoun) => queued.filter(each => each.noun === noun).map(each => each.record_id)
    const answers: Answered[] = []
    for (const noun of partyNouns) {
      const rows = await findParties(ctx, noun, idsOf(noun))
      for (const { id, version } of lists)
        answers.push(await askList(ctx, { list_id: id, version, since: 0 }, noun, rows, rule))
    }
    // Nothing is locked while lists are asked, which takes seconds where an index has to be built first.
    for (const noun of partyNouns) await followRecords(ctx, noun, idsOf(noun))
    const kept: Answered[] = []
    for (const answer of answers) kept.push(await unchanged(ctx, answer))
    await keepAnswers(ctx, kept)
    const poisoned = new Set(answers.flatMap(({ poison }) => poison.map(({ key }) => key)))
    const keys = queued.map(({ noun, record_id }) => asideKey(noun, record_id))
    await settle(
      ctx,
      'screening',
      keys.filter(key => !poisoned.has(key)),
    )
    return true
  })
}

/** Writes what was found, tells of what is new, and lets go of what came near before. */
async function keepAnswers(ctx: Ctx, answers: readonly Answered[]): Promise<void> {
  for (const answer of answers) {
    const { of, noun, rows, poison } = answer
    const found = await pairsOf(ctx, answer)
    const news = await keepFound(ctx, found)
    await tell(
      ctx,
      news.map(({ noun, record_id, count }) => ({
        kind: 'maybe_listed',
        noun,
        recordId: record_id,
        detail: { count },
      })),
    )
    const ids = rows.map(({ id }) => id)
    await dropUnfound(ctx, of, { noun, ids }, found)
    for (const each of poison) await setAside(ctx, 'screening', each)
  }
}
