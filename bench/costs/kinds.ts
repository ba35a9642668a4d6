// One request of each kind as people make them, with varying parameters.

export type BenchIds = { ogs: number[]; persons: number[]; diffs: { id: number; rev: number }[]; words: string[] }
type BenchRequest = { method?: 'GET' | 'PUT'; path: string; body?: unknown }
/** A screen is the set of requests that the browser makes to show it. */
type RequestKind = { name: string; times: number; requests: (n: number) => BenchRequest[] }

const waiting = 'status=unread&min_score=20&folded=true'
const pick = <T>(all: readonly T[], n: number): T => all[n % all.length] as T

export function kindsOf({ ogs, persons, diffs, words }: BenchIds): RequestKind[] {
  const found = (n: number) => encodeURIComponent(`${pick(words, n * 7)} ${pick(words, n * 13 + 5)}`)
  return [
    {
      name: 'list of organisations, 20 rows',
      times: 200,
      requests: n => [{ path: `/v1/og?current=${1 + n}&sort=-weight` }],
    },
    { name: 'search, two words', times: 150, requests: n => [{ path: `/v1/search?keyword=${found(n)}` }] },
    {
      name: 'page of a record',
      times: 100,
      requests: n => [{ path: `/v1/og/${pick(ogs, n)}` }, { path: `/v1/og/${pick(ogs, n)}/overview` }],
    },
    {
      name: 'graph to depth 2, 300 nodes',
      times: 100,
      requests: n => [{ path: `/v1/person/relation/${pick(persons, n)}?depth=2&limit=300` }],
    },
    {
      name: 'dashboard',
      times: 60,
      requests: () => ['', '/event', '/brief'].map(part => ({ path: `/v1/dashboard${part}?offset=480` })),
    },
    {
      name: 'queue of differences, with its numbers',
      times: 60,
      requests: n => [{ path: `/v1/diff?${waiting}&current=${1 + (n % 20)}` }, { path: '/v1/diff/count' }],
    },
    {
      name: 'number of what waits for review (each minute)',
      times: 60,
      requests: () => [{ path: '/v1/diff/count?only=waiting' }],
    },
    { name: 'difference, both texts', times: 60, requests: n => [{ path: `/v1/diff/${pick(diffs, n).id}` }] },
    {
      name: 'decision in the queue',
      times: 60,
      requests: n => {
        const { id, rev } = pick(diffs, n)
        return [{ method: 'PUT', path: `/v1/diff/${id}`, body: { status: 'done', rev } }]
      },
    },
    {
      name: 'save of a record',
      times: 100,
      requests: n => [{ method: 'PUT', path: '/v1/og', body: { id: pick(ogs, n), rev: 1, weight: n % 100 } }],
    },
    {
      name: 'count of what is unread (each window, each minute)',
      times: 100,
      requests: () => [{ path: '/v1/notification/count' }],
    },
  ]
}
