import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createGroup } from '#contract/group.api.ts'
import { makeSecret, mark, type Secret, secretIdsIn } from './testing/secret.ts'
import { type Client, urlOf, useTestApp } from './testing/test-app.ts'

const app = useTestApp()
const isEndless = ({ path }: Endpoint) => path === '/v1/notification/stream'
const label = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

describe('restricted records', () => {
  /** The endpoints whose answers contain the mark, or the id of a hidden record. */
  const traces = async (client: Client, all: Secret): Promise<string[]> => {
    const found: string[] = []
    const { open, links: _, ...own } = all
    const ids = [...new Set([...Object.values(own), ...Object.values(open)])]
    for (const { endpoint } of api) {
      if (endpoint.roles === 'public' || endpoint.path === '/v1/logout' || isEndless(endpoint)) continue
      // Administrators delete nothing here: the records that they see prove that the requests are right.
      if (endpoint.method === 'DELETE') continue
      for (const id of endpoint.path.includes('{id}') ? ids : [0])
        for (const query of isOfAnother(endpoint, id, all) ? [{}] : queriesOf(endpoint, all)) {
          const params = { id, history_id: 1, relation_id: 1, number: 1, version_id: all.version, token: 'x' }
          const requested = {
            url: urlOf(endpoint.path, params, query),
            ...(endpoint.body && { payload: bodyOf(endpoint, all) }),
          }
          const answer = await app.app.inject({
            method: endpoint.method,
            headers: { authorization: `Bearer ${client.token}` },
            ...requested,
          })
          // An id that the request itself contains is not a leak.
          const known = new Set(secretIdsIn(JSON.stringify(requested)))
          const ids = secretIdsIn(answer.payload).filter(secret => !known.has(secret))
          if (answer.payload.includes(mark) || ids.length > 0)
            found.push(`${label(endpoint)} ${id} ${JSON.stringify(query)}`)
        }
    }
    return [...new Set(found)]
  }

  /** Whether the path names another kind of record than the id: such a request is made once, without a query. */
  const isOfAnother = ({ path }: Endpoint, id: number, { open, links: _, ...own }: Secret): boolean => {
    const kind = path.split('/')[2] as keyof typeof own
    return path.includes('{id}') && kind in own && id !== own[kind] && id !== open[kind]
  }

  const nouns = ['og', 'person', 'event', 'upload', 'report', 'source', 'issue']
  /** Queries that would find the records if they were readable. */
  const queriesOf = (endpoint: Endpoint, all: Secret): Record<string, string>[] => {
    if (endpoint.method !== 'GET' || !endpoint.query) return [{}]
    const questions: Record<string, string>[] = [
      {},
      { keyword: mark },
      { region: 'AQ' },
      ...[all.og, all.person, all.event, all.upload, all.report, all.source].map(id => ({ id: String(id) })),
      { keyword: '机密' },
      { keyword: `"${mark} words"` },
      { from: '1', to: '1' },
      { format: 'md', reason: 'test' },
      ...[all.og, all.open.og].map(id => ({ og: String(id) })),
      ...[all.person, all.open.person].map(id => ({ person: String(id) })),
      ...[all.og, all.open.og].map(id => ({ og_id: String(id) })),
      ...['word', 'page', 'og', 'day'].map(by => ({ by })),
      { from: String(all.version), to: String(all.version) },
      { trash: 'true' },
      { depth: '4' },
      ...[all.open.og, all.og].map(id => ({ og: String(id), kind: 'upload', newest_only: 'true' })),
      ...[all.open.person, all.person].map(id => ({ person: String(id), kind: 'upload', newest_only: 'true' })),
      { state: 'open' },
      { state: 'unsure' },
      { from: '2026-11-01', to: '2026-11-30' },
      { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', by: 'og' },
      { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', by: 'person' },
      ...nouns.map(noun => ({ noun })),
      ...[all.og, all.open.og].map(id => ({ noun: 'og', record_id: String(id) })),
      ...all.links.map(id => ({ noun: 'og_relation', record_id: String(id) })),
    ]
    return questions.filter(query => Object.keys(query).every(key => key in shapeOf(endpoint)))
  }
  const shapeOf = (endpoint: Endpoint): object => (endpoint.query as { shape?: object } | undefined)?.shape ?? {}

  const bodyOf = (endpoint: Endpoint, all: Secret): object => {
    const { path, method } = endpoint
    if (path === '/v1/og' && method === 'PUT') return { id: all.og, weight: 1 }
    if (path === '/v1/og/bulk') return { act: 'update', ids: [all.og], patch: { weight: 1 } }
    if (path === '/v1/person/bulk') return { act: 'update', ids: [all.person], patch: { score: 1 } }
    if (path === '/v1/upload/bulk') return { act: 'update', ids: [all.upload], patch: { read_user: [] } }
    if (path === '/v1/report/bulk') return { act: 'update', ids: [all.report], patch: { add_labels: ['x'] } }
    if (path === '/v1/report/{id}/presence') return { is_editing: false }
    if (path === '/v1/report/{id}/act') return { act: 'archive' }
    if (path === '/v1/report/{id}/comment') return { content: 'x' }
    if (path === '/v1/follow') return { noun: 'report', record_id: all.report }
    if (path === '/v1/upload/{id}/review') return { status: 'accepted', reason: null }
    if (path === '/v1/source/bulk') return { act: 'update', ids: [all.source], patch: { priority: 1 } }
    if (path === '/v1/claim')
      return { noun: 'og', record_id: all.og, values: { scale: 'x' }, said: { source_id: all.source }, is_shown: true }
    if (path === '/v1/fact_check/bulk') return { act: 'settle', ids: Array.from({ length: 50 }, (_, n) => n + 1) }
    if (path === '/v1/claim/decide') return { noun: 'og', record_id: all.og, field: 'scale', is_kept: true }
    if (path === '/v1/source/{id}/withdraw') return { reason: 'x' }
    if (path === '/v1/event/bulk') return { act: 'update', ids: [all.event], patch: { level: 4 } }
    if (path === '/v1/screening/{id}') return { state: 'unsure', note: 'x' }
    if (path === '/v1/membership') return { person_id: all.open.person, og_id: all.og, role: 'x' }
    if (path.startsWith('/v1/og_relation'))
      return { from: { noun: 'og', id: all.og }, og_id: all.open.og, type: 'funds', desc: 'x' }
    if (path === '/v1/person/{id}/relation') return { person_id: all.person, type: 'colleague' }
    if (path === '/v1/merge')
      return { noun: 'og', target_id: all.open.og, target_rev: 1, sources: [{ id: all.og, rev: 1 }], fields: {} }
    if (path === '/v1/person/og_name/link') return { name: `${'x'}`, og_id: all.og }
    if (path === '/v1/mention') return { noun: 'person', id: all.person, page: all.open.page, verdict: 'rejected' }
    if (path === '/v1/page') return { og_id: all.og, url: 'https://example.org/' }
    if (path === '/v1/page/{id}') return { status: 'active' }
    if (path === '/v1/diff/bulk') return { ids: [all.diff], note: 'x' }
    if (path === '/v1/og/{id}/site/try')
      return { filter: { include: [], exclude: [], ignore: [] }, version_id: all.version }
    if (path === '/v1/og/{id}/round/{number}') return { act: 'stop' }
    if (path === '/v1/word/try') return { text: 'nothing of the kind' }
    if (path === '/v1/word/paste') return { text: 'kite', dry_run: true }
    if (path.endsWith('/history/{history_id}/restore')) return { field: 'name' }
    return {}
  }

  test.each(['super_editor', 'editor', 'super_reader', 'reader'] as const)(
    'leave no trace in any endpoint for a %s who is not listed',
    async role => {
      const admin = await app.as('admin')
      const all = await makeSecret(app, admin)
      const stranger = await app.as(role)
      expect(await traces(stranger, all)).toEqual([])
    },
    120_000,
  )

  test('that a group may read leave no trace for an editor of another group, and appear for a member', async () => {
    const admin = await app.as('admin')
    const [stranger, member] = [await app.as('editor'), await app.as('editor')]
    const aGroup = (name: string, members: number[]) => admin.get(createGroup, { body: { name, members } })
    const team = await aGroup('Team of the secret', [member.id])
    await aGroup('Another team', [stranger.id])
    const all = await makeSecret(app, admin, [team.id])
    expect(await traces(stranger, all)).toEqual([])
    const shown = new Set((await traces(member, all)).map(trace => trace.split(' ')[1]))
    for (const path of [
      '/v1/og',
      '/v1/og/{id}',
      '/v1/person',
      '/v1/event',
      '/v1/event/calendar',
      '/v1/og_relation',
      '/v1/membership',
      '/v1/mention',
      '/v1/upload',
      '/v1/search',
    ])
      expect({ path, isShown: shown.has(path) }).toEqual({ path, isShown: true })
  }, 240_000)

  test('appear in every tested place for a user who may read them', async () => {
    const admin = await app.as('admin')
    const shown = new Set((await traces(admin, await makeSecret(app, admin))).map(trace => trace.split(' ')[1]))
    for (const path of [
      '/v1/og',
      '/v1/og/{id}',
      '/v1/og/most_focus',
      '/v1/og/relation/{id}',
      '/v1/person',
      '/v1/person/{id}',
      '/v1/og/{id}/overview',
      '/v1/person/{id}/overview',
      '/v1/person/{id}/history',
      '/v1/person/relation/{id}',
      '/v1/person/event/{id}',
      '/v1/person/label',
      '/v1/person/og_name',
      '/v1/membership',
      '/v1/og_relation',
      '/v1/og/{id}/ownership',
      '/v1/person/{id}/ownership',
      '/v1/event',
      '/v1/event/{id}',
      '/v1/event/facet',
      '/v1/event/calendar',
      '/v1/event/timeline',
      '/v1/event/map',
      '/v1/event/note',
      '/v1/event/ical',
      '/v1/dashboard/event',
      '/v1/page',
      '/v1/page/site',
      '/v1/page/{id}',
      '/v1/page/{id}/version/{version_id}',
      '/v1/diff',
      '/v1/diff/{id}',
      '/v1/diff/{id}/event',
      '/v1/mention',
      '/v1/upload',
      '/v1/upload/{id}',
      '/v1/upload/{id}/text',
      '/v1/upload/{id}/finding',
      '/v1/report',
      '/v1/report/{id}',
      '/v1/report/{id}/version/{number}',
      '/v1/report/{id}/export',
      '/v1/claim',
      '/v1/fact_check',
      '/v1/source/{id}/claim',
      '/v1/source',
      '/v1/source/{id}',
      '/v1/screening',
      '/v1/screening/{id}',
      '/v1/search',
      '/v1/search/suggest',
    ])
      expect(shown, path).toContain(path)
  }, 120_000)
})
