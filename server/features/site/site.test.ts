import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createRound, getSite, listRounds, trySiteFilter, updateRound, updateSite } from '#contract/site.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { nextRoundAt } from './schedule.ts'
import { startDueRounds } from './site.service.ts'

const test = useTestApp()
const entrances = ['https://site.example/']

async function aSite(body: object = {}, values: object = {}) {
  const og = await anOg(test.ctx, { name: 'Watched', entrances, ...values })
  const editor = await test.as('editor')
  const params = { id: String(og.id) }
  const site = await editor.get(updateSite, { params, body })
  return { og, editor, params, site }
}
const rounds = (ogId: number) =>
  test.db.selectFrom('round').select(['number', 'cause', 'state']).where('og_id', '=', ogId).execute()
const nextAt = async (ogId: number) =>
  (await test.db.selectFrom('site').select('next_at').where('og_id', '=', ogId).executeTakeFirst())?.next_at ?? null

describe('the schedule of a site', () => {
  it('is read in its time zone, and shifted by a random delay', () => {
    const at = new Date('2026-03-01T00:00:00Z')
    const next = (zone: string, jitter_min = 0, chance = 0) =>
      nextRoundAt({ cron: '30 6 * * *', zone, jitter_min }, at, chance)?.toISOString()
    expect(next('UTC')).toBe('2026-03-01T06:30:00.000Z')
    expect(next('Asia/Shanghai')).toBe('2026-03-01T22:30:00.000Z')
    expect(next('UTC', 60, 0.5)).toBe('2026-03-01T07:00:00.000Z')
    // A time that exists every day except when the clocks are put forward over it.
    const spring = new Date('2026-03-29T00:00:00Z')
    expect(nextRoundAt({ cron: '30 2 * * *', zone: 'Europe/Berlin', jitter_min: 0 }, spring, 0)).not.toBeNull()
  })

  it('starts a round once, however many workers check, and sets the next time; switched off, it starts none', async () => {
    const on = await aSite({ is_on: true, cron: '0 * * * *', zone: 'UTC', jitter_min: 0 })
    const off = await aSite({ is_on: false, cron: '0 * * * *', zone: 'UTC', jitter_min: 0 })
    expect(on.site.next_at).not.toBeNull()
    expect(off.site.next_at).toBeNull()
    test.clock.advance(3_600_000)
    await Promise.all([startDueRounds(test.ctx), startDueRounds(test.ctx), startDueRounds(test.ctx)])
    expect(await rounds(on.og.id)).toEqual([{ number: 1, cause: 'schedule', state: 'running' }])
    expect(await rounds(off.og.id)).toEqual([])
    expect(Date.parse(String(await nextAt(on.og.id)))).toBeGreaterThan(test.ctx.now().getTime())
    // The round is still running when the next one is due.
    test.clock.advance(3_600_000)
    await startDueRounds(test.ctx)
    expect(await rounds(on.og.id)).toHaveLength(1)
    expect(Date.parse(String(await nextAt(on.og.id)))).toBeGreaterThan(test.ctx.now().getTime())
  })

  it('of a deleted organisation, or of one without an address, starts nothing and does not block others', async () => {
    const bare = await aSite({ is_on: true, cron: '0 * * * *', jitter_min: 0 }, { entrances: [] })
    const gone = await aSite({ is_on: true, cron: '0 * * * *', jitter_min: 0 })
    await sql`update og set deleted_at = now() where id = ${gone.og.id}`.execute(test.db)
    const good = await aSite({ is_on: true, cron: '0 * * * *', jitter_min: 0 })
    test.clock.advance(3_700_000)
    await startDueRounds(test.ctx)
    expect(await rounds(bare.og.id)).toEqual([])
    expect(await rounds(gone.og.id)).toEqual([])
    expect(await rounds(good.og.id)).toHaveLength(1)
  })

  it('retains a round that is due in a minute when another setting is changed', async () => {
    const { params, editor, site } = await aSite({ is_on: true, cron: '0 * * * *', jitter_min: 30 })
    for (const max_pages of [10, 11, 12])
      expect((await editor.get(updateSite, { params, body: { max_pages } })).next_at).toBe(site.next_at)
    expect((await editor.get(updateSite, { params, body: { cron: '0 0 1 1 *' } })).next_at).not.toBe(site.next_at)
    expect((await editor.get(updateSite, { params, body: { is_on: false } })).next_at).toBeNull()
  })
})

