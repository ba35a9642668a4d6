import { expect } from 'vitest'
import { type Claim, listClaims, reinstateClaim, stateClaims, withdrawClaim } from '#contract/claim.api.ts'
import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { checkImportUndo } from '#contract/import_run.api.ts'
import { setInterchangeSource } from '#contract/interchange.api.ts'
import { getPerson, listPersons, type Person, updatePerson } from '#contract/person.api.ts'
import { erasureOf } from '../features/erasure/testing.ts'
import { lastRun, undoRun } from '../features/import_run/testing.ts'
import { exportContent, importAndCheck, run, sum } from '../features/interchange/testing.ts'
import { chosenValue, fields, ftm, type HistoryField, type HistoryStep } from './history-step.ts'
import type { Client, TestApp } from './test-app.ts'

const idParams = (id: number) => ({ params: { id: String(id) } })

type StatedValue = { person: number; field: HistoryField; value: string; source: number }

/** A history of a few persons and two sources, with invariants that must always hold. */
export class TestHistory {
  readonly app: TestApp
  readonly client: Client
  readonly admin: Client
  readonly word: string
  readonly sources: number[]
  /** The value that a person typed last, by `id field`. */
  readonly typed = new Map<string, string>()
  /** Statements of people, which must never be lost. */
  stated: StatedValue[] = []
  readonly runs: number[] = []
  merges: { id: number; target: number; source: number }[] = []

  constructor(app: TestApp, client: Client, admin: Client, word: string, sources: number[]) {
    this.app = app
    this.client = client
    this.admin = admin
    this.word = word
    this.sources = sources
  }

  async persons(): Promise<Person[]> {
    const query = { keyword: this.word, sort: 'created_at', pageSize: 50, is_focus: undefined } as never
    const { items } = await this.client.get(listPersons, { query })
    const all = items.toSorted((a, b) => a.id - b.id)
    return await Promise.all(all.map(({ id }) => this.client.get(getPerson, idParams(id))))
  }

  async claimsOf(id: number): Promise<Claim[]> {
    return (await this.client.get(listClaims, { query: { noun: 'person', record_id: String(id) } as never })).items
  }

  /** Everything that a reader sees, except the records of the acts themselves. */
  async picture() {
    const all = []
    for (const person of await this.persons()) {
      const claims = await this.claimsOf(person.id)
      const shown = claims.map(({ field, value, source, is_shown }) => [field, value, source?.id, is_shown])
      const { id, name, position, birth_time, region, aliases, external_id } = person
      all.push({
        id,
        name,
        position,
        birth_time,
        region,
        aliases,
        external_id,
        claims: shown.map(each => JSON.stringify(each)).sort(),
      })
    }
    return all
  }

  home(id: number): number {
    const merge = this.merges.find(each => each.source === id)
    return merge ? this.home(merge.target) : id
  }

  async hold() {
    const persons = await this.persons()
    for (const person of persons) {
      const claims = await this.claimsOf(person.id)
      const keys = claims.map(({ field, value, source }) => JSON.stringify([field, value, source?.id]))
      expect(new Set(keys).size, 'nothing is doubled').toBe(keys.length)
      expect(
        claims.every(({ source }) => source !== null),
        'every claim has its source',
      ).toBe(true)
      for (const field of fields) {
        const shown = person[field]
        const typed = this.typed.get(`${person.id} ${field}`)
        if (typed !== undefined) expect(shown, `typed ${field} of ${person.id}`).toBe(typed)
        const isMerged = this.merges.some(({ target }) => target === person.id)
        if (typed === undefined && shown !== null && !isMerged)
          expect(
            claims.some(claim => claim.field === field && claim.is_shown),
            `${field} ${shown} of ${person.id} has no source`,
          ).toBe(true)
      }
    }
    for (const each of this.stated) {
      const claims = await this.claimsOf(this.home(each.person))
      const same = claims.filter(
        ({ field, value, source }) => field === each.field && value === each.value && source?.id === each.source,
      )
      expect(same.length, `stated ${JSON.stringify(each)}`).toBe(1)
    }
  }

  file(step: Extract<HistoryStep, { rows: unknown }>) {
    return step.rows.map(({ key, said: provenance }) => ({
      id: `${this.word}-${key}`,
      schema: 'Person',
      properties: {
        name: [`${this.word} ${key}`],
        ...Object.fromEntries(provenance.map(each => [ftm[each.field], [chosenValue(each)]])),
      },
    }))
  }

  async importOf(step: Extract<HistoryStep, { rows: unknown }>): Promise<number> {
    const source_id = this.sources[step.source]!
    const read = await importAndCheck(this.app, this.client, this.file(step), `${this.word}-${step.source}.json`)
    expect(read.error).toBe(null)
    await this.client.get(setInterchangeSource, { ...idParams(read.id), body: { source_id } })
    await this.app.drainJobs()
    const done = await run(this.app, this.client, read)
    expect(done).toMatchObject({ state: 'done', error: null })
    // A person of the same name from another source is a different person; one of them has the claim.
    const named = await this.persons()
    for (const { key, said: provenance } of step.rows) {
      const all = named.filter(({ name, aliases }) => [name, ...aliases].includes(`${this.word} ${key}`))
      const claims = (await Promise.all(all.map(({ id }) => this.claimsOf(this.home(id))))).flat()
      const last = provenance.at(-1)
      if (last && all.length > 0)
        expect(
          claims.some(
            ({ field, value, source }) =>
              field === last.field && value === chosenValue(last) && source?.id === source_id,
          ),
          `row ${key} said ${last.field}`,
        ).toBe(true)
    }
    const again = await importAndCheck(this.app, this.client, this.file(step), `${this.word}-${step.source}.json`)
    expect([sum(again, 'new'), sum(again, 'wrong')], 'the same file twice').toEqual([0, 0])
    return read.id
  }

