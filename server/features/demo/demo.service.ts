import type { getDemo as endpoint } from '#contract/demo.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { writeHistory } from '#server/core/history.ts'
import { createEvent } from '#server/features/event/event.service.ts'
import { createPerson } from '#server/features/person/person.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import {
  countDemo,
  insertDemoCategory,
  insertDemoOgs,
  leaveDemoCategories,
  lockDemo,
  markDemo,
  removeDemoRows,
} from './demo.queries.ts'
import { demoEvents, demoPersons } from './people.ts'
import { demoCategories, demoOgs } from './records.ts'

const dayMs = 86_400_000

/** The id of a demonstration name; an unknown name is an error in the lists. */
function idIn(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the demonstration has no “${name}”`)
  return id
}

/** Creates persons with their memberships and relations, and events around today; `ogIds` by name. */
async function loadPeople(ctx: Ctx, ogIds: ReadonlyMap<string, number>): Promise<void> {
  const personIds = new Map<string, number>()
  for (const { key, ogs, related, values } of demoPersons) {
    const memberships = ogs.map(([name, role]) => ({ og_id: idIn(ogIds, name), role }))
    const relations = related.map(([name, type]) => ({ person_id: idIn(personIds, name), type }))
    const { id } = await createPerson(ctx, { ...values, memberships, relations })
    personIds.set(key, id)
  }
  const eventIds: number[] = []
  for (const { day, ogs, persons, values } of demoEvents) {
    const start_time = new Date(ctx.now().getTime() + day * dayMs).toISOString().slice(0, 10)
    const { id } = await createEvent(ctx, {
      ...values,
      start_time,
      ogs: ogs.map(name => idIn(ogIds, name)),
      persons: persons.map(name => idIn(personIds, name)),
    })
    eventIds.push(id)
  }
  await markDemo(ctx, 'person', [...personIds.values()])
  await markDemo(ctx, 'event', eventIds)
}

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
