import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordEntities } from '#contract/registry.ts'
import { type SearchResult, search, suggestSearch } from '#contract/search.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aBody, aReport } from '#server/features/report/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { drainSearch } from './search.service.ts'

const app = useTestApp()

const searchFor = (client: Client, keyword: string): Promise<SearchResult> =>
  client.get(search, { query: { keyword } as never })
const totals = async (clients: Record<string, Client>, keyword: string) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(clients).map(async ([name, client]) => [name, (await searchFor(client, keyword)).total]),
    ),
  )

test('of a report, writers find the draft, readers the published version, and no one finds it once it is archived', async () => {
  const clients = {
    editor: await app.as('super_editor'),
    reader: await app.as('super_reader'),
    other: await app.as('editor'),
  }
  await aReport(app.ctx, { title: 'Draft of avocets', body: aBody('The avocet is rare.') })
  const published = await aReport(app.ctx, {
    title: 'Avocets of the year',
    body: aBody('An avocet was seen.'),
    status: 'published',
  })
  await drainSearch(app.ctx)
  expect(await totals(clients, 'avocet')).toEqual({ editor: 2, reader: 1, other: 0 })
  expect(
    (await clients.reader.get(suggestSearch, { query: { keyword: 'avocets' } })).items.map(item => item.id),
  ).toEqual([published.id])
  await sql`update report set status = 'archived' where id = ${published.id}`.execute(app.db)
  // Checked before any entry is written again.
  expect(await totals(clients, 'avocet')).toEqual({ editor: 2, reader: 0, other: 0 })
  await drainSearch(app.ctx)
  await sql`update report set deleted_at = now() where id = ${published.id}`.execute(app.db)
  await sql`update report set deleted_at = null where id = ${published.id}`.execute(app.db)
  expect(await totals(clients, 'avocet')).toEqual({ editor: 2, reader: 0, other: 0 })
})

test('an upload is found by all of its text, by its uploader and by reviewers', async () => {
  const uploader = await app.as('uploader')
  const clients = {
    uploader,
    another: await app.as('uploader'),
    editor: await app.as('editor'),
    reader: await app.as('super_reader'),
  }
  const og = await anOg(app.ctx, { name: 'Dotterel Holdings' })
  const { rows } = await sql<{ id: number }>`with kept as (
      insert into upload_content (sha256, size, blob_key) values (repeat('a', 64), 1, 'x') returning sha256)
    insert into upload (title, file_name, sha256, size, owner, uploader)
    select 'Scanned letter', 'letter.pdf', sha256, 1, ${uploader.id}::bigint, ${uploader.id}::bigint from kept returning id`.execute(
    app.db,
  )
  const id = rows[0]!.id
  const long = 'filler words. '.repeat(5_000)
  await sql`insert into upload_part (upload_id, number, text) values (${id}, 1, ${`Dear dotterel, ${long}`}), (${id}, 2, '结尾提到红嘴鸥与制裁')`.execute(
    app.db,
  )
  await sql`insert into upload_og (upload_id, og_id) values (${id}, ${og.id})`.execute(app.db)
  await sql`update upload set status = 'ready' where id = ${id}`.execute(app.db)
  await drainSearch(app.ctx)
  const all = { uploader: 1, another: 0, editor: 1, reader: 0 }
  expect(await totals(clients, 'letter')).toEqual(all)
  expect(await totals(clients, '"dear dotterel"')).toEqual(all)
  expect(await totals(clients, '制裁 红嘴鸥')).toEqual(all)
  const [item] = (await searchFor(clients.editor, '制裁')).items
  expect(item?.passage?.marks.map(({ start, end }) => item.passage?.text.slice(start, end))).toEqual(['制裁'])
  expect((await clients.editor.get(search, { query: { keyword: 'letter', og: String(og.id) } as never })).total).toBe(1)
  await sql`update upload set read_user = array[${uploader.id}]::bigint[] where id = ${id}`.execute(app.db)
  expect(await totals(clients, '制裁')).toEqual({ uploader: 1, another: 0, editor: 0, reader: 0 })
})

test('the database accepts an entry of every entity, and its triggers queue every change to their records', async () => {
  const { rows: lists } = await sql<{ text: string }>`select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'search_entry'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%noun%'`.execute(
    app.db,
  )
  // A check constraint with a list of entities could miss a new entity.
  expect(lists).toEqual([])
  const { rows: triggers } = await sql<{ name: string }>`select tgname as name from pg_trigger
    where tgname like '%\\_search\\_%'`.execute(app.db)
  const known = triggers.map(trigger => trigger.name)
  for (const noun of recordEntities)
    for (const act of ['insert', 'update', 'delete']) expect(known).toContain(`${noun}_search_${act}`)
})
