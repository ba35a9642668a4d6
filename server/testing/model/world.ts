// A world of records as the specification describes it: nothing here calls the product.
export type Reader = { id: number; role: 'admin' | 'editor' | 'reader' }
export const things = ['og', 'person', 'event'] as const
export type ThingNoun = (typeof things)[number]
export type Ref = { noun: ThingNoun; id: number }
/** One act on a record: the fields that it changed, and where the links lead that it made or removed. */
export type Entry = { act: string; user: number; fields: readonly string[]; links: readonly Ref[] }
export type Thing = Ref & {
  name: string
  /** In the name of no other record. */
  mark: string
  region: string | null
  /** Weight, score or level. */
  rating: number
  labels: string[]
  /** Of an organisation. */
  isSanctioned: boolean
  owner: number
  read_user: number[]
  write_user: number[]
  isDeleted: boolean
  /** It stepped behind this one, until the merge is undone. */
  mergedInto: number | null
  isImported: boolean
  /** Oldest first. */
  entries: Entry[]
}
export type Membership = { id: number; person: number; og: number; role: string }
/** What an organisation or a person holds of an organisation; without a share it controls it. */
export type Stake = {
  id: number
  from: Ref
  og: number
  type: 'owns' | 'controls'
  share: Range | null
  /** Years long past, or far ahead: before the one and after the other it is a link, and no holding. */
  start: string | null
  end: string | null
}
export type Range = { min: number; max: number }
/** `other` is a friend, or the parent, of `person`. */
export type Relation = { id: number; person: number; other: number; type: 'friend' | 'parent' }
/** An event and what it names. */
export type Naming = { event: number; to: Ref }
export type Link =
  | { kind: 'membership'; link: Membership }
  | { kind: 'stake'; link: Stake }
  | { kind: 'relation'; link: Relation }
  | { kind: 'naming'; link: Naming }
/** What a merge did to a link: as it was, as it became, or what says the same already. */
export type Moved = { before: Link; after: Link | null; keptBy: Link | null }
export type Merge = {
  id: number
  target: Thing
  sources: Thing[]
  before: Partial<Thing>
  after: Partial<Thing>
  moved: Moved[]
  isUndone: boolean
}
export type Source = { id: number; owner: number; read_user: number[] }
/** A source says of which region a record is. */
export type Claim = { thing: Thing; source: Source; value: string; isWithdrawn: boolean }
/** What followers of a record are told of. */
const toldActs = ['update', 'restore', 'merge', 'unmerge']

export class World {
  readonly things = new Map<string, Thing>()
  readonly memberships = new Map<number, Membership>()
  readonly stakes = new Map<number, Stake>()
  readonly relations = new Map<number, Relation>()
  readonly namings = new Map<string, Naming>()
  readonly merges: Merge[] = []
  readonly sources: Source[] = []
  /** The latest last. */
  claims: Claim[] = []
  /** `user noun id` of who follows what. */
  readonly follows = new Set<string>()
  /** How often the world has come to rest: what happens between two rests is told as one. */
  rests = 0
  /** Entries that followers were told of: `user noun id rest`, and of how many changes. */
  readonly told = new Map<string, number>()
  /** Readings of restricted records: `user noun id rest`. */
  readonly reads = new Set<string>()
  #news: { thing: Thing; entry: Entry }[] = []

  all(noun: ThingNoun): Thing[] {
    return [...this.things.values()].filter(thing => thing.noun === noun)
  }

