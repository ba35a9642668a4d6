import { expect, test } from 'vitest'
import { stateClaims } from '#contract/claim.api.ts'
import { decideDuplicate, findDuplicates, listDuplicates } from '#contract/duplicate.api.ts'
import { bulkFactCheck, listFactChecks } from '#contract/fact_check.api.ts'
import { listClosed } from '#contract/inbox.api.ts'
import { actOnReport, createReport } from '#contract/report.api.ts'
import { decideScreening, getScreening } from '#contract/screening.api.ts'
import { withdrawSource } from '#contract/source.api.ts'
import { aListEntry } from '#server/features/list/testing.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aDecision } from '#server/features/screening/testing.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
const closedBy = async (client: Client, kind: string) =>
  (await client.get(listClosed, {})).filter(each => each.kind === kind).map(({ name, count }) => [name, count])

test('a decided hit counts for its user until it is open again', async () => {
  const editor = await app.as('editor')
  const someone = await aPerson(app.ctx, {})
  const hit = await aDecision(
    app.ctx,
    { noun: 'person', id: someone.id },
    await aListEntry(app.ctx, 'sanctions'),
    'open',
  )
  expect(await closedBy(editor, 'screening')).toEqual([])
  const { rev } = await editor.get(getScreening, at(hit))
  const decided = await editor.get(decideScreening, { ...at(hit), body: { state: 'different', rev } as never })
  expect(await closedBy(editor, 'screening')).toEqual([[editor.username, 1]])
  await editor.get(decideScreening, { ...at(hit), body: { state: 'open', rev: decided.rev } as never })
  expect(await closedBy(editor, 'screening')).toEqual([])
})

test('settled facts count for their user', async () => {
  const editor = await app.as('editor')
  const source = await aSource(app.ctx, {})
  const og = await anOg(app.ctx, { scale: '500' })
  await editor.get(stateClaims, {
    body: {
      noun: 'og',
      record_id: og.id,
      values: { scale: '500' },
      said: { source_id: source.id },
      is_shown: false,
    } as never,
  })
  await editor.get(withdrawSource, { ...at(source.id), body: { reason: 'forged' } })
  const { items } = await editor.get(listFactChecks, { query: { noun: 'og', record_id: String(og.id) } as never })
  const ids = items.map(({ id }) => id)
  await editor.get(bulkFactCheck, { body: { ids, act: 'settle' } as never })
  expect(ids).toHaveLength(1)
  expect(await closedBy(editor, 'fact_check')).toEqual([[editor.username, 1]])
  await editor.get(bulkFactCheck, { body: { ids, act: 'reopen' } as never })
  expect(await closedBy(editor, 'fact_check')).toEqual([])
})

test('a decided pair counts for its user, whatever its entity', async () => {
  const editor = await app.as('editor')
  const date = '1958-10-13'
  await aPerson(app.ctx, { name: '赵敏敏', birth_time: date })
  const person = await aPerson(app.ctx, { name: 'Minmin Zhao', birth_time: date })
  await editor.get(findDuplicates, { body: { noun: 'person' } })
  await app.drainJobs()
  const { items } = await editor.get(listDuplicates, { query: { noun: 'person', record: String(person.id) } })
  const pair = at(items[0]?.id ?? 0)
  await editor.get(decideDuplicate, { ...pair, body: { state: 'different' } })
  expect(await closedBy(editor, 'duplicate')).toEqual([[editor.username, 1]])
  await editor.get(decideDuplicate, { ...pair, body: { state: 'open' } })
  expect(await closedBy(editor, 'duplicate')).toEqual([])
})

test('a published or returned report counts for its reviewer; one that its author withdrew or submits again does not', async () => {
  const [author, reviewer] = [await app.as('super_editor'), await app.as('super_editor')]
  const act = (client: Client, report: { id: number }, name: string, comment = '') =>
    client.get(actOnReport, { ...at(report.id), body: { act: name, comment } as never })
  const made = async (title: string) => {
    const report = await author.get(createReport, { body: { title } })
    await act(author, report, 'submit')
    return report
  }
  const [published, returned, withdrawn] = [await made('One'), await made('Two'), await made('Three')]
  await act(author, withdrawn, 'withdraw')
  expect(await closedBy(reviewer, 'report')).toEqual([])
  await act(reviewer, published, 'publish')
  await act(reviewer, returned, 'return', 'Name the source')
  expect(await closedBy(reviewer, 'report')).toEqual([[reviewer.username, 2]])
  await act(author, returned, 'submit')
  expect(await closedBy(author, 'report')).toEqual([[reviewer.username, 1]])
  expect(await closedBy(await app.as('editor'), 'report')).toEqual([])
})
