import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import {
  createOg,
  deleteOg,
  getOg,
  listOgHistory,
  type NewOg,
  type Og,
  type OgField,
  type OgPatch,
  restoreOg,
  restoreOgValue,
  updateOg,
} from '#contract/og.ts'
import { call } from '#web/platform/api.ts'
import { ask, refresh } from '#web/platform/query.ts'

const historyPageSize = 20

/** One organisation; the page itself says when there is none. */
export function ogOptions(id: number) {
  return { ...ask(getOg, { params: { id } }) }
}

/** An organisation's history, newest first, page by page. */
export function ogHistoryOptions(id: number) {
  return infiniteQueryOptions({
    queryKey: ['og', listOgHistory.path, id] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { current: pageParam, pageSize: historyPageSize }
      return call(listOgHistory, { params: { id }, query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** What a write answers with is shown at once; everything else of the noun is read again. */
async function showSaved(client: QueryClient, og: Og): Promise<Og> {
  client.setQueryData(ask(getOg, { params: { id: og.id } }).queryKey, og)
  await refresh('og', 'og_cate')
  return og
}

export function saveNewOg(client: QueryClient, body: NewOg): Promise<Og> {
  return call(createOg, { body }).then(og => showSaved(client, og))
}

export function saveOg(client: QueryClient, body: OgPatch): Promise<Og> {
  return call(updateOg, { body }).then(og => showSaved(client, og))
}

export async function moveOgToTrash(id: number): Promise<void> {
  await call(deleteOg, { params: { id } })
}

/** After a deletion: nothing of it stays in the cache, and lists are read again. */
export function forgetOg(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: ask(getOg, { params: { id } }).queryKey })
  void refresh('og', 'og_cate')
}

export function bringOgBack(client: QueryClient, id: number): Promise<Og> {
  return call(restoreOg, { params: { id } }).then(og => showSaved(client, og))
}

/** Gives one field the value it had before the named act. */
export function bringOgValueBack(
  client: QueryClient,
  og: { id: number; rev: number },
  entry: { id: number; field: OgField },
): Promise<Og> {
  const params = { id: og.id, history_id: entry.id }
  return call(restoreOgValue, { params, body: { field: entry.field, rev: og.rev } }).then(og => showSaved(client, og))
}
