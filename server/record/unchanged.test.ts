import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listOgs, updateOg } from '#contract/og.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { readUnlessUnchanged } from './unchanged.ts'

const app = useTestApp()

/** Names of organisations, and how often they were really read. */
function names(key: string) {
  let times = 0
  const read = async () => {
    const found = await readUnlessUnchanged(app.ctx, 'og', key, async () => {
      times += 1
      const { rows } = await sql<{ name: string }>`select name from og order by id`.execute(app.db)
      return rows.map(row => row.name)
    })
    return { names: [...found], times }
  }
  return read
}

test('what was read is not read again while other tables are written, and at once when its own is', async () => {
  const read = names('others')
  await anOg(app.ctx, { name: '姜𤨒姬' })
  const first = await read()
  expect(first.times).toBe(1)
  await sql`update "user" set rev = rev + 1`.execute(app.db)
  expect(await read()).toEqual(first)
  await anOg(app.ctx, { name: 'Later' })
  expect(await read()).toEqual({ names: [...first.names, 'Later'], times: 2 })
  await sql`delete from og where name = 'Later'`.execute(app.db)
  expect(await read()).toEqual({ ...first, times: 3 })
})

test('what another transaction had written before, and ends after the reading, is seen', async () => {
  const read = names('open')
  const before = await read()
  const transaction = await app.db.startTransaction().execute()
  await sql`insert into og (name) values ('Open')`.execute(transaction)
  expect((await read()).names).toEqual(before.names)
  await transaction.commit().execute()
  expect((await read()).names).toEqual([...before.names, 'Open'])
})

test('one that reads names by a keyword finds no record that is not theirs any more', async () => {
  const [editor, reader] = [await app.as('editor'), await app.as('reader')]
  const og = await anOg(app.ctx, { name: '深蓝重工' })
  await anOg(app.ctx, { name: '深蓝航运' })
  const found = async (keyword = '深蓝') => {
    const { total, items } = await reader.get(listOgs, { query: { keyword } as never })
    return { total, names: items.map(each => each.name).toSorted() }
  }
  expect(await found()).toEqual({ total: 2, names: ['深蓝航运', '深蓝重工'].toSorted() })
  await sql`update "user" set rev = rev + 1 where id = ${editor.id}`.execute(app.db)
  expect((await found()).total).toBe(2)
  await editor.get(updateOg, { body: { id: og.id, rev: og.rev, read_user: [editor.id] } })
  expect(await found()).toEqual({ total: 1, names: ['深蓝航运'] })
})
