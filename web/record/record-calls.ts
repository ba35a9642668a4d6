import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { ListPage } from '#contract/wire.ts'
import { call } from '#web/platform/api.ts'
import { endpointPages, endpointQuery, queryClient, refresh } from '#web/platform/query.ts'
import type { BulkResult, BulkTarget } from '#web/ui/list/list-config.ts'

/** The fields of a record that the shared parts of its page need. */
export type PageRecord = {
  id: number
  rev: number
  owner: number | null
  created_at: string
  updated_at: string
  can: readonly string[]
}

type Gives<T> = Endpoint & { reply: z.ZodMiniType<T> }
type Takes<B> = Endpoint & { body: z.ZodMiniType<unknown, B> }
type BulkBody<P> = { act: 'update' | 'delete' | 'restore'; patch?: P | undefined }

/** The endpoints of one entity. */
type RecordEndpoints<R extends PageRecord, New, Patch, BulkPatch> = {
  get: Gives<R>
  create?: Gives<R> & Takes<New>
  update: Gives<R> & Takes<Patch>
  remove: Endpoint
  restore: Gives<R>
  history: Gives<ListPage<HistoryEntry>>
  /** Restores one field to its value before a change. */
  restoreValue?: Gives<R>
  bulk: Gives<BulkResult> & Takes<BulkBody<BulkPatch>>
}

/**
 * The API calls of an entity's screens: one record, its history, and actions on it. The reply of a write is shown at
 * once; cached data of `nouns`, which might include the record, is read again.
 */
export function recordCalls<R extends PageRecord, New, Patch, BulkPatch>(
  endpoints: RecordEndpoints<R, New, Patch, BulkPatch>,
  nouns: readonly string[],
) {
  // All entities have the same parts of requests; here the type of the entity is unknown.
  const send = <T>(endpoint: Gives<T>, sent: object): Promise<T> => call(endpoint, sent as never)
  const one = (id: number) => endpointQuery(endpoints.get, { params: { id } } as never)
  const reload = () => refresh(...nouns)

  async function show(record: R): Promise<R> {
    queryClient.setQueryData(one(record.id).queryKey, record as never)
    await reload()
    return record
  }
  const showing = (answer: Promise<R>): Promise<R> => answer.then(show)
  const need = <T>(endpoint: T | undefined): T => {
    if (!endpoint) throw new Error(`${endpoints.get.path} does not support this action`)
    return endpoint
  }

  return {
    /** One record; its page reports one that does not exist. */
    one,
    /** The record's changes, newest first, page by page. */
    history: (id: number) => endpointPages(endpoints.history, { params: { id } } as never),
    reload,
    /** Shows the reply of one of the entity's own actions. */
    showing,
    create: (body: New) => showing(send(need(endpoints.create), { body })),
    save: (id: number, body: Patch) =>
      showing(send(endpoints.update, endpoints.update.path.includes('{id}') ? { params: { id }, body } : { body })),
    moveToTrash: (id: number): Promise<unknown> => call(endpoints.remove, { params: { id } } as never),
    /** After a deletion: removes the record from the cache and reads lists again. */
    forget: (id: number): void => {
      queryClient.removeQueries({ queryKey: one(id).queryKey })
      void reload()
    },
    bringBack: (id: number) => showing(send(endpoints.restore, { params: { id } })),
    bringValueBack: ({ id, rev }: PageRecord, historyId: number, field: string) =>
      showing(send(need(endpoints.restoreValue), { params: { id, history_id: historyId }, body: { field, rev } })),
    bulk: async (body: BulkBody<BulkPatch>, target: BulkTarget): Promise<BulkResult> => {
      const result = await send(endpoints.bulk, { body: { ...body, ...target } })
      await reload()
      return result
    },
  }
}

export type RecordCalls<R extends PageRecord> = ReturnType<typeof recordCalls<R, never, never, never>>
