import { sql } from 'kysely'
import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { buildIndex, type Party, type PartyEntry, partyOfFtm } from '#server/name/name.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { claimDue, quarantine, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { insertStaged, promote } from '../features/list/entry.queries.ts'
import { insertRule } from '../features/screening/rule.queries.ts'
import { defaultRule, engineOptions, readRule } from '../features/screening/rule.ts'
import { screenJob } from '../features/screening/screen.ts'
import { screenQueued } from '../features/screening/screen-queue.ts'
import { retryScreening } from '../features/screening/screening.service.ts'
import { type HookedWorker, WorkerKilled } from './hooked-worker.ts'
import type { Client, TestApp } from './test-app.ts'

const recordsPerEntity = 8
const entriesOfList = 8
const mostLists = 3
const mostHits = 100
const syllables = 'ba dor fen gu hal jin kop lur mis nat pev rox sul tiq wem zan'.split(' ')
const days = ['1961', '1961-04', '1961-04-17', '1980-09-02']
const regions = ['CN', 'FR', 'EG']

/** A seeded generator: the same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const word = (n: number) =>
  [n % 16, (n * 7 + 3) % 16, (n >> 4) % 16, (n * 5 + 1) % 16].map(at => syllables[at]).join('')

type PartyKey = { noun: PartyEntity; id: number }

/**
 * A few records and lists, with random acts on them. No two entries share a word, so that no version changes the score
 * of another pair.
 */
export class ScreeningWorld {
  readonly app: TestApp
  readonly worker: HookedWorker
  readonly random: (below: number) => number
  readonly words = Array.from({ length: 2 * mostLists * entriesOfList }, (_, n) => word(n * 5 + 1))
  readonly counts: Record<string, number> = {}
  isReadable = true
  #records: PartyKey[] = []
  #lists: number[] = []
  #merges: number[] = []
  #client!: Client

  constructor(app: TestApp, worker: HookedWorker, seed: number) {
    this.app = app
    this.worker = worker
    this.random = randomOf(seed)
  }

  async begin(): Promise<void> {
    this.#client = await this.app.as('super_editor')
    for (const noun of ['og', 'person'] as const) for (let n = 0; n < recordsPerEntity; n += 1) await this.#create(noun)
    for (let n = 0; n < 2; n += 1) await this.#addList()
  }

