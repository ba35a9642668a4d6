import {
  checkImportUndo,
  getImportRun,
  type ImportRun,
  listImportMarks,
  listImportRuns,
  runImportUndo,
  type UndoVerdict,
} from '#contract/import_run.api.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'

const idParams = (id: number) => ({ params: { id: String(id) } })

/** The newest run of an import or a data exchange. */
export async function lastRun(client: Client, of: { import: number } | { interchange: number }): Promise<ImportRun> {
  const query = Object.fromEntries(Object.entries(of).map(([name, id]) => [name, String(id)]))
  const { items } = await client.get(listImportRuns, { query: query as never })
  if (!items[0]) throw new Error('no run')
  return items[0]
}

export async function checkedUndo(test: TestApp, client: Client, { id }: ImportRun): Promise<ImportRun> {
  await client.get(checkImportUndo, idParams(id))
  await test.drainJobs()
  return await client.get(getImportRun, idParams(id))
}

export async function undoRun(test: TestApp, client: Client, run: ImportRun): Promise<ImportRun> {
  await checkedUndo(test, client, run)
  await client.get(runImportUndo, idParams(run.id))
  await test.drainJobs()
  return await client.get(getImportRun, idParams(run.id))
}

export const marksOf = async (client: Client, { id }: ImportRun, verdict?: UndoVerdict) =>
  (await client.get(listImportMarks, { ...idParams(id), query: { pageSize: 100, verdict } })).items

export const undoSum = ({ undo }: ImportRun, verdict: UndoVerdict) =>
  (undo?.counts ?? []).reduce((total, each) => total + each[verdict], 0)
