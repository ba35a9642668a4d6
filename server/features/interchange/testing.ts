import { expect } from 'vitest'
import {
  exportInterchange,
  getInterchange,
  getInterchangeFile,
  type Interchange,
  type InterchangeKind,
  importInterchange,
  listInterchangeRows,
  runInterchange,
} from '#contract/interchange.api.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'
import type { FtmEntity } from './ftm-model.ts'

const all = ['og', 'person', 'event', 'membership', 'relation'] as const
export const idParams = (id: number) => ({ params: { id: String(id) } })

export async function exportContent(
  test: TestApp,
  client: Client,
  ids?: { og?: number[]; person?: number[]; event?: number[] },
  kinds: readonly InterchangeKind[] = all,
) {
  const made = await client.get(exportInterchange, {
    body: { kinds: [...kinds], ...(ids && { ids }), reason: 'for a test' },
  })
  await test.drainJobs()
  const done = await client.get(getInterchange, idParams(made.id))
  expect(done).toMatchObject({ state: 'done', error: null })
  const file = await client.call(getInterchangeFile, idParams(made.id))
  const text = String(file.body)
  const entities = text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as FtmEntity)
  return { done, text, entities }
}

export async function importAndCheck(
  test: TestApp,
  client: Client,
  content: string | object[],
  name = 'file.ftm.json',
) {
  const text = typeof content === 'string' ? content : content.map(each => JSON.stringify(each)).join('\n')
  const answer = await client.upload(importInterchange, { name, content: text })
  expect(answer.status).toBe(200)
  await test.drainJobs()
  return await client.get(getInterchange, idParams(answer.body.data.id))
}

export async function run(test: TestApp, client: Client, { id }: Interchange, access = {}): Promise<Interchange> {
  await client.get(runInterchange, { ...idParams(id), body: { read_user: [], write_user: [], ...access } })
  await test.drainJobs()
  return await client.get(getInterchange, idParams(id))
}

export const rowsOf = async (client: Client, id: number, verdict?: 'new' | 'changed' | 'unchanged' | 'wrong') =>
  (await client.get(listInterchangeRows, { ...idParams(id), query: { pageSize: 100, verdict } })).items

export const sum = ({ counts }: Interchange, key: 'new' | 'changed' | 'unchanged' | 'wrong') =>
  counts.reduce((total, each) => total + each[key], 0)
