// Endpoints that no screen calls: each is for programs, for a stated reason, or dead.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'

const forPrograms: Record<string, string> = {
  getAudit: 'one entry of the audit log, for programs that keep its id',
  getDemo: 'scripts check whether the demonstration records exist',
  removeDemo: 'scripts remove the demonstration records; screens delete them like any record',
  dashboardBrief: 'the coming events of the brief, for programs; screens read the inbox',
  backChannelLogout: 'identity providers report logouts',
  getImportRun: 'programs that import wait for their run',
  getGroup: 'one group, for programs; the screen has the list',
  screenParties: 'programs screen names with an access token',
  getSetting: 'the client gets its settings with the user',
  getUser: 'one user, for programs; the screen has the list',
  getWord: 'one word, for programs; the screen has the list',
  updateRelation: 'one relation, for programs; the form of a person writes all of its relations',
  deleteRelation: 'one relation, for programs; the form of a person writes all of its relations',
  readFeed: 'feed readers read the address of a feed',
  readEventFeed: 'calendar programs read the address of a feed',
  readReconcile: 'OpenRefine reads the address of its user',
  postReconcile: 'OpenRefine sends its queries to the address of its user',
  viewReconciled: 'OpenRefine links to the page of a list entry',
}

test('every endpoint is called by a screen, or is listed with the programs that call it', () => {
  const client = globSync('web/{platform,ui,record,shell,features}/**/*.{ts,tsx}')
    .filter(file => !/\.test\.tsx?$|testing|fake/.test(file))
    .map(file => readFileSync(file, 'utf8'))
  const words = new Set([...client, readFileSync('web/entities.ts', 'utf8')].flatMap(text => text.match(/\w+/g) ?? []))
  const unused = api.filter(({ name }) => !words.has(name)).map(({ name }) => name)
  expect(unused.toSorted()).toEqual(Object.keys(forPrograms).toSorted())
})
