import { getEvent, listEventHistory, listEvents } from '#contract/event.api.ts'
import { listMemberships } from '#contract/membership.api.ts'
import { getOg, listOgHistory, listOgs } from '#contract/og.api.ts'
import { listOgRelations } from '#contract/og_relation.api.ts'
import { getPerson, listPersonHistory, listPersons } from '#contract/person.api.ts'
import { type GameUser, idParams, ratingOf, turnTitle } from '../game.ts'
import {
  isInTrash,
  isSameThing,
  type MergeableEntity,
  type ModelRelation,
  type Thing,
  type ThingRef,
  things,
} from '../world.ts'
import { inOrder, type Judge, joinSorted, judgedName } from './judge.ts'

const listing = { og: listOgs, person: listPersons, event: listEvents }
const getting = { og: getOg, person: getPerson, event: getEvent }
const histories = { og: listOgHistory, person: listPersonHistory, event: listEventHistory }
const linkFields = ['persons', 'memberships', 'ogs', 'og_relations', 'person_relations', 'relations']

type ListedRecord = { id: number }

/** Lists with their filters and totals, the trash, and each record with its links and its history. */
export async function compareRecords(judge: Judge): Promise<void> {
  const { world, users } = judge
  for (const user of users)
    for (const noun of things) {
      const who = `${noun} for ${judgedName(user)}`
      const seen = world.seen(user, noun)
      const inChina = seen.filter(({ region }) => region === 'CN')
      await list(judge, user, noun, { what: `list of ${who}`, filter: {}, expected: seen })
      await list(judge, user, noun, { what: `${who} in CN`, filter: { region: 'CN' }, expected: inChina })
      await list(judge, user, noun, { what: `${who} by rating`, ...byRating(noun, seen) })
      const own = seen.filter(thing => thing.owner === user.id)
      await list(judge, user, noun, { what: `own ${who}`, filter: { owner: String(user.id) }, expected: own })
      const closed = seen.filter(thing => thing.read_user.length > 0 || thing.write_user.length > 0)
      await list(judge, user, noun, { what: `closed ${who}`, filter: { restricted: 'true' }, expected: closed })
      const trash = world.all(noun).filter(thing => isInTrash(user, thing))
      await list(judge, user, noun, { what: `trash of ${who}`, filter: { trash: 'true' }, expected: trash })
      for (const thing of world.all(noun)) await one(judge, user, thing)
    }
}

function byRating(noun: MergeableEntity, seen: readonly Thing[]): { filter: object; expected: Thing[] } {
  if (noun === 'event') return { filter: { level: '3' }, expected: seen.filter(thing => thing.rating === 3) }
  return { filter: { [`${ratingOf[noun]}_min`]: '50' }, expected: seen.filter(thing => thing.rating >= 50) }
}

async function list(
  { word, compare: hold }: Judge,
  user: GameUser,
  noun: MergeableEntity,
  { what, filter, expected }: { what: string; filter: object; expected: readonly Thing[] },
): Promise<void> {
  const ids: number[] = []
  for (let current = 1; current === 1 || ids.length >= (current - 1) * 100; current += 1) {
    const query = { keyword: word, pageSize: 100, current, ...filter } as never
    const page = (await user.client.get(listing[noun], { query })) as { items: ListedRecord[]; total: number }
    ids.push(...page.items.map(({ id }) => id))
    if (current === 1) hold(`total: ${what}`, expected.length, page.total)
  }
  hold(what, inOrder(expected.map(({ id }) => id)), inOrder(ids))
}

async function one(judge: Judge, user: GameUser, thing: Thing): Promise<void> {
  const { world, compare: hold } = judge
  const { noun, id } = thing
  const what = `${noun} ${id} for ${judgedName(user)}`
  const answer = await user.client.call(getting[noun], idParams(id))
  const isThere = world.sees(user, thing)
  hold(`status: ${what}`, isThere ? 200 : 404, answer.status)
  if (!isThere || answer.status !== 200) return
  const data = answer.body.data as Record<string, unknown>
  world.read(user, thing)
  hold(`name: ${what}`, thing.name, data[turnTitle[noun]])
  hold(`region: ${what}`, thing.region, data.region)
  hold(`rating: ${what}`, thing.rating, data[ratingOf[noun]])
  if (noun !== 'og') hold(`labels: ${what}`, joinSorted(thing.labels), joinSorted(data.labels as string[]))
  hold(`owner: ${what}`, thing.owner, data.owner)
  hold(`readers: ${what}`, inOrder(thing.read_user), inOrder(data.read_user as number[]))
  hold(`writers: ${what}`, inOrder(thing.write_user), inOrder(data.write_user as number[]))
  await links(judge, user, thing, data)
  await history(judge, user, thing)
}

