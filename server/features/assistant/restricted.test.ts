import { expect, test } from 'vitest'
import { makeSecret, mark, type Secret, secretIdsIn } from '#server/testing/secret.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { tools } from './assistant.service.ts'
import { secretOf, useTool } from './testing.ts'

const app = useTestApp()
const parties = ['og', 'person'] as const
const records = ['og', 'person', 'event'] as const

/** The inputs of each tool that could show the secret records: by their ids, by their words, and through open ones. */
function inputsOf(all: Secret): Record<string, object[]> {
  const both = (noun: (typeof records)[number]) => [all[noun], all.open[noun]].map(id => ({ noun, id }))
  const byParty = parties.flatMap(both)
  const byRecord = records.flatMap(both)
  const evidence = [
    { type: 'page_version', id: all.version, page_id: all.page },
    { type: 'upload', id: all.upload },
    { type: 'diff', id: all.diff },
    ...records.map(type => ({ type, id: all[type] })),
  ]
  const sentences = evidence.map(each => ({ text: 'The chair stepped down in 2019.', evidence: [each] }))
  const linked = { ogs: [all.open.og], persons: [all.open.person] }
  return {
    search: ['机密', '某人', 'words', 'Open'].map(keyword => ({ keyword, rows: 50 })),
    get_record: byRecord,
    get_neighbours: byParty.map(each => ({ ...each, depth: 3, rows: 200 })),
    get_timeline: [{}, { og: all.og }, { og: all.open.og }, { person: all.person }, { person: all.open.person }],
    screen_name: [{ name: 'Listed' }, { name: '某人' }],
    get_history: byRecord,
    get_provenance: byRecord.flatMap(each => ['scale', 'name', 'desc'].map(field => ({ ...each, field }))),
    get_coverage: [{}, ...byParty],
    list_differences: [{}, { og: all.og }, { og: all.open.og }],
    get_difference: [all.diff, all.open.diff].map(id => ({ id })),
    read_page: [all, all.open].map(({ page, version }) => ({ page_id: page, version_id: version })),
    read_upload: [all.upload, all.open.upload].map(id => ({ id })),
    draft_event: [
      { title: 'Chair', sentences, ...linked },
      { title: 'Chair', sentences, ogs: [all.og], persons: [all.person] },
    ],
    draft_report: [
      { title: 'Chair', sentences, ...linked },
      { title: 'Chair', sentences, ogs: [all.og], persons: [all.person] },
    ],
    add_note: [
      { og_id: all.og, at: '2026-01-01T00:00:00Z', text: 'A note' },
      { person_id: all.person, at: '2026-01-01T00:00:00Z', text: 'A note' },
    ],
  }
}

/** The calls whose replies contain words or ids of the secret records that the call itself does not contain. */
async function traces(client: Client, all: Secret): Promise<{ shown: string[]; calls: number }> {
  const token = await secretOf(client, ['assistant', 'write'])
  const shown: string[] = []
  let calls = 0
  for (const [name, inputs] of Object.entries(inputsOf(all)))
    for (const input of inputs) {
      calls += 1
      const reply = JSON.stringify(await useTool(app, token, name, input))
      const known = new Set(secretIdsIn(JSON.stringify(input)))
      if (reply.includes(mark) || secretIdsIn(reply).some(id => !known.has(id)))
        shown.push(`${name} ${JSON.stringify(input)}`)
    }
  return { shown, calls }
}

test('every tool is called', async () => {
  const admin = await app.as('admin')
  const inputs = inputsOf(await makeSecret(app, admin))
  expect(Object.keys(inputs).toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
})

test.each(['super_editor', 'editor', 'super_reader', 'reader'] as const)(
  'no tool shows a restricted record to a %s who is not listed',
  async role => {
    const all = await makeSecret(app, await app.as('admin'))
    expect((await traces(await app.as(role), all)).shown).toEqual([])
  },
  120_000,
)

test('the same calls show the records to a user who may read them', async () => {
  const admin = await app.as('admin')
  const { shown } = await traces(admin, await makeSecret(app, admin))
  const names = new Set(shown.map(each => each.split(' ')[0]))
  for (const name of ['search', 'get_record', 'get_neighbours', 'get_timeline', 'get_history', 'get_difference'])
    expect(names).toContain(name)
  for (const name of ['read_page', 'read_upload', 'list_differences']) expect(names).toContain(name)
}, 120_000)
