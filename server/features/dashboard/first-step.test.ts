import { expect, test } from 'vitest'
import { firstSteps } from '#contract/dashboard.api.ts'
import { loadExampleList } from '#contract/list.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test('each first step closes for those who can see that it is done, and a role sees only its own', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const open = async (client = admin) => (await client.get(firstSteps)).open
  expect(await open()).toEqual(['record', 'site', 'list'])
  expect(await open(editor)).toEqual(['record', 'site'])

  const restricted = await anOg(app.ctx, { read_user: [admin.id] })
  await app.db
    .insertInto('site')
    .values({ og_id: restricted.id, is_on: false })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  expect(await open()).toEqual(['site', 'list'])
  await app.db.updateTable('site').set({ is_on: true }).where('og_id', '=', restricted.id).execute()
  expect(await open()).toEqual(['list'])
  expect(await open(editor), 'a restricted record').toEqual(['record', 'site'])

  await anOg(app.ctx)
  expect(await open(editor)).toEqual(['site'])
  await admin.get(loadExampleList)
  expect(await open()).toEqual([])

  const reader = await app.as('reader')
  expect((await reader.call(firstSteps)).status).toBe(403)
})
