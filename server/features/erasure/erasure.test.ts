import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { mergeRecords } from '#contract/duplicate.api.ts'
import {
  cancelErasure,
  copyPerson,
  createErasure,
  getErasure,
  listErasures,
  listRetentions,
  startErasure,
} from '#contract/erasure.api.ts'
import { createEvent, getEvent } from '#contract/event.api.ts'
import { createExport } from '#contract/export.api.ts'
import { checkImport, createImport, getImport, runImport } from '#contract/import.api.ts'
import { createPerson, deletePerson, getPerson, listPersons, updatePerson } from '#contract/person.api.ts'
import { roles } from '#contract/role.ts'
import { erasureAdapters } from '#server/adapters.ts'
import { aSource } from '#server/features/source/factory.ts'
import { storeKeys } from '#server/features/source/source.service.ts'
import type { BlobLease } from '#server/platform/blob/blobs-hold.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { sealAuditLog, verifyAuditLog } from '../audit/audit.service.ts'
import { anOg } from '../og/factory.ts'
import { aPerson } from '../person/factory.ts'
import { sendAndRead } from '../upload/testing.ts'
import { runErasure } from './run.ts'
import { bodyOf, erasureOf } from './testing.ts'

const test_ = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

const { tracesOf, erase } = erasureOf(test_)

