import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listNotifications, readNotifications, updateNotificationSetting } from '#contract/notification.api.ts'
import { publish } from '#server/core/events.ts'
import { anOg } from '#server/features/og/factory.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Mailer, openMailer } from '#server/platform/mail.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { deliverEvents } from './deliver.ts'
import { lastDue, orderDigests, sendNotifications } from './mail.ts'

const app = useTestApp()
let received: Email[] = []
let isRefusing = false
let mailer: Mailer
let ctx: Ctx

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    void buffer(stream).then(async content => {
      if (isRefusing) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
      received.push(await PostalMime.parse(content))
      done()
    })
  },
})

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const smtpUrl = `smtp://127.0.0.1:${port}`
  const opened = openMailer({
    smtpUrl,
    smtpFrom: 'Og Group <og@example.org>',
    publicUrl: 'https://og.example.org/',
    host: '',
    port: 0,
  })
  mailer = opened as Mailer
  ctx = { ...app.ctx, mailer }
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>(resolve => server.close(resolve))
})
beforeEach(() => {
  received = []
  isRefusing = false
})

async function aReader(setting: Parameters<typeof wish>[1], locale = 'en-US'): Promise<Client> {
  const reader = await app.as('reader')
  await sql`update "user" set email = ${`${reader.username}@example.net`}, setting = jsonb_build_object('locale', ${locale}::text)
    where id = ${reader.id}`.execute(app.db)
  await wish(reader, setting)
  return reader
}
const wish = (
  reader: Client,
  body: NonNullable<Parameters<typeof reader.get<typeof updateNotificationSetting>>[1]>['body'],
) => reader.get(updateNotificationSetting, { body })
const now = { families: { reply: { in_app: true, mail: 'now' as const } } }

async function comment(reader: Client, name: string) {
  const og = await anOg(app.ctx, { name, desc: 'What the record says' })
  await publish(ctx, [{ kind: 'commented', noun: 'og', recordId: og.id, users: [reader.id] }])
  await deliverEvents(ctx)
  return og
}

