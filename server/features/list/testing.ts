import { expect } from 'vitest'
import { getList, type List, listListEntries, loadListFile } from '#contract/list.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'

export type Party = { id: string; schema?: string; properties: Record<string, string[]> }

export const fileOf = (parties: readonly Party[]) =>
  parties.map(({ schema = 'Person', ...rest }) => JSON.stringify({ schema, ...rest })).join('\n')

export const at = (list: { id: number }) => ({ id: String(list.id) })

/** Loads a file and lets the jobs run; the list as it is then. */
export async function load(test: TestApp, client: Client, list: { id: number }, content: Buffer | string) {
  const answer = await client.upload(loadListFile, { name: 'list.ftm.json', content }, {}, at(list))
  expect(answer.status).toBe(200)
  await test.drainJobs()
  return await client.get(getList, { params: at(list) })
}

export async function captions(client: Client, list: List, query: object = {}): Promise<string[]> {
  const { items } = await client.get(listListEntries, { params: at(list), query: { pageSize: 100, ...query } })
  return items.map(({ caption }) => caption)
}