  #of<T>(all: readonly T[]): T {
    return all[this.random(all.length)]!
  }

  /** The full name of an entry, half of it, or a name that no entry has. */
  #name(): string {
    const at = 2 * this.random(this.words.length / 2)
    const [first, second] = [this.words[at]!, this.words[at + 1]!]
    return this.#of([
      `${first} ${second}`,
      `${second} ${first}`,
      `${first} ${second}`,
      `${first} Quorn`,
      'Nobody Atall',
    ])
  }

  async #create(noun: PartyEntity): Promise<void> {
    const row = await this.app.db
      .insertInto(noun)
      .values({ name: this.#name() })
      .returning('id')
      .executeTakeFirstOrThrow()
    this.#records.push({ noun, id: row.id })
  }

  async #addList(): Promise<void> {
    const name = `World ${this.#lists.length} ${this.random(2 ** 30)}`
    const row = await this.app.db.insertInto('list').values({ name }).returning('id').executeTakeFirstOrThrow()
    this.#lists.push(row.id)
    await this.#load(row.id)
  }

  /** One random act, usually an edit. */
  async step(): Promise<void> {
    const at = this.random(1_000)
    const acts: [until: number, name: string, act: () => Promise<void>][] = [
      [430, 'edit', () => this.#edit()],
      [640, 'unread', () => this.#editUnread()],
      [700, 'bulk', () => this.#editMany()],
      [790, 'trash', () => this.#trash()],
      [820, 'membership', () => this.#join()],
      [840, 'create', () => this.#createOrErase()],
      [858, 'load', () => this.#load(this.#of(this.#lists))],
      [862, 'list', () => this.#changeLists()],
      [866, 'rule', () => this.#rule()],
      [872, 'merge', () => this.#merge()],
      [878, 'unmerge', () => this.#unmerge()],
      [890, 'aside', () => this.#aside()],
      [900, 'retry', () => this.#retry(1)],
      [906, 'unreadable', () => this.#makeUnreadable()],
      [1_000, 'work', () => this.#work()],
    ]
    const [, name, act] = acts.find(([until]) => at < until)!
    this.counts[name] = (this.counts[name] ?? 0) + 1
    await act()
  }

  async #edit(): Promise<void> {
    const { noun, id } = this.#of(this.#records)
    const date = { og: sql`register_time`, person: sql`birth_time` }[noun]
    const numbers = JSON.stringify([{ scheme: 'inn', value: this.#of(['7700000016', '7799999999']) }])
    const change = this.#of([
      sql`name = ${this.#name()}`,
      sql`name = ${this.#name()}`,
      sql`name = ${this.random(4) === 0 ? 'Humphrey Poisonbury' : this.#name()}`,
      sql`aliases = array[${this.#name()}]`,
      sql`aliases = '{}'`,
      sql`${date} = ${this.#of([null, ...days])}`,
      sql`region = ${this.#of([null, ...regions])}`,
      sql`identifiers = ${this.random(2) === 0 ? '[]' : numbers}::jsonb`,
      {
        og: () => sql`eng_name = ${this.#name()}`,
        person: () => sql`gender = ${this.#of(['male', 'female', null])}`,
      }[noun](),
    ])
    await sql`update ${sql.table(noun)} set ${change}, rev = rev + 1 where id = ${id} and merged_into is null`.execute(
      this.app.db,
    )
  }

  async #editUnread(): Promise<void> {
    const { noun, id } = this.#of(this.#records)
    await sql`update ${sql.table(noun)} set "desc" = ${`said ${this.random(1e9)}`}, rev = rev + 1 where id = ${id}`.execute(
      this.app.db,
    )
  }

  async #editMany(): Promise<void> {
    const noun = this.#of(['og', 'person'] as const)
    await sql`update ${sql.table(noun)} set region = ${this.#of(regions)}, rev = rev + 1
      where id % 3 = ${this.random(3)} and merged_into is null`.execute(this.app.db)
  }

  async #trash(): Promise<void> {
    const { noun, id } = this.#of(this.#records)
    await sql`update ${sql.table(noun)} set deleted_at = case when deleted_at is null then now() end, rev = rev + 1
      where id = ${id} and merged_into is null`.execute(this.app.db)
  }

  async #join(): Promise<void> {
    const of = (noun: PartyEntity) => this.#of(this.#records.filter(record => record.noun === noun)).id
    await sql`insert into membership (person_id, og_id) select ${of('person')}, ${of('og')}
      where not exists (select from membership where person_id = ${of('person')}) on conflict do nothing`.execute(
      this.app.db,
    )
  }

  async #createOrErase(): Promise<void> {
    const noun = this.#of(['og', 'person'] as const)
    await this.#create(noun)
    const old = this.#records.find(record => record.noun === noun)!
    const { rows } = await sql`delete from ${sql.table(noun)} as record where id = ${old.id} and merged_into is null
      and not exists (select from ${sql.table(noun)} as other where other.merged_into = record.id)
      and not exists (select from merge where target_id = record.id) returning id`.execute(this.app.db)
    if (rows.length > 0) this.#records = this.#records.filter(record => record !== old)
    else this.#records.push(this.#records.shift()!)
  }

  /** Loads another version: some entries stay, some get more facts, some are removed. */
  async #load(listId: number): Promise<void> {
    const from = (listId % mostLists) * entriesOfList
    const entries = Array.from({ length: entriesOfList }, (_, n) => from + n)
      .filter(() => this.random(4) > 0)
      .map(n => {
        const name = `${this.words[2 * n]} ${this.words[2 * n + 1]}`
        const more: Record<string, string[]> =
          this.random(2) === 0 ? {} : { birthDate: [this.#of(days)], country: [this.#of(regions).toLowerCase()] }
        return {
          key: `e${n}`,
          schema: 'LegalEntity',
          caption: name,
          properties: { name: [name], ...more },
          holder: null,
        }
      })
    await inTransaction(this.app.ctx, async ctx => {
      const { rows } = await sql<{
        id: number
        n: number
      }>`insert into list_version (list_id, n, state, file_name, started_at, touched_at, ended_at)
        values (${listId}, (select coalesce(max(n), 0) + 1 from list_version where list_id = ${listId}), 'done', 'f', now(), now(), now())
        returning id, n`.execute(ctx.db)
      const { id, n } = rows[0]!
      await insertStaged(ctx, id, entries)
      await promote(ctx, listId, id, n)
      await sql`update list set version = ${n} where id = ${listId}`.execute(ctx.db)
    })
  }

  async #changeLists(): Promise<void> {
    if (this.#lists.length < mostLists && this.random(2) === 0) return await this.#addList()
    if (this.#lists.length < 2) return
    const [gone] = this.#lists.splice(this.random(this.#lists.length), 1)
    await this.app.db.deleteFrom('list').where('id', '=', gone!).execute()
  }

  async #rule(): Promise<void> {
    const { version } = await readRule(this.app.ctx)
    const weights = { ...defaultRule.weights, same_number: this.#of([20, 60]), other_date: this.#of([10, 60]) }
    const { threshold } = defaultRule
    await insertRule(this.app.ctx, version + 1, {
      threshold: this.#of([threshold, threshold - 15, 90]),
      strong: 95,
      weights,
    })
  }

  async #merge(): Promise<void> {
    const noun = this.#of(['og', 'person'] as const)
    const { rows } = await sql<{ id: number; rev: number }>`select id, rev from ${sql.table(noun)}
      where deleted_at is null order by md5(id::text || ${this.random(1e9)}) limit 2`.execute(this.app.db)
    const [target, source] = rows
    if (!target || !source) return
    const body = { noun, target_id: target.id, target_rev: target.rev, sources: [source], fields: {} }
    const { status, body: answer } = await this.#client.call(mergeRecords, { body })
    if (status === 200) this.#merges.push(answer.data.id)
  }

  async #unmerge(): Promise<void> {
    const id = this.#merges.pop()
    if (id !== undefined) await this.#client.call(undoMerge, { params: { id: String(id) } })
  }

  /** Quarantines an entry as unreadable. */
  async #aside(): Promise<void> {
    const list = this.#of(this.#lists)
    const row = await this.app.db
      .selectFrom('list_entry')
      .select('key')
      .where('list_id', '=', list)
      .where('until', 'is', null)
      .orderBy(sql`md5(id::text || ${this.random(1e9)})`)
      .limit(1)
      .executeTakeFirst()
    const detail = { list_id: list, entry_key: row?.key ?? '' }
    if (row) await quarantine(this.app.ctx, 'screening', { key: `entry:${list}:${row.key}`, detail, error: 'odd' })
  }

  async #makeUnreadable(): Promise<void> {
    this.isReadable = !this.isReadable
  }

  /** Retries as the job of the system page does. */
  async #retry(most: number): Promise<void> {
    const { rows } = await sql<{
      id: number
    }>`select id from set_aside where queue = 'screening' order by id limit ${most}`.execute(this.app.db)
    for (const { id } of rows)
      for (const item of await claimDue(this.app.ctx, 1, id))
        await inTransaction(this.app.ctx, async ctx => {
          if ((await retryScreening(ctx, item)) !== 'queued') await releaseQuarantined(ctx, 'screening', [item.key])
        })
  }

  /**
   * Runs a worker that is killed at some statement, or during whose statements edits and new versions are written;
   * sometimes concurrently with another worker.
   */
  async #work(): Promise<void> {
    const { worker } = this
    const meanwhile = async () => {
      for (let n = this.random(3); n >= 0; n -= 1) await (this.random(3) === 0 ? this.#editUnread() : this.#edit())
    }
    const kill = async () => {
      throw new WorkerKilled()
    }
    if (this.random(2) === 0) worker.before(1 + this.random(60), meanwhile)
    if (this.random(4) === 0) worker.before(1 + this.random(80), kill)
    if (this.random(3) === 0)
      worker.before(/pg_advisory_xact_lock/, async () => {
        await meanwhile()
        await this.#of([() => this.#load(this.#of(this.#lists)), () => this.#retry(1), () => this.#rule(), meanwhile])()
      })
    const work = this.random(3) === 0 ? screenJob(worker.ctx, {}, { signal: undefined }) : screenQueued(worker.ctx)
    const concurrent = this.random(4) === 0 ? screenQueued(this.app.ctx) : undefined
    const ends = await Promise.allSettled([work, concurrent])
    worker.clear()
    for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof WorkerKilled)) throw end.reason
  }

  /** Makes everything readable again and completes all waiting work. */
  async rest(): Promise<void> {
    this.isReadable = true
    await this.#retry(1_000)
    for (let n = 0; n < 3; n += 1) await screenJob(this.app.ctx, {}, { signal: undefined })
  }

  /** Stored pairs of live records that are in force. */
  async kept(): Promise<string[]> {
    const { rows } = await sql<{ pair: string }>`select noun || record_id || ' ' || list_id || ' ' || entry_key as pair
      from screening where not is_gone`.execute(this.app.db)
    return rows.map(({ pair }) => pair).sort()
  }

  /** Expected pairs: searches the whole lists for each live record, read column by column. */
  async due(): Promise<string[]> {
    const { threshold, weights } = engineOptions(await readRule(this.app.ctx))
    const parties = await this.#parties()
    const lists = await this.app.db.selectFrom('list').select('id').where('version', 'is not', null).execute()
    const pairs: string[] = []
    for (const list of lists) {
      const entries = await this.app.db
        .selectFrom('list_entry')
        .select(['id', 'key', 'schema', 'properties'])
        .where('list_id', '=', list.id)
        .where('until', 'is', null)
        .orderBy('id')
        .execute()
      const index = buildIndex(
        entries.map((row): PartyEntry => ({ id: row.key, party: partyOfFtm(row.schema, row.properties as never) })),
      )
      for (const { key, party } of parties)
        for (const hit of index.search(party, { threshold, weights, limit: mostHits }))
          pairs.push(`${key} ${list.id} ${hit.id}`)
    }
    return pairs.sort()
  }

  async #parties(): Promise<{ key: string; party: Party }[]> {
    const ogs = await this.app.db.selectFrom('og').selectAll().where('deleted_at', 'is', null).execute()
    const persons = await this.app.db.selectFrom('person').selectAll().where('deleted_at', 'is', null).execute()
    const text = (value: string | null) => (value === null ? [] : [value])
    const alias = (value: string) => ({ text: value, strength: 'alias' as const })
    const primary = (value: string) => ({ text: value, strength: 'primary' as const })
    return [
      ...ogs.map(og => ({
        key: `og${og.id}`,
        party: {
          kind: 'organisation' as const,
          names: [...[og.name, ...text(og.eng_name)].map(primary), ...og.aliases.map(alias)],
          dates: text(og.register_time),
          countries: text(og.region),
          numbers: og.identifiers as never,
        },
      })),
      ...persons.map(person => ({
        key: `person${person.id}`,
        party: {
          kind: 'person' as const,
          names: [primary(person.name), ...person.aliases.map(alias)],
          dates: text(person.birth_time),
          countries: text(person.region),
          sex: (person.gender ?? undefined) as never,
          numbers: person.identifiers as never,
        },
      })),
    ]
  }
}
