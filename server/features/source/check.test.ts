import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listFactChecks } from '#contract/fact_check.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { deleteSource, getSourceCheck, reinstateSource, restoreSource, withdrawSource } from '#contract/source.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { checkFacts, findNextClaims, saveProgress } from './check.queries.ts'
import { aSource } from './factory.ts'

const app = useTestApp()
const at = ({ id }: { id: number }) => ({ params: { id: String(id) } })

/** A source with claims about 60 organisations: 20 existing names for each, and one organisation. */
async function aTalker() {
  const source = await aSource(app.ctx, { name: '𠮷田 شركة 登记册' })
  const og = await anOg(app.ctx, { name: '姜𤨒姬' })
  await sql`with made as (
      insert into og (name, owner, aliases) select 'Said ' || n, og.owner, array(select 'A ' || n || '-' || k from generate_series(1, 20) k)
      from generate_series(1, 60) n, og where og.id = ${og.id} returning id, aliases)
    insert into claim (noun, record_id, field, value, value_key, source_id, first_seen_at, last_seen_at)
    select 'og', made.id, 'aliases', to_jsonb(alias), md5(alias), ${source.id}, now(), now()
    from made, unnest(aliases) alias`.execute(app.db)
  const { rows } = await sql<{ id: number }>`select min(record_id) as id from claim
    where source_id = ${source.id}`.execute(app.db)
  return { source, said: rows[0]! }
}

const found = async (client: Client, source: { id: number }) =>
  (await client.get(listFactChecks, { query: { source: String(source.id), pageSize: 100 } as never })).total
const progress = (client: Client, source: { id: number }) => client.get(getSourceCheck, at(source))
const withdraw = (client: Client, source: { id: number }) =>
  client.get(withdrawSource, { ...at(source), body: { reason: 'forged' } })

test('a source with many claims is withdrawn at once; the facts to check follow, and disappear when it is reinstated', async () => {
  const editor = await app.as('admin')
  const { source } = await aTalker()
  expect(await withdraw(editor, source)).toMatchObject({ withdrawn_reason: 'forged' })
  expect([await progress(editor, source), await found(editor, source)]).toEqual([{ done: 0, total: 1_200 }, 0])
  await app.drainJobs()
  expect([await progress(editor, source), await found(editor, source)]).toEqual([null, 1_200])
  await editor.get(reinstateSource, at(source))
  await app.drainJobs()
  expect([await progress(editor, source), await found(editor, source)]).toEqual([null, 0])
  // Moving it to the trash withdraws it as well.
  await editor.get(deleteSource, at(source))
  await app.drainJobs()
  await editor.get(restoreSource, at(source))
  expect(await progress(editor, source)).toEqual({ done: 0, total: 1_200 })
  await app.drainJobs()
  expect([await progress(editor, source), await found(editor, source)]).toEqual([null, 0])
})

test("started twice, killed midway or reversed meanwhile, the result matches the source's final state", async () => {
  const editor = await app.as('admin')
  const { source, said } = await aTalker()
  await withdraw(editor, source)
  // A worker that died after its first portion, and whose job is lost.
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  const portion = await findNextClaims(app.ctx, source.id, 0, 500)
  await checkFacts(app.ctx, portion)
  await saveProgress(app.ctx, source.id, { after_id: portion.at(-1)!.id, more: portion.length })
  expect(await progress(editor, source)).toEqual({ done: 500, total: 1_200 })
  await editor.get(updateOg, { body: { id: said.id, aliases: ['A 1-1'] } })
  await addJob(app.db, 'resume_source_checks', {})
  await addJob(app.db, 'check_source_facts', { id: source.id })
  await app.drainJobs()
  expect([await progress(editor, source), await found(editor, source)]).toEqual([null, 1_181])
  await editor.get(reinstateSource, at(source))
  const first = await findNextClaims(app.ctx, source.id, 0, 500)
  await checkFacts(app.ctx, first)
  await saveProgress(app.ctx, source.id, { after_id: first.at(-1)!.id, more: first.length })
  await withdraw(editor, source)
  expect(await progress(editor, source)).toEqual({ done: 0, total: 1_200 })
  await app.drainJobs()
  expect([await progress(editor, source), await found(editor, source)]).toEqual([null, 1_181])
})

test('the progress is visible to users who may read the source', async () => {
  const [owner, other] = [await app.as('editor'), await app.as('editor')]
  const source = await aSource(
    { ...app.ctx, actor: { ...app.ctx.actor, id: owner.id } as never },
    { read_user: [owner.id] },
  )
  expect(await progress(owner, source)).toBeNull()
  await expect(progress(other, source)).rejects.toThrow(/"code":404/)
})
