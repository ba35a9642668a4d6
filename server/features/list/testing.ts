import { expect } from 'vitest'
import type { ListKind } from '#contract/list.api.ts'
import { getList, type List, listListEntries, loadListFile } from '#contract/list.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'

export type TestParty = { id: string; schema?: string; properties: Record<string, string[]> }

export const fileOf = (parties: readonly TestParty[]) =>
  parties.map(({ schema = 'Person', ...rest }) => JSON.stringify({ schema, ...rest })).join('\n')

export const listParams = (list: { id: number }) => ({ id: String(list.id) })

/** Loads a file and runs the jobs; returns the resulting list. */
export async function load(test: TestApp, client: Client, list: { id: number }, content: Buffer | string) {
  const answer = await client.upload(loadListFile, { name: 'list.ftm.json', content }, {}, listParams(list))
  expect(answer.status).toBe(200)
  await test.drainJobs()
  return await client.get(getList, { params: listParams(list) })
}

export async function captions(client: Client, list: List, query: object = {}): Promise<string[]> {
  const { items } = await client.get(listListEntries, { params: listParams(list), query: { pageSize: 100, ...query } })
  return items.map(({ caption }) => caption)
}

let kinds = 0

/** A list of a kind with one current entry. */
export async function aListEntry(
  ctx: Pick<Ctx, 'db'>,
  kind: ListKind,
  properties: Record<string, string[]> = {},
): Promise<{ list_id: number; entry_id: number; key: string }> {
  kinds += 1
  const list = await ctx.db
    .insertInto('list')
    .values({ name: `Kind ${kind} ${kinds}`, kind, is_kind_chosen: true, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = await ctx.db
    .insertInto('list_entry')
    .values({
      ...{ list_id: list.id, key: 'e', since: 1, schema: 'LegalEntity', caption: `Entry ${kinds}` },
      properties: JSON.stringify({ name: [`Entry ${kinds}`], ...properties }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { list_id: list.id, entry_id: entry.id, key: 'e' }
}
