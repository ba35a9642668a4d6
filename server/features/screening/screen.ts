import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import { engineVersion } from '#server/name/name.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { searchList } from './engine.ts'
import { type ListAnswer, matchList } from './hits.ts'
import { findPartiesAfter, findUpToDate, type PassedRow } from './party.queries.ts'
import { fewNew } from './prefilter.ts'
import {
  type Cursor,
  countParties,
  findScreened,
  isUnderWay,
  isWhole,
  lockScreened,
  moveCursor,
  type ScreenedList,
  startCursor,
  storeScreenedList,
} from './progress.queries.ts'
import { queueUnlessWaiting } from './queue.queries.ts'
import { readRule, readRuleOf, type VersionedRule } from './rule.ts'
import { joinScopes, type ScreeningScope, scopeOf } from './scope.ts'
import { dropRemoved } from './screen.queries.ts'
import { screenQueued } from './screen-queue.ts'
import { deleteScreened, keepUncompared, lockWriting } from './screened.queries.ts'
import { restrictAnswer, storeAnswers } from './store-answers.ts'

const recordsAtOnce = 500
/** Number of records in one index, which is searched for each new entry when those are few. */
const nearAtOnce = 20_000
/** A run that is interrupted by newer data restarts at once up to this number of times, after that a minute later. */
const mostTurns = 3

/** Compares new or rescored entries of lists with all records, then changed records with all lists. */
export const screenJob: Job = async (ctx, _payload, { signal }) => {
  for (let turn = 0; turn < mostTurns && (await screenLists(ctx, signal)); turn += 1);
  while (await screenQueued(ctx)) signal?.throwIfAborted()
}

/** True if newer data interrupted a run. */
async function screenLists(ctx: Ctx, signal: AbortSignal | undefined): Promise<boolean> {
  const rule = await readRule(ctx)
  let isInterrupted = false
  for (const list of await findScreened(ctx)) {
    if (!isWhole(list, rule.version)) isInterrupted = !(await screenList(ctx, list, rule, signal)) || isInterrupted
    signal?.throwIfAborted()
  }
  return isInterrupted
}

/**
 * Compares one list with all records. After its worker was killed, a run continues after the last stored record. Queued
 * records are skipped: their own comparison covers the whole list. False if newer data has to be compared instead.
 */
async function screenList(
  ctx: Ctx,
  list: ScreenedList,
  rule: VersionedRule,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const isScoredOtherwise = list.rule !== rule.version || list.engine < engineVersion
  const scope = await neededOf(ctx, list, rule)
  const begun = isUnderWay(list, rule.version) ? list.cursor : null
  const cursor = begun ?? {
    ...{ version: list.version, rule: rule.version, engine: engineVersion },
    since: isScoredOtherwise ? 0 : (list.screened ?? 0),
    ...{ noun: partyEntities[0], id: 0, done: 0, total: await countParties(ctx) },
  }
  if (!begun && !(await begin(ctx, list, rule, cursor))) return false
  const last = scope === 'none' ? cursor : await compareAll(ctx, { list, rule, scope, cursor, signal })
  if (!last) return false
  return await inTransaction(ctx, async ctx => {
    await lockWriting(ctx)
    return (await lockScreened(ctx, list, rule.version)) && (await storeScreenedList(ctx, list, rule.version, last))
  })
}

/**
 * The records to compare: all of them after a new version of the list or the engine, otherwise those that the new rule
 * scores differently. Records may have been compared by any rule since `list.rule`, the last one that was applied to
 * all of them.
 */
async function neededOf(ctx: Ctx, list: ScreenedList, rule: VersionedRule): Promise<ScreeningScope> {
  if (list.rule >= rule.version || list.screened !== list.version || list.engine < engineVersion) return 'all'
  const scopes: ScreeningScope[] = []
  for (let version = list.rule; version < rule.version; version += 1)
    scopes.push(scopeOf(await readRuleOf(ctx, version), rule))
  return joinScopes(scopes)
}

