import { createList, type List } from '#contract/list.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { listScreenings, type Screening, type ScreeningState } from '#contract/screening.api.ts'
import {
  getScreeningRule,
  type ScreeningRule,
  type ScreeningRuleState,
  setScreeningRule,
} from '#contract/screening_rule.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'
import { screenJob } from './screen.ts'

let listCount = 0
export async function aList(admin: Client): Promise<List> {
  listCount += 1
  return await admin.get(createList, { body: { name: `Listed ${listCount}` } })
}

type TestEntry = { id: string; schema?: string; properties: Record<string, string[]> }

export const person = (id: string, name: string | string[], more: Record<string, string[]> = {}): TestEntry => ({
  id,
  properties: { name: [name].flat(), ...more },
})

export const hitsOn = async (client: Client, list: { id: number }, query: object = {}): Promise<Screening[]> =>
  (await client.get(listScreenings, { query: { list_id: String(list.id), ...query } as never })).items

/** Runs the job that the clock runs every minute. */
export const runScreening = (test: TestApp, signal?: AbortSignal) => screenJob(test.ctx, {}, { signal })

type Patch = { threshold?: number; strong?: number; weights?: Partial<ScreeningRule['weights']> }

/** Sets the default rule with these changes; null: the defaults. */
export async function setRule(admin: Client, patch: Patch | null): Promise<ScreeningRuleState> {
  const { version, defaults } = await admin.get(getScreeningRule)
  return await admin.get(setScreeningRule, { body: { rule: patch && ruleWith(defaults, patch), version } })
}

export const ruleWith = (rule: ScreeningRule, { weights, ...patch }: Patch): ScreeningRule => ({
  ...rule,
  ...patch,
  weights: { ...rule.weights, ...weights },
})

/** Inserts a hit of a record on an entry in a state, as if a user had decided it. */
export async function aDecision(
  ctx: Pick<Ctx, 'db' | 'now'>,
  of: { noun: PartyEntity; id: number },
  entry: { list_id: number; entry_id: number; key: string },
  state: ScreeningState = 'same',
): Promise<number> {
  const now = ctx.now().toISOString()
  const party = JSON.stringify({ names: [], dates: [], countries: [], sex: null, numbers: [] })
  const isOpen = state === 'open'
  const row = await ctx.db
    .insertInto('screening')
    .values({
      ...{ list_id: entry.list_id, entry_key: entry.key, entry_id: entry.entry_id, noun: of.noun, record_id: of.id },
      ...{ score: 0.95, features: '[]', party, entry_party: party, seen: 1, found_at: now, updated_at: now, state },
      ...(!isOpen && { decided_at: now, decided_state: state, decided_party: party, decided_entry: party }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
