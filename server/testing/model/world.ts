// A model of records as the specification describes them: nothing here calls the product.
export type ModelReader = { id: number; role: 'admin' | 'editor' | 'reader' }
export const things = ['og', 'person', 'event'] as const
export type MergeableEntity = (typeof things)[number]
export type ThingRef = { noun: MergeableEntity; id: number }
/** One act on a record: the fields that it changed, and the targets of the links that it created or removed. */
type ModelHistoryEntry = { act: string; user: number; fields: readonly string[]; links: readonly ThingRef[] }
export type Thing = ThingRef & {
  name: string
  /** In the name of no other record. */
  mark: string
  region: string | null
  /** Weight, score or level. */
  rating: number
  labels: string[]
  /** For organisations only. */
  isSanctioned: boolean
  owner: number
  read_user: number[]
  write_user: number[]
  isDeleted: boolean
  /** The record into which it was merged, until the merge is undone. */
  mergedInto: number | null
  isImported: boolean
  /** Oldest first. */
  entries: ModelHistoryEntry[]
}
type ModelMembership = { id: number; person: number; og: number; role: string }
/** The holding of an organisation or a person in an organisation; without a share it controls it. */
export type Stake = {
  id: number
  from: ThingRef
  og: number
  type: 'owns' | 'controls'
  share: PercentRange | null
  /** Years long past or far ahead: before `start` and after `end` it is a link, but no holding. */
  start: string | null
  end: string | null
}
export type PercentRange = { min: number; max: number }
/** `other` is a friend, or the parent, of `person`. */
export type ModelRelation = { id: number; person: number; other: number; type: 'friend' | 'parent' }
/** An event and a record that it names. */
type Naming = { event: number; to: ThingRef }
export type ModelLink =
  | { kind: 'membership'; link: ModelMembership }
  | { kind: 'stake'; link: Stake }
  | { kind: 'relation'; link: ModelRelation }
  | { kind: 'naming'; link: Naming }
/** The effect of a merge on a link: before, after, or the link that already has the same meaning. */
export type MovedModelLink = { before: ModelLink; after: ModelLink | null; keptBy: ModelLink | null }
export type ModelMerge = {
  id: number
  target: Thing
  sources: Thing[]
  before: Partial<Thing>
  after: Partial<Thing>
  moved: MovedModelLink[]
  isUndone: boolean
}
type ModelSource = { id: number; owner: number; read_user: number[] }
/** A source's statement of a record's region. */
export type ModelClaim = { thing: Thing; source: ModelSource; value: string; isWithdrawn: boolean }
/** Acts that followers of a record are notified of. */
const reportedActs = ['update', 'restore', 'merge', 'unmerge']

export class ModelWorld {
  readonly things = new Map<string, Thing>()
  readonly memberships = new Map<number, ModelMembership>()
  readonly stakes = new Map<number, Stake>()
  readonly relations = new Map<number, ModelRelation>()
  readonly namings = new Map<string, Naming>()
  readonly merges: ModelMerge[] = []
  readonly sources: ModelSource[] = []
  /** The latest is last. */
  claims: ModelClaim[] = []
  /** Followed records, as `user noun id`. */
  readonly follows = new Set<string>()
  /** Number of rests so far. Events between two rests make one notification. */
  rests = 0
  /** Notifications of followers: `user noun id rest`, with the number of changes. */
  readonly notifications = new Map<string, number>()
  /** Readings of restricted records: `user noun id rest`. */
  readonly reads = new Set<string>()
  #news: { thing: Thing; entry: ModelHistoryEntry }[] = []

  all(noun: MergeableEntity): Thing[] {
    return [...this.things.values()].filter(thing => thing.noun === noun)
  }

  get(noun: MergeableEntity, id: number): Thing {
    const thing = this.things.get(`${noun} ${id}`)
    if (!thing) throw new Error(`the world has no ${noun} ${id}`)
    return thing
  }

  put(thing: Thing): void {
    this.things.set(`${thing.noun} ${thing.id}`, thing)
  }

  name(naming: Naming): void {
    this.namings.set(namingKey(naming), naming)
  }

  unname(naming: Naming): void {
    this.namings.delete(namingKey(naming))
  }

  /** Visible to this reader: neither in the trash nor restricted. */
  sees(reader: ModelReader, { noun, id }: ThingRef): boolean {
    const thing = this.get(noun, id)
    return !thing.isDeleted && mayRead(reader, thing)
  }

  /** Records of an entity that are visible to this reader. */
  seen(reader: ModelReader, noun: MergeableEntity): Thing[] {
    return this.all(noun).filter(thing => this.sees(reader, thing))
  }

  /** A link is visible to users who may read both ends, while neither end is in the trash. */
  links(reader: ModelReader): {
    memberships: ModelMembership[]
    stakes: Stake[]
    relations: ModelRelation[]
    namings: Naming[]
  } {
    const seesAll = (...ends: ThingRef[]) => ends.every(end => this.sees(reader, end))
    return {
      memberships: [...this.memberships.values()].filter(link => seesAll(...endsOf(link))),
      stakes: [...this.stakes.values()].filter(link => seesAll(...stakeEnds(link))),
      relations: [...this.relations.values()].filter(link => seesAll(...relationEnds(link))),
      namings: [...this.namings.values()].filter(({ event, to }) => seesAll({ noun: 'event', id: event }, to)),
    }
  }