async function links({ world, compare: hold }: Judge, user: GameUser, thing: Thing, data: Record<string, unknown>) {
  const { noun, id } = thing
  const what = `${noun} ${id} for ${judgedName(user)}`
  const { memberships, stakes, relations, namings } = world.links(user)
  if (noun === 'event') {
    const named = namings.filter(({ event }) => event === id).map(({ to }) => to)
    for (const [field, kind] of [
      ['ogs', 'og'],
      ['persons', 'person'],
    ] as const) {
      const expected = named.filter(to => to.noun === kind).map(to => to.id)
      hold(`${field}: ${what}`, inOrder(expected), inOrder((data[field] as ListedRecord[]).map(each => each.id)))
    }
    return
  }
  if (noun === 'person') {
    const seenFrom = relations.flatMap(link => relationFrom(link, id))
    const returned = (data.relations as { id: number; person_id: number; type: string }[]).map(
      each => `${each.id}:${each.type} ${each.person_id}`,
    )
    hold(`relations: ${what}`, joinSorted(seenFrom), joinSorted(returned))
  }
  const filter = (by: object) => ({ query: { ...by, pageSize: 100 } as never })
  const own = memberships.filter(link => link[noun] === id)
  const members = await user.client.get(listMemberships, filter({ [noun]: String(id) }))
  hold(`members: ${what}`, inOrder(own.map(link => link.id)), inOrder(members.items.map(link => link.id)))
  hold(`count of members: ${what}`, own.length, members.total)
  const me: ThingRef = { noun, id }
  const ownStakes = stakes.filter(stake => isSameThing(stake.from, me) || (noun === 'og' && stake.og === id))
  const holdings = await user.client.get(listOgRelations, filter({ [noun]: String(id) }))
  const textOf = (id: number, min: number | null, max: number | null) => `${id}: ${min} to ${max}`
  hold(
    `holdings: ${what}`,
    JSON.stringify(ownStakes.map(({ id, share }) => textOf(id, share?.min ?? null, share?.max ?? null)).toSorted()),
    JSON.stringify(holdings.items.map(link => textOf(link.id, link.share_min, link.share_max)).toSorted()),
  )
  const naming = namings.filter(({ to }) => isSameThing(to, me)).map(({ event }) => event)
  const events = await user.client.get(listEvents, filter({ [noun]: String(id) }))
  hold(`events: ${what}`, inOrder(naming), inOrder(events.items.map(event => event.id)))
}

/** The role of the other person towards this one: if the other is the parent, this one is the child. */
function relationFrom({ id, person, other, type }: ModelRelation, me: number): string[] {
  if (person === me) return [`${id}:${type} ${other}`]
  return other === me ? [`${id}:${type === 'parent' ? 'child' : type} ${person}`] : []
}

async function history({ world, compare: hold }: Judge, user: GameUser, thing: Thing): Promise<void> {
  const { noun, id } = thing
  const what = `${noun} ${id} for ${judgedName(user)}`
  const expected = world.history(user, thing).toReversed()
  const page = await user.client.get(histories[noun], { ...idParams(id), query: { pageSize: 100 } as never })
  hold(`entries: ${what}`, expected.length, page.total)
  hold(
    `history: ${what}`,
    expected.map(({ act, user }) => `${act} by ${user}`).join(),
    page.items.map(entry => `${entry.act} by ${entry.user_id}`).join(),
  )
  const written = page.items
    .filter(entry => entry.act === 'update')
    .map(entry => entry.changes.map(({ field }) => field))
  const plain = (fields: readonly string[]) =>
    fields.filter(field => !linkFields.includes(field)).map(field => (field === ratingOf[noun] ? 'rating' : field))
  hold(
    `fields: ${what}`,
    JSON.stringify(expected.flatMap(({ act, fields }) => (act === 'update' ? [fields.map(fieldName).toSorted()] : []))),
    JSON.stringify(written.map(fields => plain(fields).map(fieldName).toSorted())),
  )
  const revs = page.items.flatMap(({ rev }) => (rev === null ? [] : [rev]))
  hold(`one entry a rev: ${what}`, revs.length, new Set(revs).size)
}

const fieldName = (field: string) => (field === 'danger_level' ? 'isSanctioned' : field)
