import type { Reply } from '#contract/endpoint.ts'
import {
  checkImport,
  createImport,
  getImport,
  type Import,
  type ImportPlan,
  listImportRows,
  runImport,
} from '#contract/import.api.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'
import type { RowVerdict } from './judge.ts'

type ImportRowItems = Reply<typeof listImportRows>['items']

/** Uploads a file and reads it. */
export async function readFile(
  test: TestApp,
  client: Client,
  name: string,
  content: Buffer | string,
  noun: Import['noun'] = 'og',
): Promise<Import> {
  const answer = await client.upload(createImport, { name, content }, { noun })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await test.drainJobs()
  return await fetchImport(client, answer.body.data.id)
}

export function fetchImport(client: Client, id: number): Promise<Import> {
  return client.get(getImport, { params: { id: String(id) } })
}

/** The dry run with the guessed plan, changed by `plan`. */
export async function dryRun(
  test: TestApp,
  client: Client,
  read: Import,
  plan: Partial<ImportPlan> = {},
): Promise<Import> {
  await client.get(checkImport, { params: { id: String(read.id) }, body: { ...read.plan, ...plan } })
  await test.drainJobs()
  return await fetchImport(client, read.id)
}

export async function run(test: TestApp, client: Client, checked: Import): Promise<Import> {
  await client.get(runImport, { params: { id: String(checked.id) } })
  await test.drainJobs()
  return await fetchImport(client, checked.id)
}

/** Runs all three steps. */
export async function importFile(
  test: TestApp,
  client: Client,
  name: string,
  content: Buffer | string,
  plan: Partial<ImportPlan> = {},
  noun: Import['noun'] = 'og',
): Promise<Import> {
  return await run(test, client, await dryRun(test, client, await readFile(test, client, name, content, noun), plan))
}

export async function rowsOf(client: Client, id: number, verdict?: RowVerdict): Promise<ImportRowItems> {
  const page = await client.get(listImportRows, { params: { id: String(id) }, query: { pageSize: 100, verdict } })
  return page.items
}
