import { reviewThreshold } from '#contract/diff.api.ts'
import { textKinds } from '#contract/mention.api.ts'
import { type OgRelation, ogRelationTypes } from '#contract/og_relation.api.ts'
import {
  emptyOverview,
  type Overview,
  type OverviewCounts,
  type OverviewLink,
  type OverviewPart,
  overviewParts,
} from '#contract/overview.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { admins, editors, reportReaders } from '#contract/role.ts'
import { readFieldHistory } from '#server/core/history.ts'
import { listDiffs } from '#server/features/diff/diff.service.ts'
import { listEvents } from '#server/features/event/event.service.ts'
import { listMemberships } from '#server/features/membership/membership.service.ts'
import { listMentions } from '#server/features/mention/mention.service.ts'
import { getOg, listOgHistory } from '#server/features/og/og.service.ts'
import { listOgRelations } from '#server/features/og_relation/og_relation.service.ts'
import { getPerson, listPersonHistory } from '#server/features/person/person.service.ts'
import {
  countNeighbours,
  findOgsNear,
  findPersonsNear,
  readRelationsOf,
} from '#server/features/relation/relation.service.ts'
import { listReports } from '#server/features/report/report.service.ts'
import { countPages } from '#server/features/site/site.service.ts'
import { listUploads } from '#server/features/upload/upload.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countEvents, findEventsAround, findGraveEvents } from './overview.queries.ts'
import { findLastVisit, storeVisit } from './visit.queries.ts'

const personsAtMost = 8
const linksAtMost = 8
/** The most records with common members or events that are counted; a person's strongest links may be relations. */
const nearAtMost = 200
/** The most stated links that are ordered by type. */
const statedRead = 100
const rowsAtMost = 3
const changesUpTo = 20
const judgedAtMost = 3

const getting = { og: getOg, person: getPerson }

type Added = Overview['added']
type Part = Partial<Omit<Overview, 'counts' | 'added'>> & { counts?: OverviewCounts; added?: Partial<Added> }
/** When the reader last left the record; read once for all parts. */
type Since = Promise<string | null>

/**
 * The first view of a record's page: all parts are read concurrently, and each only for users who may read its kind.
 */
export async function readOverview(ctx: Ctx, noun: PartyEntity, id: number): Promise<Overview> {
  await getting[noun](ctx, id)
  const has = (roles: readonly string[]) => roles.includes(ctx.actor.role)
  const isOg = noun === 'og'
  const since = findLastVisit(ctx, noun, id)
  const parts: Partial<Record<OverviewPart, Promise<Part>>> = {
    news: readChanges(ctx, noun, id, since),
    reasons: readReasons(ctx, noun, id),
    events: readEvents(ctx, noun, id, since),
    links: { og: readOgsNear, person: readLinks }[noun](ctx, id),
    stated: readStated(ctx, noun, id),
    ...(isOg && { persons: readMembers(ctx, id), pages: readPages(ctx, id) }),
    ...(isOg && has(admins) && { diffs: readDiffs(ctx, id, since) }),
    ...(has(editors) && { mentions: readMentions(ctx, noun, id), uploads: readUploads(ctx, noun, id, since) }),
    ...(has(reportReaders) && { reports: readReports(ctx, noun, id, since) }),
  }
  const overview: Overview = { ...emptyOverview, counts: {}, added: { ...emptyOverview.added }, failed: [] }
  const read = await Promise.all(
    overviewParts.map(name => parts[name]?.catch(error => logFailedPart(ctx, name, error))),
  )
  for (const [n, part] of read.entries()) {
    if (part === null) overview.failed.push(overviewParts[n] as OverviewPart)
    if (!part) continue
    const { counts, added, ...rest } = part
    Object.assign(overview, rest)
    Object.assign(overview.counts, counts)
    Object.assign(overview.added, added)
  }
  return overview
}

/** A part that fails does not affect the others: it is reported as failed, and the error is logged. */
function logFailedPart(ctx: Ctx, part: OverviewPart, error: unknown): null {
  ctx.log.warn({ err: error, part }, 'overview: a part could not be read, the page omits it')
  return null
}

/** Saves that the reader has opened the record. */
export async function visit(ctx: Ctx, noun: PartyEntity, id: number): Promise<null> {
  await getting[noun](ctx, id)
  await storeVisit(ctx, noun, id)
  return null
}

/** Number of the newest records that are later than the last visit; 0 before the first visit. */
async function countAdded<T>(
  since: Since,
  key: keyof T,
  readNewest: () => Promise<{ items: readonly T[] }>,
): Promise<number> {
  const last = await since
  if (last === null) return 0
  const { items } = await readNewest()
  return items.filter(each => Date.parse(String(each[key])) > Date.parse(last)).length
}

const newest = { current: 1, pageSize: changesUpTo }

async function readChanges(ctx: Ctx, noun: PartyEntity, id: number, visited: Since): Promise<Part> {
  const query = { current: 1, pageSize: changesUpTo }
  const [since, { items, total }] = await Promise.all([
    visited,
    { og: listOgHistory, person: listPersonHistory }[noun](ctx, id, query),
  ])
  const isNew = (entry: (typeof items)[number]) =>
    since !== null && Date.parse(entry.at) > Date.parse(since) && entry.user_id !== ctx.actor.id
  return { counts: { history: total }, since, changes: items.filter(isNew).length }
}

/** The fields with a record's assessment, and their default values. */
const judging = { og: { danger_level: '待定' }, person: { score: 0, is_focus: false } } as const

