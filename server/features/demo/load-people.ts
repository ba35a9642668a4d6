import { createEvent } from '#server/features/event/event.service.ts'
import { createPerson } from '#server/features/person/person.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { markDemo } from './demo.queries.ts'
import { demoEvents, demoPersons } from './people.ts'

const dayMs = 86_400_000

/** The id of a demonstration name; an unknown name is an error in the lists. */
function idIn(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the demonstration has no “${name}”`)
  return id
}

/** Creates persons with their memberships and relations, and events around today; `ogIds` by name. */
export async function loadPeople(ctx: Ctx, ogIds: ReadonlyMap<string, number>): Promise<void> {
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