  write(thing: Thing, entry: ModelHistoryEntry): void {
    thing.entries.push(entry)
    if (reportedActs.includes(entry.act)) this.#news.push({ thing, entry })
  }

  hasNews(thing: Thing): boolean {
    return this.#news.some(event => event.thing === thing)
  }

  /** Reading a restricted record creates one audit entry. */
  read(reader: ModelReader, thing: Thing): void {
    if (thing.read_user.length > 0 && this.sees(reader, thing))
      this.reads.add(`${reader.id} ${thingKey(thing)} ${this.rests}`)
  }

  /** Notifies followers of changes by others that they may see now. */
  notify(readers: readonly ModelReader[]): void {
    for (const { thing, entry } of this.#news)
      for (const reader of readers) {
        const isNotified = this.follows.has(`${reader.id} ${thingKey(thing)}`) && entry.user !== reader.id
        if (!isNotified || !this.sees(reader, thing) || !this.#seesEntry(reader, entry)) continue
        const key = `${reader.id} ${thingKey(thing)} ${this.rests}`
        this.notifications.set(key, (this.notifications.get(key) ?? 0) + 1)
      }
    this.#news = []
  }

  hasClaims(thing: Thing): boolean {
    return this.claims.some(claim => claim.thing === thing)
  }

  /** Whether it is, or was, part of a merge. */
  isMerged(thing: Thing): boolean {
    return this.merges.some(({ target, sources }) => [target, ...sources].includes(thing))
  }

  seesSource(reader: ModelReader, { owner, read_user }: ModelSource): boolean {
    return reader.role === 'admin' || read_user.length === 0 || [owner, ...read_user].includes(reader.id)
  }

  /** An entry with links only is visible while one of its links is. */
  #seesEntry(reader: ModelReader, { act, fields, links }: ModelHistoryEntry): boolean {
    return act !== 'update' || fields.length > 0 || links.some(link => this.sees(reader, link))
  }

  /** The entries of a record's history that this reader sees. */
  history(reader: ModelReader, thing: Thing): ModelHistoryEntry[] {
    return thing.entries.filter(entry => this.#seesEntry(reader, entry))
  }
}

export const thingKey = ({ noun, id }: ThingRef) => `${noun} ${id}`
const namingKey = ({ event, to }: Naming) => `${event} ${to.noun} ${to.id}`
export const endsOf = ({ person, og }: Pick<ModelMembership, 'person' | 'og'>): [ThingRef, ThingRef] => [
  { noun: 'person', id: person },
  { noun: 'og', id: og },
]
export const stakeEnds = ({ from, og }: Pick<Stake, 'from' | 'og'>): [ThingRef, ThingRef] => [
  from,
  { noun: 'og', id: og },
]
export const relationEnds = ({ person, other }: Pick<ModelRelation, 'person' | 'other'>): [ThingRef, ThingRef] => [
  { noun: 'person', id: person },
  { noun: 'person', id: other },
]
export const isSameThing = (one: ThingRef, other: ThingRef) => one.noun === other.noun && one.id === other.id

/**
 * Section 3: an empty list leaves the decision to the role; otherwise the owner, the listed users, those who may write,
 * and administrators.
 */
export function mayRead(reader: ModelReader, thing: Thing): boolean {
  if (reader.role === 'admin' || thing.read_user.length === 0 || thing.owner === reader.id) return true
  return thing.read_user.includes(reader.id) || thing.write_user.includes(reader.id)
}

export function mayUpdate(reader: ModelReader, thing: Thing): boolean {
  if (reader.role === 'reader' || !mayRead(reader, thing)) return false
  if (reader.role === 'admin' || thing.write_user.length === 0 || thing.owner === reader.id) return true
  return thing.write_user.includes(reader.id)
}

/** Section 2: editors may delete their own records. */
export function mayDelete(reader: ModelReader, thing: Thing): boolean {
  return mayUpdate(reader, thing) && (reader.role === 'admin' || thing.owner === reader.id)
}

/** In the trash, and this reader may restore it. */
export function isInTrash(reader: ModelReader, thing: Thing): boolean {
  return thing.isDeleted && thing.mergedInto === null && mayDelete(reader, thing)
}

/** The status of a write to a live record. */
export function statusOf(reader: ModelReader, thing: Thing, may: typeof mayUpdate): number {
  if (reader.role === 'reader') return 403
  if (thing.isDeleted || !mayRead(reader, thing)) return 404
  return may(reader, thing) ? 200 : 403
}

/** A user who may change either end may change the link; it exists only while both ends are visible. */
export function statusOfLink(reader: ModelReader, ends: readonly Thing[], missing: number): number {
  if (reader.role === 'reader') return 403
  if (ends.some(end => end.isDeleted || !mayRead(reader, end))) return missing
  return ends.some(end => mayUpdate(reader, end)) ? 200 : 403
}
