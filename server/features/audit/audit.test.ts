import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getAudit, getAuditChain, listAudit, listAuditWords, verifyAuditChain } from '#contract/audit.api.ts'
import { createExport, getExportFile } from '#contract/export.api.ts'
import { createList } from '#contract/list.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { roles } from '#contract/role.ts'
import { login, logout } from '#contract/session.api.ts'
import { audit } from '#server/platform/audit.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anOg } from '../og/factory.ts'
import { aPerson } from '../person/factory.ts'
import { aStoredPage } from '../word/factory.ts'

const test_ = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
const fresh = () => `x${randomUUID().slice(0, 8)}w`

describe('the audit log', () => {
  test('is only for administrators', async () => {
    for (const role of roles) {
      const client = await test_.as(role)
      const wanted = role === 'admin' ? 200 : 403
      for (const endpoint of [listAudit, listAuditWords, getAuditChain, verifyAuditChain])
        expect((await client.call(endpoint)).status, `${role} ${endpoint.path}`).toBe(wanted)
      expect((await client.call(getAudit, at(999_999))).status).toBe(role === 'admin' ? 404 : 403)
      const wish = { noun: 'audit' as const, format: 'csv' as const, columns: ['at'], query: {}, reason: 'to see' }
      const requested = (await client.call(createExport, { body: wish })).status
      expect(requested, role).toBe(wanted)
    }
  })

  test('shows changes field by field and reads, newest first, including records that its reader is not listed for', async () => {
    const [admin, editor] = [await test_.as('admin'), await test_.as('editor')]
    const og = await anOg(test_.ctx, { name: fresh(), read_user: [editor.id] })
    const changed = await editor.call(updateOg, { body: { id: og.id, weight: 7 } }, { req_id: 'abcdefgh12345678' })
    expect(changed.status).toBe(200)
    const { items } = await admin.get(listAudit, { query: { noun: 'og', record_id: String(og.id) } })
    expect(items[0]).toMatchObject({
      act: 'update',
      username: editor.username,
      title: og.name,
      req_id: 'abcdefgh12345678',
      address: '127.0.0.1',
      changes: [{ field: 'weight', from: 0, to: 7 }],
      is_erased: false,
    })
    expect(await admin.get(getAudit, at(items[0]!.id))).toEqual(items[0])
    const byRequest = await admin.get(listAudit, { query: { req_id: 'abcdefgh12345678' } })
    expect(byRequest.items.map(each => each.id)).toEqual([items[0]!.id])
    expect((await admin.call(getAudit, at(999_999_998))).status).toBe(404)
  })

  test('shows the names of sources, lists and pages', async () => {
    const admin = await test_.as('admin')
    const list = await admin.get(createList, { body: { name: fresh() } })
    const page = await aStoredPage(test_.ctx, { html: '<main>News</main>' })
    await audit(test_.ctx, { act: 'export', noun: 'page', recordId: page.page_id })
    const title = async (noun: string, id: number) =>
      (await admin.get(listAudit, { query: { noun, record_id: String(id) } })).items[0]?.title
    expect(await title('list', list.id)).toBe(list.name)
    expect(await title('source', list.source!.id)).toBe(list.source!.name)
    expect(await title('page', page.page_id)).toBe('Title')
  })

  test('records the read of a focus person, once within ten minutes for each reader', async () => {
    const [admin, reader] = [await test_.as('admin'), await test_.as('reader')]
    const person = await aPerson(test_.ctx, { name: fresh(), is_focus: true })
    const plain = await aPerson(test_.ctx, { name: fresh() })
    const reads = async (id: number) =>
      (await admin.get(listAudit, { query: { noun: 'person', act: 'read', record_id: String(id) } })).items.map(
        entry => entry.username,
      )
    for (let n = 0; n < 3; n += 1) {
      await reader.get(getPerson, at(person.id))
      await reader.get(getPerson, at(plain.id))
    }
    expect(await reads(person.id)).toEqual([reader.username])
    expect(await reads(plain.id)).toEqual([])
    await admin.get(getPerson, at(person.id))
    test_.clock.advance(601_000)
    await reader.get(getPerson, at(person.id))
    expect(await reads(person.id)).toEqual([reader.username, admin.username, reader.username])
    test_.clock.advance(-601_000)
  })

  test('records exports with their reason, downloads, sign-ins, failed sign-ins and sign-outs', async () => {
    const admin = await test_.as('admin')
    const w = fresh()
    const reader = await test_.as('reader', { username: w, password: 'correct horse battery staple' })
    const body = { noun: 'og' as const, format: 'csv' as const, columns: ['name'], query: {} }
    expect((await reader.call(createExport, { body: { ...body, reason: ' ' } })).status).toBe(422)
    const made = await reader.get(createExport, { body: { ...body, reason: `case ${w}` } })
    await test_.drainJobs()
    expect((await reader.call(getExportFile, at(made.id))).status).toBe(200)
    const wrong = await test_.anonymous.call(login, { body: { username: w, password: 'wrong' } })
    expect(wrong.status).toBe(401)
    await test_.anonymous.call(login, { body: { username: 'a-secret-typed-as-name', password: 'wrong' } })
    const right = await test_.anonymous.call(login, { body: { username: w, password: 'correct horse battery staple' } })
    expect(right.status).toBe(200)
    await reader.get(logout)
    const own = await admin.get(listAudit, { query: { user_id: String(reader.id) } })
    expect(own.items.map(entry => [entry.act, entry.noun, entry.reason])).toEqual([
      ['logout', 'user', null],
      ['login', 'user', null],
      ['download', 'og', null],
      ['export', 'og', `case ${w}`],
    ])
    const failed = await admin.get(listAudit, { query: { act: 'login_failed' } })
    expect(failed.items.map(entry => [entry.username, entry.record_id])).toEqual([
      ['nobody', null],
      ['nobody', reader.id],
    ])
    expect(JSON.stringify(failed)).not.toContain('a-secret')
    const byReason = await admin.get(listAudit, { query: { keyword: `case ${w}` } })
    expect(byReason).toMatchObject({ total: 1, items: [{ act: 'export' }] })
    const words = await admin.get(listAuditWords)
    expect(words.acts).toEqual(expect.arrayContaining(['export', 'login', 'download']))
  })

  test('is paged over both tables without loss, by day, by address, and exported into a file that is itself recorded', async () => {
    const admin = await test_.as('admin')
    for (let n = 0; n < 7; n += 1) await anOg(test_.ctx, { name: `${fresh()} ${n}` })
    const all = await admin.get(listAudit, { query: { pageSize: '100' } })
    const paged = []
    for (let current = 1; paged.length < all.total; current += 1)
      paged.push(...(await admin.get(listAudit, { query: { pageSize: '3', current: String(current) } })).items)
    expect(paged.map(entry => entry.id)).toEqual(all.items.map(entry => entry.id))
    expect(new Set(paged.map(entry => entry.id)).size).toBe(all.total)
    const upwards = await admin.get(listAudit, { query: { pageSize: '100', sort: 'at' } })
    expect(upwards.items.map(entry => entry.id)).toEqual(all.items.map(entry => entry.id).reverse())
    const today = test_.ctx.now().toISOString().slice(0, 10)
    expect((await admin.get(listAudit, { query: { from: today, to: today } })).total).toBe(all.total)
    expect((await admin.get(listAudit, { query: { to: '2001' } })).total).toBe(0)
    expect((await admin.get(listAudit, { query: { address: '127.0.0.1' } })).total).toBe(
      all.items.filter(entry => entry.address === '127.0.0.1').length,
    )
    const query = { act: ['create'], noun: 'og' }
    const wish = {
      noun: 'audit' as const,
      format: 'json' as const,
      columns: ['at', 'username', 'changes'],
      query,
      reason: 'report',
    }
    const made = await admin.get(createExport, { body: wish })
    await test_.drainJobs()
    const file = await admin.call(getExportFile, at(made.id))
    const expected = await admin.get(listAudit, { query: { ...query, pageSize: '100' } })
    expect((file.body as unknown as { at: string }[]).map(row => row.at)).toEqual(expected.items.map(entry => entry.at))
    const [own] = (await admin.get(listAudit, { query: { noun: 'audit', act: 'export' } })).items
    expect(own).toMatchObject({ username: admin.username, reason: 'report', detail: { format: 'json', query } })
  })

  test('shows the hash chain: the sealed entries, and the result of a verification', async () => {
    const admin = await test_.as('admin')
    const { sealAuditLog: sealTrail } = await import('./audit.service.ts')
    await anOg(test_.ctx, { name: fresh() })
    expect((await admin.get(getAuditChain)).unsealed).toBeGreaterThan(0)
    await sealTrail(test_.ctx)
    const sealed = await admin.get(getAuditChain)
    expect(sealed).toMatchObject({ unsealed: 0, last: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    expect((await admin.get(listAudit)).items.every(entry => entry.is_sealed)).toBe(true)
    await admin.get(verifyAuditChain)
    expect((await admin.get(getAuditChain)).is_verifying).toBe(true)
    await test_.drainJobs()
    const verified = await admin.get(getAuditChain)
    expect(verified).toMatchObject({ is_verifying: false, verified: { fault: null, head: sealed.last } })
  })
})