/** The reasons for a level from the history and the events; absent if there are none. */
async function readReasons(ctx: Ctx, noun: PartyEntity, id: number): Promise<Part> {
  const first: Readonly<Record<string, unknown>> = judging[noun]
  const fields = Object.keys(first)
  const [entries, events] = await Promise.all([
    readFieldHistory(ctx, noun, id, { fields, most: judgedAtMost }),
    findGraveEvents(ctx, noun, id),
  ])
  const judged = entries.flatMap(({ act, at, username, changes }) =>
    changes
      .filter(({ field, to }) => fields.includes(field) && !(act === 'create' && to === first[field]))
      .map(({ field, from, to }) => ({ at, username, field, from: from ?? null, to: to ?? null })),
  )
  return { reasons: { judged: judged.slice(0, judgedAtMost), events } }
}

async function readEvents(ctx: Ctx, noun: PartyEntity, id: number, since: Since): Promise<Part> {
  const [events, total, added] = await Promise.all([
    findEventsAround(ctx, noun, id),
    countEvents(ctx, noun, id),
    countAdded(since, 'created_at', () => listEvents(ctx, { [noun]: [id], sort: '-created_at', ...newest })),
  ])
  return { counts: { events: total }, added: { events: added }, events }
}

async function readMembers(ctx: Ctx, id: number): Promise<Part> {
  const { items, total } = await listMemberships(ctx, { og: [id], current: 1, pageSize: personsAtMost })
  return { counts: { persons: total }, persons: items }
}

/** Stated links by the order of their types, the largest share first. */
async function readStated(ctx: Ctx, noun: PartyEntity, id: number): Promise<Part> {
  const { items, total } = await listOgRelations(ctx, {
    [noun]: id,
    sort: '-share_max',
    current: 1,
    pageSize: statedRead,
  })
  const order = ({ type }: OgRelation) => ogRelationTypes.indexOf(type)
  const stated = items.toSorted((a, b) => order(a) - order(b)).slice(0, linksAtMost)
  return { counts: { stated: total }, stated }
}

async function readOgsNear(ctx: Ctx, id: number): Promise<Part> {
  const [relations, neighbours] = await Promise.all([
    countNeighbours(ctx, { kind: 'og', id }),
    findOgsNear(ctx, id, linksAtMost),
  ])
  return { counts: { relations }, links: neighbours.map(one => ({ ...one, types: [] })) }
}

/** Relations that users have recorded come first, then persons who only share events. */
async function readLinks(ctx: Ctx, id: number): Promise<Part> {
  const [count, relations, neighbours] = await Promise.all([
    countNeighbours(ctx, { kind: 'person', id }),
    readRelationsOf(ctx, [id]).then(all => all.get(id) ?? []),
    findPersonsNear(ctx, id, nearAtMost),
  ])
  const links = new Map<number, OverviewLink>()
  for (const { person_id, person_name: name, person_icon: icon, type } of relations) {
    const before = links.get(person_id)
    if (before) before.types.push(type)
    else links.set(person_id, { noun: 'person', id: person_id, name, icon, types: [type], persons: 0, events: 0 })
  }
  for (const one of neighbours) links.set(one.id, { ...one, types: links.get(one.id)?.types ?? [] })
  const order = (link: OverviewLink) => link.types.length * 1_000_000 + link.events
  const strongest = [...links.values()].sort((a, b) => order(b) - order(a)).slice(0, linksAtMost)
  return { counts: { relations: count }, links: strongest }
}

async function readPages(ctx: Ctx, id: number): Promise<Part> {
  return { counts: { pages: (await countPages(ctx, id)).active } }
}

async function readDiffs(ctx: Ctx, id: number, since: Since): Promise<Part> {
  const waiting = { og_id: [id], status: ['unread' as const], min_score: reviewThreshold, folded: true }
  const [{ items, total }, added] = await Promise.all([
    listDiffs(ctx, { ...waiting, sort: '-score', current: 1, pageSize: rowsAtMost }),
    countAdded(since, 'created_at', () => listDiffs(ctx, { ...waiting, sort: '-created_at', ...newest })),
  ])
  const diffs = items.map(({ id, page, kind, score, excerpt, new_hits, cluster_size, created_at }) => {
    const words = new_hits.map(hit => hit.word)
    return { id, page, kind, score, excerpt, words, cluster_size, created_at }
  })
  return { counts: { diffs: total }, added: { diffs: added }, diffs }
}

async function readMentions(ctx: Ctx, noun: PartyEntity, id: number): Promise<Part> {
  const { items, total } = await listMentions(ctx, {
    [noun]: id,
    kind: [...textKinds],
    newest_only: true,
    elsewhere: noun === 'og',
    rejected: false,
    current: 1,
    pageSize: rowsAtMost,
  })
  return { counts: { mentions: total }, mentions: items }
}

async function readReports(ctx: Ctx, noun: PartyEntity, id: number, since: Since): Promise<Part> {
  const [{ items, total }, added] = await Promise.all([
    listReports(ctx, { [noun]: [id], current: 1, pageSize: rowsAtMost }),
    countAdded(since, 'updated_at', () => listReports(ctx, { [noun]: [id], sort: '-updated_at', ...newest })),
  ])
  const reports = items.map(({ id, title, number, status, updated_at }) => ({ id, title, number, status, updated_at }))
  return { counts: { reports: total }, added: { reports: added }, reports }
}

async function readUploads(ctx: Ctx, noun: PartyEntity, id: number, since: Since): Promise<Part> {
  const [{ items, total }, added] = await Promise.all([
    listUploads(ctx, { [noun]: [id], current: 1, pageSize: rowsAtMost }),
    countAdded(since, 'created_at', () => listUploads(ctx, { [noun]: [id], sort: '-created_at', ...newest })),
  ])
  const uploads = items.map(({ id, title, file_name, status, created_at }) => {
    return { id, title, file_name, status, created_at }
  })
  return { counts: { uploads: total }, added: { uploads: added }, uploads }
}