function begin(ctx: Ctx, list: ScreenedList, rule: VersionedRule, cursor: Cursor): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    await lockWriting(ctx)
    if (!(await lockScreened(ctx, list, rule.version))) return false
    await dropRemoved(ctx, list.id)
    await startCursor(ctx, list.id, cursor)
    return true
  })
}

type ScreeningRun = {
  list: ScreenedList
  rule: VersionedRule
  scope: ScreeningScope
  cursor: Cursor
  signal: AbortSignal | undefined
}

type Portion = { noun: PartyEntity; answer: ListAnswer; rows: PassedRow[] }

/** The last cursor; undefined if newer data has to be compared instead. */
async function compareAll(ctx: Ctx, run: ScreeningRun): Promise<Cursor | undefined> {
  const { list, rule, signal } = run
  let { cursor } = run
  for await (const portion of portionsOf(ctx, run)) {
    const { noun, rows } = portion
    const next = { ...cursor, noun, id: rows.at(-1)?.id ?? cursor.id, done: cursor.done + rows.length }
    const isWanted = await inTransaction(ctx, async ctx => {
      await lockWriting(ctx)
      if (!(await lockScreened(ctx, list, rule.version))) return false
      if (!(await moveCursor(ctx, list.id, cursor, next))) return false
      await keepPortion(ctx, portion)
      return true
    })
    if (!isWanted) return undefined
    cursor = next
    signal?.throwIfAborted()
  }
  return cursor
}

/** Stores results of records that are unchanged since they were read; all others are or become queued. */
async function keepPortion(ctx: Ctx, { noun, answer, rows }: Portion): Promise<void> {
  const settled = await findUpToDate(
    ctx,
    noun,
    rows.map(({ id }) => id),
  )
  const unchangedIds = new Set(
    rows.filter(({ id, seen, isSettled }) => isSettled && settled.get(id) === seen).map(({ id }) => id),
  )
  const kept = restrictAnswer(answer, id => unchangedIds.has(id))
  await storeAnswers(ctx, [kept])
  await keepUncompared(ctx, kept)
  await deleteScreened(
    ctx,
    noun,
    kept.badRecords.map(({ id }) => id),
  )
  await queueUnlessWaiting(
    ctx,
    noun,
    rows.filter(({ id }) => !unchangedIds.has(id)).map(({ id }) => id),
  )
}

/** Yields batches of records behind the cursor with their results; the next batch is compared while one is written. */
async function* portionsOf(ctx: Ctx, { list, rule, scope, cursor }: ScreeningRun): AsyncGenerator<Portion> {
  const of = { list_id: list.id, version: list.version, since: cursor.since }
  const newEntries = await fewNew(ctx, of, cursor.total)
  // Reports unreadable entries even if no record is similar to a new entry.
  if (newEntries) await searchList(ctx, { ...of, since: 0 }, [], {})
  const limit = newEntries ? nearAtOnce : recordsAtOnce
  const match = async (noun: PartyEntity, rows: PassedRow[]): Promise<Portion> => ({
    ...{ noun, rows },
    answer: await matchList(
      ctx,
      of,
      noun,
      rows.filter(({ isSettled }) => isSettled),
      rule,
      newEntries,
    ),
  })
  let ahead: Promise<Portion> | undefined
  for (const noun of partyEntities.slice(partyEntities.indexOf(cursor.noun)))
    for (let after = cursor.noun === noun ? cursor.id : 0; ; ) {
      const rows = await findPartiesAfter(ctx, noun, { after, limit, scope, listId: list.id })
      const last = rows.at(-1)
      const matching = last && match(noun, rows)
      // If the previous batch fails, this one is never awaited; the handler prevents an unhandled rejection.
      matching?.catch(() => undefined)
      if (ahead) yield await ahead
      ahead = matching
      if (!last) break
      after = last.id
    }
  if (ahead) yield await ahead
}
