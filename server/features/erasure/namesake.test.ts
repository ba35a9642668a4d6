import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createEvent, getEvent } from '#contract/event.api.ts'
import { decideMention } from '#contract/mention.api.ts'
import { sealAuditLog, verifyAuditLog } from '#server/features/audit/audit.service.ts'
import { aDiff } from '#server/features/diff/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { erasureOf } from './testing.ts'

const test_ = useTestApp()
const { tracesOf, erase } = erasureOf(test_)
const at = (id: number) => ({ params: { id: String(id) } })

describe('an erasure of a person whose name others share', () => {
  test('leaves texts that may be about another person, lists them, and blanks those that were chosen', async () => {
    const admin = await test_.as('admin')
    const w = randomUUID().slice(0, 6)
    const name = `Zhang Weiming ${w}`
    const person = await aPerson(test_.ctx, { name })
    const about = await admin.get(createEvent, { body: { title: `${name} resigned`, persons: [person.id] } })
    const page = await aStoredPage(test_.ctx, { html: '<main><p>x</p></main>' })
    const excerpt = `The painter\n${name} opened a show. ${name} was there.`
    const diff = await aDiff(test_.ctx, page, { excerpt })
    const other = await admin.get(createEvent, {
      body: { title: `${name} wins at chess`, desc: '𠮷'.repeat(80) + name },
    })
    const { done, ready } = await erase(admin, person.id, { blanks: each => each.record_id === other.id })
    const passages = ready.plan?.passages ?? []
    const of = (place: string) => passages.filter(each => each.place === place)
    expect(of('diff.excerpt')).toEqual([
      expect.objectContaining({ noun: 'page', record_id: page.page_id, title: 'Title', place: 'diff.excerpt' }),
    ])
    for (const { text, start, end } of of('diff.excerpt')[0]!.texts) expect(text.slice(start, end)).toBe(name)
    expect(of('diff.excerpt')[0]!.texts).toHaveLength(2)
    expect(of('event.desc')[0]!.texts[0]!.text.isWellFormed()).toBe(true)
    expect(of('event.title').map(each => each.title)).toEqual([`${name} wins at chess`])
    expect(ready.plan?.certain).toContainEqual({ place: 'event.title', count: 1 })
    // The history of the record is listed next to it, and has its own decision.
    expect(of('history.changes').map(each => [each.noun, each.record_id])).toEqual([['event', other.id]])
    expect(await admin.get(getEvent, at(about.id))).toMatchObject({ title: '▇▇▇ resigned', persons: [] })
    expect(await admin.get(getEvent, at(other.id))).toMatchObject({
      title: '▇▇▇ wins at chess',
      desc: `${'𠮷'.repeat(80)}▇▇▇`,
    })
    expect(
      (await sql<{ excerpt: string }>`select excerpt from diff where id = ${diff}`.execute(test_.db)).rows,
    ).toEqual([{ excerpt }])
    expect(done.counts).toMatchObject({ passages_blanked: 3, passages_left: passages.length - 3 })
    expect((await tracesOf(w)).map(each => each.split(':')[0])).toEqual(['public.diff'])
    await sealAuditLog(test_.ctx)
    expect(await verifyAuditLog(test_.ctx)).toMatchObject({ fault: null })
  })

  test('requires no decision about pairs that contain the person, and names the other persons', async () => {
    const admin = await test_.as('admin')
    const name = `陈 ${randomUUID().slice(0, 6)}`
    const [person, one, two] = [
      await aPerson(test_.ctx, { name }),
      await aPerson(test_.ctx, { name }),
      await aPerson(test_.ctx, { name }),
    ]
    const pair = async (a: number, b: number) =>
      (
        await sql<{ id: number }>`insert into duplicate (noun, a_id, b_id, score, reasons)
          values ('person', ${a}, ${b}, 50, ${JSON.stringify([{ code: 'name', value: name }])}::jsonb) returning id`.execute(
          test_.db,
        )
      ).rows[0]?.id
    await pair(person.id, one.id)
    const others = await pair(one.id, two.id)
    const { ready } = await erase(admin, person.id)
    const reported = ready.plan?.passages.filter(each => each.place === 'duplicate.reasons') ?? []
    expect(reported.map(each => [each.record_id, each.about])).toEqual([
      [others, [{ kind: 'text', value: `${name} #${one.id} · ${name} #${two.id}` }]],
    ])
    expect(ready.plan?.rows).toContainEqual({ place: 'duplicate', count: 1 })
  })

  test('distinguishes persons with the same name by organisation, office, year and country', async () => {
    const admin = await test_.as('admin')
    const name = `王建国${randomUUID().slice(0, 6)}`
    const person = await aPerson(test_.ctx, { name })
    const bank = await anOg(test_.ctx, { name: '国泰银行' })
    const values = { name: '李 𠮷', desc: `认识${name}` }
    const [banker, teacher] = [
      await aPerson(test_.ctx, { ...values, birth_time: '1962-05', position: '董事长', region: 'CN', ogs: [bank.id] }),
      await aPerson(test_.ctx, { ...values, og_names: ['东海大学'] }),
    ]
    const { ready } = await erase(admin, person.id)
    const reported = ready.plan?.passages.filter(each => each.place === 'person.desc') ?? []
    expect(reported.map(each => [each.record_id, each.title, each.about])).toEqual([
      [
        banker.id,
        '李 𠮷',
        [
          { kind: 'text', value: '国泰银行' },
          { kind: 'text', value: '董事长' },
          { kind: 'born', value: '1962' },
          { kind: 'region', value: 'CN' },
        ],
      ],
      [teacher.id, '李 𠮷', [{ kind: 'text', value: '东海大学' }]],
    ])
  })

  test('does not attribute a version or an upload to the person if it only may name them', async () => {
    const admin = await test_.as('admin')
    const w = randomUUID().slice(0, 6)
    const person = await aPerson(test_.ctx, { name: `Perhaps Person ${w}` })
    const named = async (certainty: string, verdict?: 'confirmed' | 'rejected') => {
      const page = await aStoredPage(test_.ctx, { html: '<main><p>x</p></main>' })
      await aDiff(test_.ctx, page, { mention: { noun: 'person', id: person.id } })
      await sql`update mention set certainty = ${certainty} where version_id = ${page.version_id}`.execute(test_.db)
      if (verdict)
        await admin.get(decideMention, { body: { noun: 'person', id: person.id, page: page.page_id, verdict } })
      return page.version_id
    }
    const [certain, possible, confirmed] = [
      await named('certain'),
      await named('likely'),
      await named('possible', 'confirmed'),
      await named('certain', 'rejected'),
    ]
    const friend = await aPerson(test_.ctx, { name: `Friend of ${w}` })
    const learnt = { code: 'with_person', points: 2, value: person.name, of: { noun: 'person', id: person.id } }
    await sql`insert into mention (og_id, page_id, version_id, noun, record_id, name, count, is_new, found_at, evidence)
      select og_id, page_id, version_id, 'person', ${friend.id}, 'F', 1, true, found_at,
        ${JSON.stringify({ base: 0, isCommon: false, facts: [learnt, { code: 'place', points: 1 }], rivals: [learnt.of] })}::jsonb
      from mention where version_id = ${possible}`.execute(test_.db)
    const { ready } = await erase(admin, person.id, { choices: { page: { act: 'remove' } } })
    const kept = await sql`select evidence from mention where record_id = ${friend.id} and noun = 'person'`.execute(
      test_.db,
    )
    expect(kept.rows).toEqual([
      { evidence: { base: 0, isCommon: false, facts: [{ code: 'place', points: 1 }], rivals: [] } },
    ])
    expect(await tracesOf(`Perhaps Person ${w}`)).toEqual([])
    for (const { items } of ready.plan?.parts ?? []) for (const { at } of items) expect(at).toMatch(/^\d{4}-\d\d-\d\dT/)
    const part = (name: string) => ready.plan?.parts.find(each => each.name === name)?.items.map(each => each.id)
    expect([part('page'), part('page_maybe')]).toEqual([[certain, confirmed], [possible]])
    const { rows } = await sql<{
      id: number
    }>`select id from page_version where id in (${certain}, ${possible})`.execute(test_.db)
    expect(rows).toEqual([{ id: possible }])
    expect(
      (await sql`select from mention where noun = 'person' and record_id = ${person.id}`.execute(test_.db)).rows,
    ).toEqual([])
  })
})