describe('immediate mail', () => {
  test('names the actor and the record in the reader’s language, links to the entry, and quotes nothing', async () => {
    const [one, other] = [await aReader(now), await aReader(now, 'zh-CN')]
    const og = await comment(one, 'Acme <b>& Sons</b>')
    await publish(ctx, [{ kind: 'commented', noun: 'og', recordId: og.id, users: [other.id] }])
    await deliverEvents(ctx)
    for (const { id } of [one, other]) await sendNotifications(ctx, id, 'now')
    const [english, chinese] = received
    expect(english).toMatchObject({
      subject: 'Og Group: 1 new notification',
      from: { name: 'Og Group', address: 'og@example.org' },
      to: [{ address: `${one.username}@example.net` }],
    })
    const [entry] = (await one.get(listNotifications)).items
    expect(english?.text).toContain('Organisation Acme <b>& Sons</b>\n  has a new comment')
    expect(english?.text).toContain(`https://og.example.org/notification?open=${entry!.id}`)
    expect(english?.html).toContain('Acme &#60;b&#62;&#38; Sons')
    expect(`${english?.text}${english?.html}`).not.toContain('What the record says')
    expect(chinese).toMatchObject({ subject: 'Og Group：1 条新通知' })
    expect(chinese?.text).toContain('1 条新评论')
  })

  test('collects notifications of the same time, and sends each once', async () => {
    const reader = await aReader(now)
    await comment(reader, 'First')
    await comment(reader, 'Second')
    const jobs = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
      where task_identifier = 'mail_notifications' and key like ${`mail:${reader.id}:%`}`.execute(app.db)
    expect(jobs.rows[0]!.n).toBeLessThanOrEqual(2)
    await sendNotifications(ctx, reader.id, 'now')
    await sendNotifications(ctx, reader.id, 'now')
    expect(received).toHaveLength(1)
    expect(received[0]?.text).toMatch(/Second[\s\S]*First/)
  })

  test('that the server did not accept is sent again under the same id', async () => {
    const reader = await aReader(now)
    await comment(reader, 'Later')
    isRefusing = true
    await expect(sendNotifications(ctx, reader.id, 'now')).rejects.toThrow('try later')
    expect(received).toEqual([])
    isRefusing = false
    const kept = await sql<{
      message_id: string
    }>`select message_id from outgoing_mail where user_id = ${reader.id}`.execute(app.db)
    await sendNotifications(ctx, reader.id, 'now')
    expect(received.map(mail => mail.messageId)).toEqual([`<${kept.rows[0]!.message_id}@example.org>`])
  })

  test('omits entries that were read or can no longer be read; without entries no mail is sent', async () => {
    const reader = await aReader(now)
    const [read, hidden] = [await comment(reader, 'Read'), await comment(reader, 'Hidden')]
    await reader.get(readNotifications, { body: { record: { noun: 'og', id: read.id } } })
    await sql`update og set read_user = '{1}' where id = ${hidden.id}`.execute(app.db)
    await sendNotifications(ctx, reader.id, 'now')
    expect(received).toEqual([])
    await comment(reader, 'Open')
    await sendNotifications(ctx, reader.id, 'now')
    expect(received).toHaveLength(1)
    expect(received[0]?.subject).toBe('Og Group: 1 new notification')
    expect(received[0]?.text).not.toContain('Hidden')
  })

  test('is not sent to disabled users or users without an address', async () => {
    const [gone, silent] = [await aReader(now), await aReader(now)]
    for (const reader of [gone, silent]) await comment(reader, 'Unsent')
    await sql`update "user" set status = 'disabled' where id = ${gone.id}`.execute(app.db)
    await sql`update "user" set email = '' where id = ${silent.id}`.execute(app.db)
    for (const { id } of [gone, silent]) await sendNotifications(ctx, id, 'now')
    expect(received).toEqual([])
  })
})

describe('a digest', () => {
  test('is sent at eight in the morning of its reader, with unread entries, once', async () => {
    app.clock.set('2026-11-20T20:00:00Z')
    const reader = await aReader({ digest: 'daily', zone: 'Asia/Shanghai' })
    await comment(reader, 'Of the night')
    const digests = async () => {
      await orderDigests(ctx)
      const { rows } = await sql`select id from graphile_worker.jobs where key = ${`digest:${reader.id}`}`.execute(
        app.db,
      )
      return rows.length
    }
    app.clock.set('2026-11-20T23:50:00Z')
    expect(await digests()).toBe(0)
    app.clock.set('2026-11-21T00:05:00Z')
    expect(await digests()).toBe(1)
    await sendNotifications(ctx, reader.id, 'digest')
    expect(received[0]?.subject).toBe('Og Group digest: 1 notification')
    await sql`select graphile_worker.remove_job(${`digest:${reader.id}`})`.execute(app.db)
    expect(await digests(), 'the same morning').toBe(0)
    // A server that was down at eight sends it later.
    app.clock.set('2026-11-22T09:00:00Z')
    expect(await digests()).toBe(1)
  })

  test.each([
    ['2026-11-21T00:00:00Z', 'Asia/Shanghai', 'daily', '2026-11-21T00:00:00Z'],
    ['2026-11-20T23:59:59Z', 'Asia/Shanghai', 'daily', '2026-11-20T00:00:00Z'],
    ['2026-11-21T12:00:00Z', 'Asia/Shanghai', 'weekly', '2026-11-16T00:00:00Z'],
    ['2026-03-29T08:00:00Z', 'Europe/Berlin', 'daily', '2026-03-29T06:00:00Z'],
    ['2026-10-25T06:30:00Z', 'Europe/Berlin', 'daily', '2026-10-24T06:00:00Z'],
    ['2026-10-25T07:00:00Z', 'Europe/Berlin', 'daily', '2026-10-25T07:00:00Z'],
    ['2026-11-21T02:20:00Z', 'Asia/Kathmandu', 'daily', '2026-11-21T02:15:00Z'],
    ['2026-11-21T00:00:00Z', 'America/Los_Angeles', 'daily', '2026-11-20T16:00:00Z'],
  ] as const)('at %s in %s (%s) was last due at %s', (at, zone, mode, due) => {
    expect(lastDue(new Date(at), zone, mode)).toEqual(new Date(due))
  })
})
