import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { History } from '#contract/history.ts'
import type { Page } from '#contract/wire.ts'
import { call } from '#web/platform/api.ts'
import { ask, askPages, queryClient, refresh } from '#web/platform/query.ts'
import type { BulkResult, BulkTarget } from '#web/ui/list/list-config.ts'

/** What the shared parts of a record's pages ask of it. */
export type RecordRow = {
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

/** A record-bearing noun's own rows of the contract. */
export type RecordEndpoints<R extends RecordRow, New, Patch, BulkPatch> = {
  get: Gives<R>
  create?: Gives<R> & Takes<New>
  update: Gives<R> & Takes<Patch>
  remove: Endpoint
  restore: Gives<R>
  history: Gives<Page<History>>
  /** Gives one field the value it had before an act. */
  restoreValue?: Gives<R>
  bulk: Gives<BulkResult> & Takes<BulkBody<BulkPatch>>
}

/**
 * What a noun's screens ask of the server: one record, its history, and the acts on it. What a write answers with is
 * shown at once; what was read of `nouns`, where the record may stand too, is read again.
 */
export function recordCalls<R extends RecordRow, New, Patch, BulkPatch>(
  endpoints: RecordEndpoints<R, New, Patch, BulkPatch>,
  nouns: readonly string[],
) {
  // The parts of a request are those that the contract's rows of every record have; here they are not known by noun.
  const send = <T>(endpoint: Gives<T>, sent: object): Promise<T> => call(endpoint, sent as never)
  const one = (id: number) => ask(endpoints.get, { params: { id } } as never)
  const reload = () => refresh(...nouns)

  async function show(record: R): Promise<R> {
    queryClient.setQueryData(one(record.id).queryKey, record as never)
    await reload()
    return record
  }
  const showing = (answer: Promise<R>): Promise<R> => answer.then(show)
  const need = <T>(endpoint: T | undefined): T => {
    if (!endpoint) throw new Error(`${endpoints.get.path} has no such act`)
    return endpoint
  }

  return {
    /** One record; its page says when there is none. */
    one,
    /** Its changes, newest first, page by page. */
    history: (id: number) => askPages(endpoints.history, { params: { id } } as never),
    reload,
    /** Shows what an act of the noun's own answered with. */
    showing,
    create: (body: New) => showing(send(need(endpoints.create), { body })),
    save: (id: number, body: Patch) =>
      showing(send(endpoints.update, endpoints.update.path.includes('{id}') ? { params: { id }, body } : { body })),
    moveToTrash: (id: number): Promise<unknown> => call(endpoints.remove, { params: { id } } as never),
    /** After a deletion: nothing of it stays in the cache, and lists are read again. */
    forget: (id: number): void => {
      queryClient.removeQueries({ queryKey: one(id).queryKey })
      void reload()
    },
    bringBack: (id: number) => showing(send(endpoints.restore, { params: { id } })),
    bringValueBack: ({ id, rev }: RecordRow, historyId: number, field: string) =>
      showing(send(need(endpoints.restoreValue), { params: { id, history_id: historyId }, body: { field, rev } })),
    bulk: async (body: BulkBody<BulkPatch>, target: BulkTarget): Promise<BulkResult> => {
      const result = await send(endpoints.bulk, { body: { ...body, ...target } })
      await reload()
      return result
    },
  }
}

export type RecordCalls<R extends RecordRow> = ReturnType<typeof recordCalls<R, never, never, never>>
