import type { getDemo as endpoint } from '#contract/demo.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { writeHistory } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import {
  countDemo,
  insertDemoCategory,
  insertDemoOgs,
  leaveDemoCategories,
  lockDemo,
  removeDemoRows,
} from './demo.queries.ts'
import { loadPeople } from './load-people.ts'
import { demoCategories, demoOgs } from './records.ts'

type Demo = Reply<typeof endpoint>
type DemoRecord = { id: number; rev: number; name: string }

export async function getDemo(ctx: Ctx): Promise<Demo> {
  const count = await countDemo(ctx)
  return { is_loaded: count > 0, record_count: count }
}

/** Loads the set once; if any of it exists, edited or in the trash, nothing is added. */
export function loadDemo(ctx: Ctx): Promise<Demo> {
  return inTransaction(ctx, async ctx => {
    await lockDemo(ctx)
    if ((await countDemo(ctx)) === 0) await load(ctx)
    return await getDemo(ctx)
  })
}

async function load(ctx: Ctx): Promise<void> {
  const ids = new Map<string, number>()
  const made: DemoRecord[] = []
  for (const [key, name] of Object.entries(demoCategories)) {
    const { id, isNew } = await insertDemoCategory(ctx, name)
    ids.set(key, id)
    if (isNew) made.push({ id, rev: 1, name })
  }
  const onlyMe = ctx.actor.id === null ? [] : [ctx.actor.id]
  const ogs = await insertDemoOgs(
    ctx,
    demoOgs.map(({ category, isRestricted, values }) => ({
      ...values,
      category_id: ids.get(category) as number,
      read_user: isRestricted ? onlyMe : [],
    })),
  )
  await recordChange(ctx, 'og_cate', 'create', made)
  await recordChange(ctx, 'og', 'create', ogs)
  await loadPeople(ctx, new Map(ogs.map(og => [og.name, og.id])))
}

const removedInTurn = ['event', 'person', 'og', 'og_cate'] as const

/** Permanently removes what was loaded, however it was edited, and nothing else. */
export function removeDemo(ctx: Ctx): Promise<Demo> {
  return inTransaction(ctx, async ctx => {
    await lockDemo(ctx)
    const left = await leaveDemoCategories(ctx)
    await writeHistory(
      ctx,
      'og',
      'update',
      left.map(({ category_id, ...og }) => ({
        ...og,
        changes: [{ field: 'category_id', from: category_id, to: null }],
      })),
    )
    for (const noun of removedInTurn) await recordChange(ctx, noun, 'delete', await removeDemoRows(ctx, noun))
    return await getDemo(ctx)
  })
}

async function recordChange(
  ctx: Ctx,
  noun: (typeof removedInTurn)[number],
  act: 'create' | 'delete',
  records: DemoRecord[],
): Promise<void> {
  await writeHistory(
    ctx,
    noun,
    act,
    records.map(({ name, ...record }) => ({
      ...record,
      changes: [act === 'create' ? { field: 'name', from: null, to: name } : { field: 'name', from: name, to: null }],
    })),
  )
}
