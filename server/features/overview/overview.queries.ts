import { sql } from 'kysely'
import type { Overview } from '#contract/overview.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { filterEvents } from '#server/features/event/event.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const pastAtMost = 12
const comingAtMost = 4

/** Events with a time, the last ones before now and the next ones after it, by time. */
export async function findEventsAround(ctx: Ctx, noun: PartyEntity, id: number): Promise<Overview['events']> {
  const now = ctx.now().toISOString()
  const of = () =>
    filterEvents(ctx, { [noun]: [id] })
      .select([
        'event.id',
        'event.title',
        'event.level',
        'event.status',
        'event.start_time',
        'event.start_at',
        'event.created_at',
      ])
      .where('event.start_time', 'is not', null)
      .$narrowType<{ start_time: string; start_at: string; created_at: string }>()
  const [past, coming] = await Promise.all([
    of()
      .where('event.start_at', '<=', sql<never>`${now}::timestamptz`)
      .orderBy('event.start_at', 'desc')
      .orderBy('event.id', 'desc')
      .limit(pastAtMost)
      .execute(),
    of()
      .where('event.start_at', '>', sql<never>`${now}::timestamptz`)
      .orderBy('event.start_at')
      .orderBy('event.id')
      .limit(comingAtMost)
      .execute(),
  ])
  return [...past.toReversed(), ...coming]
}

const graveAtMost = 3
/** The lowest of five levels that counts as a reason. */
const graveFrom = 4

/** The most severe confirmed events. */
export async function findGraveEvents(ctx: Ctx, noun: PartyEntity, id: number): Promise<Overview['reasons']['events']> {
  return await filterEvents(ctx, { [noun]: [id] })
    .select(['event.id', 'event.title', 'event.level', 'event.start_time'])
    .where('event.level', '>=', graveFrom)
    .where('event.status', '=', 'confirmed')
    .orderBy('event.level', 'desc')
    .orderBy('event.start_at', by => by.desc().nullsLast())
    .orderBy('event.id', 'desc')
    .limit(graveAtMost)
    .$narrowType<{ level: number }>()
    .execute()
}

export async function countEvents(ctx: Ctx, noun: PartyEntity, id: number): Promise<number> {
  const row = await filterEvents(ctx, { [noun]: [id] })
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}