describe('the settings of a site', () => {
  it.each([
    [{ cron: 'every day' }, 'cron'],
    [{ cron: '* * * * * *' }, 'cron'],
    [{ cron: '0 0 31 2 *' }, 'cron'],
    [{ zone: 'Atlantis/Capital' }, 'zone'],
    [{ charset: 'klingon' }, 'charset'],
    [{ max_pages: 0 }, 'max_pages'],
    [{ max_pages: 1e9 }, 'max_pages'],
    [{ delay_ms: -1 }, 'delay_ms'],
    [{ filter: { include: ['>>>'], exclude: [], ignore: [] } }, 'filter.include.0'],
    [{ filter: { include: [], exclude: [], ignore: ['re:(a+)+\\1'] } }, 'filter.ignore.0'],
    [{ og_id: 1 }, 'og_id'],
  ])('refuse %j', async (body, path) => {
    const { params, editor } = await aSite()
    const answer = await editor.call(updateSite, { params, body: body as never })
    expect(answer.status).toBe(422)
    if (path !== 'og_id') expect(answer.body.errors?.map(error => error.path)).toContain(path)
  })

  it('do not overwrite a concurrent change', async () => {
    const { params, editor, site } = await aSite({ max_pages: 5 })
    await editor.get(updateSite, { params, body: { rev: site.rev, max_pages: 6 } })
    const late = await editor.call(updateSite, { params, body: { rev: site.rev, max_pages: 7 } })
    expect(late.status).toBe(409)
    expect(late.body.data).toMatchObject({ max_pages: 6 })
  })
})

describe('access', () => {
  it('readers may see a site, uploaders and devices may not, and a restricted site is not found', async () => {
    const { og, params } = await aSite()
    const act = { params: { ...params, number: '1' }, body: { act: 'stop' as const } }
    const filter = { filter: { include: [], exclude: [], ignore: [] } }
    for (const role of ['uploader', 'device'] as const) {
      const user = await test.as(role)
      expect((await user.call(getSite, { params })).status).toBe(403)
      expect((await user.call(createRound, { params })).status).toBe(403)
    }
    const reader = await test.as('reader')
    expect((await reader.get(getSite, { params })).can).toEqual([])
    expect((await reader.call(listRounds, { params })).status).toBe(200)
    for (const answer of [
      await reader.call(updateSite, { params, body: {} }),
      await reader.call(createRound, { params }),
      await reader.call(updateRound, act),
      await reader.call(trySiteFilter, { params, body: filter }),
    ])
      expect(answer.status).toBe(403)

    const member = await test.as('editor')
    const stranger = await test.as('editor')
    await sql`update og set owner = ${member.id}, read_user = array[${member.id}::bigint], write_user = array[${member.id}::bigint]
      where id = ${og.id}`.execute(test.db)
    for (const answer of [
      await stranger.call(getSite, { params }),
      await stranger.call(updateSite, { params, body: { max_pages: 1 } }),
      await stranger.call(createRound, { params }),
      await stranger.call(listRounds, { params }),
      await stranger.call(updateRound, act),
      await stranger.call(trySiteFilter, { params, body: filter }),
    ])
      expect(answer.status).toBe(404)
    expect((await member.call(createRound, { params })).status).toBe(200)
    expect((await stranger.call(updateRound, act)).status).toBe(404)
    expect((await member.call(updateRound, act)).status).toBe(200)
  })

  it('requests in a wrong state are refused, and nothing happens', async () => {
    const { params, editor, og } = await aSite()
    const act = (name: 'stop' | 'resume' | 'abort', number = '1') =>
      editor.call(updateRound, { params: { ...params, number }, body: { act: name } }).then(answer => answer.status)
    expect([await act('stop'), await act('resume'), await act('abort'), await act('stop', '99999999')]).toEqual([
      409, 409, 409, 409,
    ])
    await editor.get(createRound, { params })
    expect([await act('resume'), await act('abort'), await act('abort'), await act('resume')]).toEqual([
      409, 200, 409, 409,
    ])
    expect(await rounds(og.id)).toEqual([{ number: 1, cause: 'person', state: 'aborted' }])
    const bare = await aSite({}, { entrances: [] })
    expect((await bare.editor.call(createRound, { params: bare.params })).status).toBe(422)
    expect((await editor.call(createRound, { params: { id: '0' } })).status).toBeGreaterThanOrEqual(404)
    expect((await editor.call(createRound, { params: { id: '9'.repeat(30) } })).status).toBeLessThan(500)
  })
})