  async undoImport(id: number) {
    const run = await lastRun(this.client, { interchange: id })
    const response = await this.client.call(checkImportUndo, idParams(run.id))
    await this.app.drainJobs()
    // A file without changes leaves nothing to undo.
    if (response.status === 409) return
    const done = await undoRun(this.app, this.client, run)
    expect(done.undo).toMatchObject({ state: 'done', error: null })
  }

  async merge(target: Person, source: Person) {
    const merged = await this.client.get(mergeRecords, {
      body: {
        noun: 'person',
        target_id: target.id,
        target_rev: target.rev,
        sources: [{ id: source.id, rev: source.rev }],
        fields: {},
      },
    })
    this.merges.push({ id: merged.id, target: target.id, source: source.id })
    return merged.id
  }

  async unmerge(id: number) {
    await this.client.get(undoMerge, idParams(id))
    this.merges = this.merges.filter(each => each.id !== id)
  }

  async take(step: HistoryStep) {
    const persons = await this.persons()
    const one = 'which' in step ? persons[step.which % Math.max(persons.length, 1)] : undefined
    if (step.act === 'edit' && one) {
      const value = chosenValue(step.said)
      await this.client.get(updatePerson, { ...idParams(one.id), body: { [step.said.field]: value } })
      this.typed.set(`${one.id} ${step.said.field}`, value)
    }
    if (step.act === 'state' && one) {
      const [value, source] = [chosenValue(step.said), this.sources[step.source]!]
      const { field } = step.said
      const body = { noun: 'person' as const, record_id: one.id, values: { [field]: value }, is_shown: step.isShown }
      await this.client.get(stateClaims, { body: { ...body, said: { source_id: source } } })
      const stated = { person: one.id, field, value, source }
      const isKnown = this.stated.some(each => JSON.stringify(each) === JSON.stringify(stated))
      if (!isKnown) this.stated.push(stated)
      if (step.isShown) this.typed.set(`${one.id} ${field}`, value)
    }
    if (step.act === 'import') this.runs.push(await this.importOf(step))
    if (step.act === 'import_and_back') {
      const before = await this.picture()
      await this.undoImport(await this.importOf(step))
      expect(await this.picture(), 'an import and its undo leave nothing').toEqual(before)
    }
    if (step.act === 'undo_import' && this.runs.length > 0)
      await this.undoImport(this.runs.splice(step.which % this.runs.length, 1)[0]!)
    const other = 'other' in step ? persons[step.other % Math.max(persons.length, 1)] : undefined
    if (step.act === 'merge' && one && other && one.id !== other.id) await this.merge(one, other)
    if (step.act === 'merge_and_back' && one && other && one.id !== other.id) {
      const before = await this.picture()
      await this.unmerge(await this.merge(one, other))
      expect(await this.picture(), 'a merge and its undo leave nothing').toEqual(before)
    }
    if ((step.act === 'withdraw' || step.act === 'reinstate') && one) {
      const isLive = step.act === 'withdraw'
      const claims = (await this.claimsOf(one.id)).filter(each => (each.withdrawn_at === null) === isLive)
      const claim = claims[step.claim % Math.max(claims.length, 1)]
      const endpoint = isLive ? withdrawClaim : reinstateClaim
      if (claim) {
        await this.client.get(endpoint, idParams(claim.id))
        const after = (await this.claimsOf(one.id)).find(
          ({ field, value, source }) =>
            field === claim.field &&
            source?.id === claim.source?.id &&
            JSON.stringify(value) === JSON.stringify(claim.value),
        )
        expect(after?.withdrawn_at === null, 'what is taken back is so for good').toBe(!isLive)
      }
    }
    const last = this.merges.at(-1)
    if (step.act === 'undo_merge' && last) await this.unmerge(last.id)
    if (step.act === 'there_and_back' && persons.length > 0) {
      const { text } = await exportContent(this.app, this.client, { person: persons.map(({ id }) => id) }, ['person'])
      const read = await importAndCheck(this.app, this.client, text, `${this.word}-back.json`)
      expect([sum(read, 'new'), sum(read, 'changed'), sum(read, 'wrong')], 'what goes out comes home').toEqual([
        0, 0, 0,
      ])
    }
    if (step.act === 'erase' && one && !this.merges.some(({ target }) => target === one.id)) {
      const { erase } = erasureOf(this.app)
      await erase(this.admin, one.id)
      this.stated = this.stated.filter(({ person }) => person !== one.id)
    }
  }
}