  get(noun: ThingNoun, id: number): Thing {
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

  /** There for this reader: neither in the trash nor out of sight. */
  sees(reader: Reader, { noun, id }: Ref): boolean {
    const thing = this.get(noun, id)
    return !thing.isDeleted && mayRead(reader, thing)
  }

  /** What of a noun is there for this reader. */
  seen(reader: Reader, noun: ThingNoun): Thing[] {
    return this.all(noun).filter(thing => this.sees(reader, thing))
  }

  /** A link is there for who may read both ends, while both are there. */
  links(reader: Reader): { memberships: Membership[]; stakes: Stake[]; relations: Relation[]; namings: Naming[] } {
    const seesAll = (...ends: Ref[]) => ends.every(end => this.sees(reader, end))
    return {
      memberships: [...this.memberships.values()].filter(link => seesAll(...endsOf(link))),
      stakes: [...this.stakes.values()].filter(link => seesAll(...stakeEnds(link))),
      relations: [...this.relations.values()].filter(link => seesAll(...relationEnds(link))),
      namings: [...this.namings.values()].filter(({ event, to }) => seesAll({ noun: 'event', id: event }, to)),
    }
  }

  write(thing: Thing, entry: Entry): void {
    thing.entries.push(entry)
    if (toldActs.includes(entry.act)) this.#news.push({ thing, entry })
  }

  hasNews(thing: Thing): boolean {
    return this.#news.some(news => news.thing === thing)
  }

  /** Who reads a restricted record leaves one entry. */
  read(reader: Reader, thing: Thing): void {
    if (thing.read_user.length > 0 && this.sees(reader, thing))
      this.reads.add(`${reader.id} ${keyOf(thing)} ${this.rests}`)
  }

  /** Followers are told of what others did, as far as they may see it by now. */
  tell(readers: readonly Reader[]): void {
    for (const { thing, entry } of this.#news)
      for (const reader of readers) {
        const isTold = this.follows.has(`${reader.id} ${keyOf(thing)}`) && entry.user !== reader.id
        if (!isTold || !this.sees(reader, thing) || !this.#seesEntry(reader, entry)) continue
        const key = `${reader.id} ${keyOf(thing)} ${this.rests}`
        this.told.set(key, (this.told.get(key) ?? 0) + 1)
      }
    this.#news = []
  }

  hasClaims(thing: Thing): boolean {
    return this.claims.some(claim => claim.thing === thing)
  }

  /** It is, or was, part of a merge. */
  isMerged(thing: Thing): boolean {
    return this.merges.some(({ target, sources }) => [target, ...sources].includes(thing))
  }

  seesSource(reader: Reader, { owner, read_user }: Source): boolean {
    return reader.role === 'admin' || read_user.length === 0 || [owner, ...read_user].includes(reader.id)
  }

  /** An entry of links alone is there while one of them is. */
  #seesEntry(reader: Reader, { act, fields, links }: Entry): boolean {
    return act !== 'update' || fields.length > 0 || links.some(link => this.sees(reader, link))
  }

  /** The entries of a record's history that this reader sees. */
  history(reader: Reader, thing: Thing): Entry[] {
    return thing.entries.filter(entry => this.#seesEntry(reader, entry))
  }
}

export const keyOf = ({ noun, id }: Ref) => `${noun} ${id}`
const namingKey = ({ event, to }: Naming) => `${event} ${to.noun} ${to.id}`
export const endsOf = ({ person, og }: Pick<Membership, 'person' | 'og'>): [Ref, Ref] => [
  { noun: 'person', id: person },
  { noun: 'og', id: og },
]
export const stakeEnds = ({ from, og }: Pick<Stake, 'from' | 'og'>): [Ref, Ref] => [from, { noun: 'og', id: og }]
export const relationEnds = ({ person, other }: Pick<Relation, 'person' | 'other'>): [Ref, Ref] => [
  { noun: 'person', id: person },
  { noun: 'person', id: other },
]
export const isSame = (one: Ref, other: Ref) => one.noun === other.noun && one.id === other.id

/** Section 3: an empty list leaves it to the role; else owner, those listed, those who may write, administrators. */
export function mayRead(reader: Reader, thing: Thing): boolean {
  if (reader.role === 'admin' || thing.read_user.length === 0 || thing.owner === reader.id) return true
  return thing.read_user.includes(reader.id) || thing.write_user.includes(reader.id)
}

export function mayUpdate(reader: Reader, thing: Thing): boolean {
  if (reader.role === 'reader' || !mayRead(reader, thing)) return false
  if (reader.role === 'admin' || thing.write_user.length === 0 || thing.owner === reader.id) return true
  return thing.write_user.includes(reader.id)
}

/** Section 2: editors delete what is their own. */
export function mayDelete(reader: Reader, thing: Thing): boolean {
  return mayUpdate(reader, thing) && (reader.role === 'admin' || thing.owner === reader.id)
}

/** In the trash, from where this reader may bring it back. */
export function isInTrash(reader: Reader, thing: Thing): boolean {
  return thing.isDeleted && thing.mergedInto === null && mayDelete(reader, thing)
}

/** The status that a write of a live record is answered with. */
export function statusOf(reader: Reader, thing: Thing, may: typeof mayUpdate): number {
  if (reader.role === 'reader') return 403
  if (thing.isDeleted || !mayRead(reader, thing)) return 404
  return may(reader, thing) ? 200 : 403
}

/** Who may change either end may change what lies between; without both ends there is nothing. */
export function statusOfLink(reader: Reader, ends: readonly Thing[], missing: number): number {
  if (reader.role === 'reader') return 403
  if (ends.some(end => end.isDeleted || !mayRead(reader, end))) return missing
  return ends.some(end => mayUpdate(reader, end)) ? 200 : 403
}