describe('an erasure', () => {
  test('is only for administrators', async () => {
    const person = await aPerson(test_.ctx, {})
    for (const role of roles.filter(role => role !== 'admin')) {
      const client = await test_.as(role)
      expect((await client.call(listErasures)).status, role).toBe(403)
      expect((await client.call(createErasure, { body: { person_id: person.id } })).status, role).toBe(403)
      expect((await client.call(copyPerson, { ...at(person.id), body: { reason: 'x' } })).status, role).toBe(403)
      expect((await client.call(listRetentions)).status, role).toBe(403)
    }
  })

  test('leaves no trace of the person anywhere, except a tombstone without a name', async () => {
    const admin = await test_.as('admin')
    const w = randomUUID().slice(0, 8)
    const [name, old, alias] = [`Wilhelmina "Mina" Quartz-${w}`, `Wilhelmina Opal-${w}`, `石英兰娜${w}`]
    const secret = `secret-${randomUUID()}`
    const og = await anOg(test_.ctx, { name: `Founded by ${name}`, desc: `${name} and ${alias.toUpperCase()} lead it` })
    const person = await admin.get(createPerson, {
      body: { name: old, aliases: [alias], mail: `${secret}@example.org`, desc: secret, is_focus: true, ogs: [og.id] },
    })
    const twin = await admin.get(createPerson, {
      body: { name: `Mina Opal-${w}`, phone_number: '+1 555', desc: secret },
    })
    const friend = await admin.get(createPerson, {
      body: {
        name: `Friend ${w}`,
        desc: `knows ${name}`,
        relations: [{ person_id: person.id, type: 'friend', desc: `of ${old}` }],
      },
    })
    const renamed = await admin.get(updatePerson, { ...at(person.id), body: { name, labels: [`${name}!`] } })
    const kept = await admin.get(createEvent, { body: { title: `Speech of ${name}`, persons: [person.id] } })
    const gone = await admin.get(createEvent, { body: { title: `Birth of ${name} ${secret}`, persons: [person.id] } })
    await admin.get(mergeRecords, {
      body: {
        noun: 'person',
        target_id: person.id,
        target_rev: renamed.rev,
        sources: [{ id: twin.id, rev: twin.rev }],
        fields: {},
      },
    })
    await admin.get(getPerson, at(person.id))
    await admin.get(createExport, {
      body: { noun: 'person', format: 'csv', columns: ['name'], query: { keyword: name }, reason: `about ${name}` },
    })
    const source = await aSource(test_.ctx, { name: `Letters of ${name}` })
    await storeKeys(test_.ctx, source.id, 'person', [{ key: secret, record_id: person.id }])
    await test_.db
      .insertInto('news')
      .values({ at: '2026-01-01', kind: 'updated', noun: 'person', record_id: person.id })
      .execute()
    await test_.drainJobs()
    await sealAuditLog(test_.ctx)
    expect((await tracesOf(w)).length).toBeGreaterThan(10)
    expect((await tracesOf(secret)).length).toBeGreaterThan(3)

    const others = [friend, kept]
    const { ready, done } = await erase(admin, person.id, {
      reason: `${name} has asked for it`,
      blanks: () => true,
      choices: { event: { act: 'unlink', except: [gone.id] } },
    })
    expect(ready.ids).toEqual([person.id, twin.id])
    expect(ready.plan?.parts.find(part => part.name === 'event')).toMatchObject({
      count: 2,
      choices: ['unlink', 'delete'],
    })
    expect(ready.plan?.names.every(each => each.is_safe)).toBe(true)
    expect(ready.plan?.names[0]?.places.map(each => each.place)).toEqual(
      expect.arrayContaining(['og.name', 'og.desc', 'event.title', 'person.desc']),
    )
    expect(done).toMatchObject({ state: 'done', name: null, plan: null, reason: '▇▇▇ has asked for it' })
    expect(done.counts).toMatchObject({ person: 2, event: 1, event_link: 1, relation: 1, membership: 1 })

    expect(await tracesOf(`${secret}|Quartz-|Opal-|石英兰娜|Mina`)).toEqual([])
    expect((await admin.call(getPerson, at(person.id))).status).toBe(404)
    expect(await admin.get(getEvent, at(others[1]!.id))).toMatchObject({ title: 'Speech of ▇▇▇', persons: [] })
    expect((await admin.call(getEvent, at(gone.id))).status).toBe(404)

    const { items } = await admin.get(listAudit, { query: { act: 'erase' } })
    expect(items[0]).toMatchObject({
      noun: 'person',
      record_id: person.id,
      reason: '▇▇▇ has asked for it',
      detail: { by: admin.username, ids: [person.id, twin.id], counts: { person: 2 } },
    })
    const own = await admin.get(listAudit, { query: { noun: 'person', record_id: String(person.id), act: 'create' } })
    expect(own.items[0]).toMatchObject({ is_erased: true, title: null })
    expect(JSON.stringify(own.items[0]?.changes)).toContain(
      '{"field":"mail","from":{"erased":true},"to":{"erased":true}}',
    )
    await sealAuditLog(test_.ctx)
    expect(await verifyAuditLog(test_.ctx)).toMatchObject({ fault: null, unsealed: 0 })
    expect((await verifyAuditLog(test_.ctx)).erased).toBeGreaterThan(5)
  })

  test('removes rows before their files, so that a backup at that moment misses no file', async () => {
    const [admin, editor] = [await test_.as('admin'), await test_.as('editor')]
    const name = `Backed Up ${randomUUID().slice(0, 8)}`
    const person = await aPerson(test_.ctx, { name })
    const upload = await sendAndRead(test_, editor, 'a.txt', `Of ${name} alone`, { persons: [person.id] })
    const keyOf = async () =>
      (
        await sql<{ blob_key: string }>`select blob_key from upload_content
          where sha256 in (select sha256 from upload where id = ${upload.id})`.execute(test_.db)
      ).rows[0]?.blob_key ?? ''
    const key = await keyOf()
    const begun = await admin.get(createErasure, { body: { person_id: person.id } })
    await test_.drainJobs()
    const ready = await admin.get(getErasure, at(begun.id))
    const choices = { upload: { act: 'delete' } }
    await admin.get(startErasure, { ...at(begun.id), body: bodyOf(ready, { choices }) })
    // The backup starts when the step of the uploads has run but is not committed: its snapshot still shows the row.
    let hold: BlobLease | undefined
    const adapters = erasureAdapters.map(adapter => ({
      ...adapter,
      erase: async (...args: Parameters<typeof adapter.erase>) => {
        const erased = await adapter.erase(...args)
        if (adapter.name === 'upload') hold = await test_.ctx.blobs.hold()
        return erased
      },
    }))
    await runErasure(test_.ctx, adapters, begun.id)
    expect((await admin.get(getErasure, at(begun.id))).state).toBe('done')
    expect(await test_.ctx.blobs.size(key)).toBeGreaterThan(0)
    await hold?.release()
    expect(await test_.ctx.blobs.size(key)).toBeNull()
  })

  test('leaves no row that names a removed file: a backup finds no file missing', async () => {
    const admin = await test_.as('admin')
    const name = `Imported ${randomUUID().slice(0, 8)}`
    const made = await admin.upload(createImport, { name: 'p.csv', content: `name\n${name}\n` }, { noun: 'person' })
    const id = made.body.data.id
    await test_.drainJobs()
    const read = await admin.get(getImport, at(id))
    await admin.get(checkImport, { ...at(id), body: read.plan })
    await test_.drainJobs()
    await admin.get(runImport, at(id))
    await test_.drainJobs()
    const [person] = (await admin.get(listPersons, { query: { keyword: name } })).items
    const key = (await sql<{ file_key: string }>`select file_key from import where id = ${id}`.execute(test_.db))
      .rows[0]
    expect(await test_.ctx.blobs.size(key?.file_key ?? '')).toBeGreaterThan(0)
    await erase(admin, person?.id ?? 0)
    const { rows } = await sql`select file_key from import where id = ${id}`.execute(test_.db)
    expect(rows).toEqual([{ file_key: null }])
    expect(await test_.ctx.blobs.size(key?.file_key ?? '')).toBeNull()
    expect((await admin.get(getImport, at(id))).state).toBe('done')
  })

  test('requires the name, the current revision and all decisions; can be cancelled until it has begun', async () => {
    const admin = await test_.as('admin')
    const person = await aPerson(test_.ctx, { name: `Somebody Unasked ${randomUUID().slice(0, 6)}` })
    expect((await admin.call(createErasure, { body: { person_id: 999_999 } })).status).toBe(404)
    const begun = await admin.get(createErasure, { body: { person_id: person.id } })
    const early = await admin.call(startErasure, { ...at(begun.id), body: bodyOf(begun, {}) })
    expect(early.status).toBe(409)
    await test_.drainJobs()
    const ready = await admin.get(getErasure, at(begun.id))
    const start = (body: object) =>
      admin.call(startErasure, { ...at(begun.id), body: { ...bodyOf(ready, {}), ...body } })
    expect((await start({ confirm: 'somebody else' })).body.errors?.[0]?.path).toBe('confirm')
    expect((await start({ reason: '' })).status).toBe(422)
    expect((await start({ choices: { event: { act: 'publish' } } })).status).toBe(422)
    expect((await start({ names: ['The'] })).status).toBe(422)
    expect((await start({ rev: 1 })).status).toBe(409)
    const cancelled = await admin.get(cancelErasure, at(begun.id))
    expect(cancelled).toMatchObject({ state: 'cancelled', name: null, plan: null })
    expect((await start({})).status).toBe(409)
    expect((await admin.get(getPerson, at(person.id))).name).toBe(person.name)
  })

  test('does not blank a name that another person has, or that is short, unless an administrator decides so', async () => {
    const admin = await test_.as('admin')
    const w = randomUUID().slice(0, 8)
    const one = await aPerson(test_.ctx, { name: `Double Ganger ${w}`, aliases: ['李四'] })
    const other = await aPerson(test_.ctx, { name: `Double Ganger ${w}`, desc: '李四光' })
    const { ready } = await erase(admin, one.id)
    expect(ready.plan?.names.map(each => each.is_safe)).toEqual([false, false])
    // The name of another person with the same name is theirs, and cannot be decided on; the text about them can.
    const reported = ready.plan?.passages.map(each => each.place) ?? []
    expect([reported.includes('person.name'), reported.includes('person.desc')]).toEqual([false, true])
    expect(await admin.get(getPerson, at(other.id))).toMatchObject({ name: other.name, desc: '李四光' })
    expect((await admin.call(getPerson, at(one.id))).status).toBe(404)
  })

  test('continues after an interruption, and includes the trash and the remains of deleted persons', async () => {
    const admin = await test_.as('admin')
    const w = randomUUID().slice(0, 8)
    const name = `Interrupted Person ${w}`
    const person = await admin.get(createPerson, { body: { name } })
    await admin.get(deletePerson, at(person.id))
    const begun = await admin.get(createErasure, { body: { person_id: person.id } })
    await test_.drainJobs()
    const ready = await admin.get(getErasure, at(begun.id))
    await admin.get(startErasure, { ...at(begun.id), body: bodyOf(ready, {}) })
    const { runErasure } = await import('./run.ts')
    const { erasureAdapters: adapters } = await import('#server/adapters.ts')
    const cut = runErasure(test_.ctx, adapters, begun.id, AbortSignal.abort(new Error('killed')))
    await expect(cut).rejects.toThrow('killed')
    expect(await admin.get(getErasure, at(begun.id))).toMatchObject({ state: 'running' })
    await Promise.all([1, 2].map(() => runErasure(test_.ctx, adapters, begun.id)))
    expect(await admin.get(getErasure, at(begun.id))).toMatchObject({ state: 'done' })
    expect((await admin.get(listAudit, { query: { act: 'erase', record_id: String(person.id) } })).total).toBe(1)
    expect(await tracesOf(name)).toEqual([])

    const vanished = await admin.get(createPerson, { body: { name: `Vanished Person ${w}` } })
    await sql`delete from person where id = ${vanished.id}`.execute(test_.db)
    await erase(admin, vanished.id)
    expect(await tracesOf(`Vanished Person ${w}`)).toEqual([])
  })
})
