import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as contract from '#contract/mailbox.api.ts'
import { getSystem } from '#contract/system-state.api.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'
import { openSecrets } from '#server/platform/secret.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { withoutSecrets } from './connect.ts'
import { openFakeImap, replyTo } from './imap-testing.ts'
import { testMailbox } from './mailbox.service.ts'
import { allowLoopback, aMailbox, fetchNow, localGuard, message } from './testing.ts'

const app = useTestApp({ outboundAllow: allowLoopback })
let admin: Client
let owner: Client
beforeAll(async () => {
  admin = await app.as('admin')
  owner = await app.as('editor')
})

async function world(options: Parameters<typeof openFakeImap>[0] = {}, more: Partial<contract.NewMailbox> = {}) {
  const imap = await openFakeImap(options)
  onTestFinished(() => imap.close())
  const box = await aMailbox(admin, imap, { owner: owner.id, ...more })
  const state = async () => (await admin.get(contract.listMailboxes)).items.find(each => each.id === box.id)
  return { imap, box, state, params: { id: String(box.id) } }
}

const times = { connectMs: 1_500, idleMs: 400 }

describe('a lying server stops its mailbox, and the message in question', () => {
  const head = 'UID 1 RFC822.SIZE 900 INTERNALDATE "28-Nov-2026 10:00:00 +0000" BODY[]<0>'
  test.each([
    ['a literal longer than requested', 'protocol', `* 1 FETCH (${head} {3000000}\r\nabc`],
    ['a literal that never comes', 'timeout', `* 1 FETCH (${head} {900}\r\nabc`],
    ['a line without an end', 'protocol', `* 1 FETCH (${head} "${'x'.repeat(4_300_000)}`],
    ['no reply', 'timeout', ''],
    ['another message', null, `* 1 FETCH (${head.replace('UID 1', 'UID 2')} {3}\r\nabc)\r\nTAG OK\r\n`],
  ])('%s', async (_, failure, reply) => {
    const { imap, box, state } = await world()
    imap.add(message())
    imap.add(message({ id: '<2@x>', subject: 'Two' }))
    imap.intercept = replyTo('UID FETCH 1 ', tag => reply.replace('TAG', tag))
    await fetchNow(app, box.id, { times })
    const failed = await state()
    expect(failed).toMatchObject({ failure, counts: { stored: failure === null ? 1 : 0 } })
    expect((failed?.next_at ?? '') > (failed?.run_at ?? '')).toBe(failure !== null)
    const isSkipped = failed?.counts.failed === 1
    expect(isSkipped).toBe(failure !== 'timeout')
    if (!isSkipped) imap.intercept = undefined
    await fetchNow(app, box.id)
    expect(await state()).toMatchObject({ failure: null, counts: { stored: isSkipped ? 1 : 2 } })
  })

  test('with a wrong UIDNEXT, or numbers that are none, loses nothing', async () => {
    const { imap, box, state } = await world()
    imap.add(message())
    imap.uidNext = 1
    imap.intercept = replyTo('SEARCH', tag => `* SEARCH 0 1 1 99999999999 4294967295\r\n${tag} OK\r\n`)
    await fetchNow(app, box.id)
    imap.uidNext = 4_000_000_000
    imap.intercept = undefined
    imap.add(message({ id: '<2@x>' }))
    await fetchNow(app, box.id)
    expect(await state()).toMatchObject({ failure: null, counts: { stored: 2 } })
  })

  test('that sends no greeting is left in time, and is in the state of the system', async () => {
    await app.db.deleteFrom('mailbox').execute()
    const { imap, box, state } = await world({}, { name: 'silent' })
    imap.greeting = null
    await fetchNow(app, box.id, { times })
    expect(await state()).toMatchObject({ failure: 'timeout' })
    app.clock.advance(60_000)
    const { troubles } = await admin.get(getSystem)
    expect(troubles).toContainEqual(expect.objectContaining({ code: 'mailbox_failing', what: 'silent', count: 1 }))
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const certificate = { key: '', cert: '' }
beforeAll(() => {
  if (!hasOpenssl) return
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const more = ['-days', '2', '-nodes', '-keyout', key, '-out', cert]
  const name = ['-subj', '/CN=mail.example', '-addext', 'subjectAltName=DNS:mail.example']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...name, ...more], { stdio: 'ignore' })
  Object.assign(certificate, { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') })
  rmSync(folder, { recursive: true })
})

describe('a test of the connection', () => {
  const ctx = () => ({ ...app.ctx, secrets: openSecrets({ dataDir: app.folder }) })
  const trial = (id: number, deps: Parameters<typeof testMailbox>[3] = {}, guard = localGuard()) =>
    testMailbox(ctx(), guard, id, { times, ...deps })

  test('counts the messages of the folder and reads none', async () => {
    const { imap, params } = await world()
    imap.add(message())
    expect(await admin.get(contract.testMailbox, { params })).toEqual({ failure: null, detail: null, messages: 1 })
    expect(imap.commands.some(line => line.includes('FETCH'))).toBe(false)
  })

  test('names a wrong password without repeating it', async () => {
    const { params } = await world({}, { secret: 'wrong "one" here' })
    const { failure, detail } = await admin.get(contract.testMailbox, { params })
    expect(failure).toBe('login')
    expect(detail).not.toMatch(/one|d3Jvbmc/)
  })

  test('names a missing folder', async () => {
    const { params } = await world({}, { folder: 'Nowhere' })
    expect((await admin.get(contract.testMailbox, { params })).failure).toBe('folder')
    const other = await world({}, { after_read: 'move', move_to: 'Nowhere' })
    expect((await admin.get(contract.testMailbox, { params: other.params })).failure).toBe('move_folder')
  })

  test('names a name without an address, a private address, and one that only pretends to be local', async () => {
    const { box } = await world({}, { host: 'mail.example' })
    const unknown = openGuard({
      lookup: async () => {
        throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      },
    })
    expect((await trial(box.id, {}, unknown)).failure).toBe('dns')
    const refused = openGuard({ lookup: async () => ['10.0.0.1'] })
    expect((await trial(box.id, {}, refused)).failure).toBe('address')
    const closed = await world({}, { host: 'mail.example' })
    await closed.imap.close()
    expect((await trial(closed.box.id)).failure).toBe('connect')
  })

  test('a literal address that is refused, or a plain one elsewhere, cannot be stored', async () => {
    const { params } = await world()
    const call = (body: contract.MailboxPatch) => admin.call(contract.updateMailbox, { params, body })
    for (const host of ['10.0.0.1', '169.254.169.254', '198.51.100.7']) expect((await call({ host })).status).toBe(422)
    expect((await call({ port: 25 })).status).toBe(422)
    expect((await call({ senders: ['nonsense'] })).status).toBe(422)
    expect((await call({ folder: 'a\r\nb' })).status).toBe(422)
  })

  test('another server is not sent the stored secret', async () => {
    const { params } = await world()
    const changed = await admin.get(contract.updateMailbox, { params, body: { host: 'evil.example' } })
    expect(changed.secret).toBe('none')
  })

  test.skipIf(!hasOpenssl)('verifies the certificate and its name, with TLS and STARTTLS', async () => {
    const ca = certificate.cert
    for (const options of [{ tls: certificate }, { tls: certificate, startTls: true }]) {
      const security = 'startTls' in options ? ('starttls' as const) : ('tls' as const)
      const right = await world(options, { security, host: 'mail.example' })
      expect((await trial(right.box.id)).failure).toBe('tls')
      expect(await trial(right.box.id, { ca })).toMatchObject({ failure: null, messages: 0 })
      const wrong = await world(options, { security, host: 'other.example' })
      expect((await trial(wrong.box.id, { ca })).failure).toBe('tls_name')
      expect(wrong.imap.commands.some(line => line.includes('LOGIN'))).toBe(false)
    }
  })

  test('a server without STARTTLS is not sent the password', async () => {
    const { imap, box } = await world({}, { security: 'starttls' })
    expect((await trial(box.id)).failure).toBe('starttls')
    expect(imap.commands.some(line => line.includes('LOGIN'))).toBe(false)
  })
})

test('a secret is removed from a server’s text, encoded too', () => {
  const sasl = Buffer.from('\0in\0s3cret-pass').toString('base64')
  expect(withoutSecrets(`no: s3cret-pass ${sasl}`, ['s3cret-pass'])).toBe('no: ••• •••')
})

test('only administrators manage mailboxes', async () => {
  const { params } = await world()
  for (const client of [owner, await app.as('reader')]) {
    expect((await client.call(contract.listMailboxes)).status).toBe(403)
    expect((await client.call(contract.fetchMailbox, { params })).status).toBe(403)
  }
})

afterAll(async () => {
  await app.db.deleteFrom('mailbox').execute()
})
