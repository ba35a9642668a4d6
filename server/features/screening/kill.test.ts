import { afterAll, expect, test } from 'vitest'
import { decideScreening } from '#contract/screening.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { taskList } from '#server/jobs.ts'
import { databaseUrl, runAndKill } from '#server/testing/killed-worker.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { closeEngine } from './screening.service.ts'
import { aList, person, runScreening } from './testing.ts'

const app = useTestApp()
afterAll(closeEngine)

const syllables = [
  'ba',
  'dor',
  'fen',
  'gu',
  'hal',
  'jin',
  'kop',
  'lur',
  'mis',
  'nat',
  'pev',
  'rox',
  'sul',
  'tiq',
  'wem',
  'zan',
]
const word = (n: number) =>
  [n % 16, (n * 7 + 3) % 16, (n >> 4) % 16, (n * 5 + 1) % 16].map(at => syllables[at]).join('')
const nameOf = (n: number) => `${word(n)} ${word(n + 4_096)}${n}`
const recordCount = 1_200
const listed = (n: number) => n % 8 === 0

test('a worker that is killed at any statement of a screening loses no hit, stores none twice, and notifies of each once', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const url = await databaseUrl(app.db)
  const all = Array.from({ length: recordCount }, (_, n) => n)
  await app.db
    .insertInto('person')
    .values(all.map(n => ({ name: nameOf(n) })))
    .execute()
  // Loads the list without comparing it.
  const { screen_parties: _later, ...tasks } = taskList(app.ctx)
  const loadOnly = async (list: { id: number }, content: string) =>
    await load({ ...app, drainJobs: () => app.drainJobs(tasks) }, admin, list, content)
  const fileWith = (hits: number[]) =>
    fileOf([
      ...hits.map(n => person(`e${n}`, nameOf(n))),
      ...all.map(n => person(`x${n}`, `Nobody ${word(n * 3 + 11)}`)),
    ])

  const pairsOf = async (list: { id: number }) =>
    await app.db
      .selectFrom('screening')
      .select(['entry_key', 'record_id', 'state'])
      .where('list_id', '=', list.id)
      .orderBy('record_id')
      .orderBy('entry_key')
      .execute()
  const newsOf = async () => {
    const rows = await app.db
      .selectFrom('news')
      .select('record_id')
      .where('kind', '=', 'maybe_listed')
      .orderBy('id')
      .execute()
    return rows.map(({ record_id }) => record_id)
  }

  /** Kills the worker at a later statement each time, until one run completes; returns the number of killed runs. */
  async function throughKills(): Promise<number> {
    const work = {
      job: 'screenJob',
      from: '#server/features/screening/screen.ts',
      url,
      folder: app.folder,
      payload: {},
    }
    let killed = 0
    for (let statement = 1; ; statement += Math.max(1, Math.floor(statement / 4))) {
      if ((await runAndKill(work, statement)).isDone) return killed
      killed += 1
    }
  }

  const bare = (pairs: Awaited<ReturnType<typeof pairsOf>>) =>
    pairs.map(({ entry_key, record_id }) => `${record_id} ${entry_key}`)
  // A run without kills gives the expected hits; two entries with one name may both match a record.
  const twin = await aList(admin)
  async function expected(content: string) {
    const before = (await newsOf()).length
    await loadOnly(twin, content)
    await runScreening(app)
    const news = (await newsOf()).slice(before)
    return { pairs: bare(await pairsOf(twin)), news }
  }
  const list = await aList(admin)
  async function killedAndFound(content: string) {
    const before = (await newsOf()).length
    await loadOnly(list, content)
    const killed = await throughKills()
    return { killed, found: { pairs: bare(await pairsOf(list)), news: (await newsOf()).slice(before) } }
  }

  const first = all.filter(listed)
  const whole = await expected(fileWith(first))
  expect(whole.pairs.length).toBeGreaterThanOrEqual(first.length)
  const begun = await killedAndFound(fileWith(first))
  expect(begun.found).toEqual(whole)

  // Some hits are decided; then a version adds a few entries: only their hits appear, once.
  const ids = await app.db
    .selectFrom('screening')
    .select('id')
    .where('list_id', '=', list.id)
    .orderBy('id')
    .limit(5)
    .execute()
  for (const { id } of ids)
    await editor.get(decideScreening, { params: { id: String(id) }, body: { state: 'different', rev: 1 } })
  const more = fileWith([...first, 1, 9, 17, 25])
  const news = await expected(more)
  expect(news.pairs.length).toBeGreaterThan(whole.pairs.length)
  const ended = await killedAndFound(more)
  expect(ended.found).toEqual(news)
  expect((await pairsOf(list)).filter(({ state }) => state === 'different')).toHaveLength(ids.length)
  expect(begun.killed + ended.killed).toBeGreaterThan(15)
}, 300_000)
