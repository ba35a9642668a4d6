import { describe, expect, test } from 'vitest'
import {
  createCustomField,
  customKey,
  customName,
  listCustomFields,
  orderCustomFields,
  updateCustomField,
} from '#contract/custom_field.api.ts'
import { createEvent, updateEvent } from '#contract/event.api.ts'
import { createOg, getOg, listOgHistory, listOgs, restoreOgValue, updateOg } from '#contract/og.api.ts'
import { createPerson, getPerson, updatePerson } from '#contract/person.api.ts'
import { roles } from '#contract/role.ts'
import { search } from '#contract/search.api.ts'
import { drainSearch } from '#server/features/search/search.service.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (record: { id: number }) => ({ id: String(record.id) })
let made = 0
async function aField(over: object = {}) {
  made += 1
  const admin = await app.as('admin')
  return await admin.get(createCustomField, {
    body: { noun: 'og', name: `字段 ${made}`, kind: 'text', ...over } as never,
  })
}

describe('custom fields', () => {
  test('are defined by administrators, and readable by users who may read organisations', async () => {
    const field = await aField({
      name: ' 审批 阶段 ',
      eng_name: 'Stage',
      kind: 'choice',
      choices: ['初审', '复审', '初审'],
    })
    expect(field).toMatchObject({ name: '审批 阶段', choices: ['初审', '复审'], retired_at: null, rev: 1 })
    for (const role of roles) {
      const client = await app.as(role)
      const mayRead = !['uploader', 'device'].includes(role)
      expect((await client.call(listCustomFields, { query: {} })).status, role).toBe(mayRead ? 200 : 403)
      const patch = await client.call(updateCustomField, { params: at(field), body: { eng_name: `By ${role}` } })
      expect(patch.status, role).toBe(role === 'admin' ? 200 : 403)
    }
  })

  test('have a unique name within their entity, and choices if they are a choice', async () => {
    const admin = await app.as('admin')
    await aField({ name: 'Tier' })
    const again = (body: object) =>
      admin.call(createCustomField, { body: { noun: 'og', kind: 'text', ...body } as never })
    expect((await again({ name: 'ｔｉｅｒ' })).status).toBe(409)
    expect((await again({ name: 'Tier', noun: 'person' })).status).toBe(200)
    expect((await again({ name: 'No choice', kind: 'choice' })).status).toBe(422)
    expect((await again({ name: '' })).status).toBe(422)
    expect((await again({ name: '𠮷'.repeat(61) })).status).toBe(422)
  })

  test('contain values that are validated, merged with existing ones, recorded one by one and restored', async () => {
    const editor = await app.as('editor')
    const [text, number, choice] = [
      await aField(),
      await aField({ kind: 'number' }),
      await aField({ kind: 'choice', choices: ['A', 'B'] }),
    ]
    const key = (field: { id: number }) => customKey(field.id)
    const og = await editor.get(createOg, {
      body: { name: '自定义', custom: { [key(text)]: '𠮷田 عربي', [key(number)]: 1.5 } },
    })
    expect(og.custom).toEqual({ [key(text)]: '𠮷田 عربي', [key(number)]: 1.5 })
    const changed = await editor.get(updateOg, {
      body: { id: og.id, custom: { [key(choice)]: 'B', [key(number)]: null } },
    })
    expect(changed.custom).toEqual({ [key(text)]: '𠮷田 عربي', [key(choice)]: 'B' })
    const history = await editor.get(listOgHistory, { params: at(og), query: {} })
    expect(history.items[0]?.changes).toEqual([
      { field: customName(number.id), from: 1.5, to: null },
      { field: customName(choice.id), from: null, to: 'B' },
    ])
    const back = await editor.get(restoreOgValue, {
      params: { ...at(og), history_id: String(history.items[0]?.id) },
      body: { field: customName(number.id) },
    })
    expect(back.custom).toEqual({ [key(text)]: '𠮷田 عربي', [key(choice)]: 'B', [key(number)]: 1.5 })
    for (const wrong of [
      { [key(number)]: 'x' },
      { [key(choice)]: 'C' },
      { f99999999: 'x' },
      { [key(text)]: 3 },
      { x: 1 },
    ])
      expect((await editor.call(updateOg, { body: { id: og.id, custom: wrong as never } })).status).toBe(422)
  })

  test('of another entity are refused, and exist on persons and events too', async () => {
    const editor = await app.as('editor')
    const ofOg = await aField()
    const ofPerson = await aField({ noun: 'person', kind: 'date' })
    const ofEvent = await aField({ noun: 'event', kind: 'boolean' })
    const person = await editor.get(createPerson, {
      body: { name: '某人', custom: { [customKey(ofPerson.id)]: '1958-10' } },
    })
    expect((await editor.get(getPerson, { params: at(person) })).custom).toEqual({
      [customKey(ofPerson.id)]: '1958-10',
    })
    const wrong = await editor.call(updatePerson, {
      params: at(person),
      body: { custom: { [customKey(ofOg.id)]: 'x' } },
    })
    expect(wrong.status).toBe(422)
    const event = await editor.get(createEvent, { body: { title: '某事', custom: { [customKey(ofEvent.id)]: false } } })
    const after = await editor.get(updateEvent, { params: at(event), body: { title: '某事 2' } })
    expect(after.custom).toEqual({ [customKey(ofEvent.id)]: false })
  })

  test('filter lists and are found by the search, only by users who may read the record', async () => {
    const [editor, reader] = [await app.as('editor'), await app.as('reader')]
    const field = await aField({ kind: 'choice', choices: ['红:一', 'Blue'] })
    const yes = await aField({ kind: 'boolean' })
    const key = customKey(field.id)
    const open = await editor.get(createOg, {
      body: { name: 'Open', custom: { [key]: '红:一', [customKey(yes.id)]: true } },
    })
    const closed = await editor.get(createOg, {
      body: { name: 'Closed', custom: { [key]: '红:一' }, read_user: [editor.id] },
    })
    const blue = await editor.get(createOg, { body: { name: 'Azure', custom: { [key]: 'Blue' } } })
    const idsOf = async (client: typeof reader, ...custom: string[]) =>
      (await client.get(listOgs, { query: { custom } as never })).items.map(og => og.id).sort((a, b) => a - b)
    expect(await idsOf(editor, `${key}:红:一`)).toEqual([open.id, closed.id])
    expect(await idsOf(reader, `${key}:红:一`)).toEqual([open.id])
    expect(await idsOf(reader, `${key}:红:一`, `${key}:Blue`)).toEqual([open.id, blue.id])
    expect(await idsOf(reader, key, `${customKey(yes.id)}:true`)).toEqual([open.id])
    expect((await reader.call(listOgs, { query: { custom: "f1'; drop" } as never })).status).toBe(422)
    await drainSearch(app.ctx)
    const found = await reader.get(search, { query: { keyword: '红:一' } as never })
    expect(found.items.map(item => item.id)).toContain(open.id)
    expect(found.items.map(item => item.id)).not.toContain(closed.id)
  })

  test('that are retired keep their values, and accept no new ones', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')]
    const field = await aField()
    const key = customKey(field.id)
    const og = await editor.get(createOg, { body: { name: 'Keeps', custom: { [key]: 'kept' } } })
    await admin.get(updateCustomField, { params: at(field), body: { is_retired: true, rev: field.rev } })
    const other = await editor.get(updateOg, { body: { id: og.id, name: 'Keeps 2', custom: { [key]: 'kept' } } })
    expect(other.custom).toEqual({ [key]: 'kept' })
    expect((await editor.call(updateOg, { body: { id: og.id, custom: { [key]: 'new' } } })).status).toBe(422)
    expect((await editor.get(updateOg, { body: { id: og.id, custom: { [key]: null } } })).custom).toEqual({})
    expect((await editor.get(getOg, { params: at(og) })).custom).toEqual({})
  })

  test('can be sorted, and a stale change is reported', async () => {
    const admin = await app.as('admin')
    const [a, b] = [await aField({ noun: 'event' }), await aField({ noun: 'event' })]
    const { items } = await admin.get(orderCustomFields, { body: { noun: 'event', ids: [b.id, a.id] } })
    const order = items.map(item => item.id)
    expect(order.indexOf(b.id)).toBeLessThan(order.indexOf(a.id))
    const stale = await admin.call(updateCustomField, { params: at(a), body: { name: 'Late', rev: 99 } })
    expect(stale.status).toBe(409)
  })
})
