import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { api } from '#contract/api.ts'
import { openPool } from './platform/db/db.ts'
import { readOnly } from './testing/read-only.ts'
import { makeSecret, mark } from './testing/secret.ts'
import { urlOf, useTestApp } from './testing/test-app.ts'

const app = useTestApp()

test('an endpoint that a replica may answer writes nothing and opens no transaction', async () => {
  const admin = await app.as('admin')
  const made = await makeSecret(app, admin)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${rows[0]?.name}`
  const pool = openPool(url.href, { size: 10 })
  const copy = readOnly(pool)
  const other = await app.another({ replicas: copy })
  const faults: string[] = []
  const silent: string[] = []
  for (const { name, endpoint } of api) {
    if (endpoint.readsFrom !== 'replica') continue
    const before = copy.statements()
    const noun = endpoint.path.split('/')[2] ?? ''
    const id = Object.entries(made).find(([name]) => name === noun)?.[1] ?? 1
    const queries: Record<string, string>[] = [
      {},
      { keyword: mark, sort: '-updated_at' },
      { keyword: mark },
      { noun: 'og', record_id: String(made.og) },
      { from: String(made.person), to: String(made.open.person) },
      { from: String(made.version), to: String(made.version) },
      { from: '1', to: '1' },
      { from: '2026-11-01', to: '2026-12-01' },
      { by: 'page' },
      { og: String(made.og) },
      { noun: 'og' },
      { noun: 'og_relation', record_id: String(made.links[0]) },
      { from: `o${made.og}`, to: `p${made.open.person}` },
      { import: '1' },
    ]
    for (const query of queries) {
      const address = urlOf(endpoint.path, { id, number: 1, version_id: made.version }, query)
      const answer = await other.inject({ url: address, headers: { authorization: `Bearer ${admin.token}` } })
      if (answer.statusCode >= 500) faults.push(`${name} ${address}: ${answer.payload}`)
    }
    if (copy.statements() === before) silent.push(name)
  }
  await other.close()
  await pool.end()
  expect(faults).toEqual([])
  // An endpoint that ran no statement was not tested.
  expect(silent).toEqual([])
})
