import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { readTicket } from '#contract/ticket.ts'
import {
  createUploadTicket,
  deleteUpload,
  getUpload,
  listUploadHistory,
  listUploads,
  restoreUpload,
  retryUpload,
  reviewUpload,
  type Upload,
  type UploadPatch,
  updateUpload,
} from '#contract/upload.ts'
import type { Page } from '#contract/wire.ts'
import { call, download } from '#web/platform/api.ts'
import { ask, queryClient, refresh } from '#web/platform/query.ts'

const historyPageSize = 20
const followMs = 1500

/** Uploads stand on the pages of organisations and persons too, under their own noun. */
export const refreshUploads = () => refresh('upload')

/** The worker has not finished with it. */
export const isBusy = ({ status }: Pick<Upload, 'status'>) => status === 'received' || status === 'processing'

/** One upload, followed until it has been read; the page itself says when there is none. */
export function uploadOptions(id: number) {
  return {
    ...ask(getUpload, { params: { id } }),
    refetchInterval: (query: { state: { data?: Upload | undefined } }) =>
      query.state.data && isBusy(query.state.data) ? followMs : false,
  }
}

/** An upload's history, newest first, page by page. */
export function uploadHistoryOptions(id: number) {
  return infiniteQueryOptions({
    queryKey: ['upload', listUploadHistory.path, id] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { current: pageParam, pageSize: historyPageSize }
      return call(listUploadHistory, { params: { id }, query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** What a write answers with is shown at once; everything else is read again. */
async function showSaved(client: QueryClient, upload: Upload): Promise<Upload> {
  client.setQueryData(ask(getUpload, { params: { id: upload.id } }).queryKey, upload)
  await refreshUploads()
  return upload
}

export function saveUpload(client: QueryClient, id: number, body: UploadPatch): Promise<Upload> {
  return call(updateUpload, { params: { id }, body }).then(upload => showSaved(client, upload))
}

export type Verdict = { status: 'accepted' | 'rejected'; reason: string | null }

export function judgeUpload(client: QueryClient, { id, rev }: Upload, verdict: Verdict): Promise<Upload> {
  return call(reviewUpload, { params: { id }, body: { ...verdict, rev } }).then(upload => showSaved(client, upload))
}

export function readAgain(client: QueryClient, id: number): Promise<Upload> {
  return call(retryUpload, { params: { id } }).then(upload => showSaved(client, upload))
}

export async function moveUploadToTrash(id: number): Promise<void> {
  await call(deleteUpload, { params: { id } })
}

/** After a deletion: nothing of it stays in the cache, and lists are read again. */
export function forgetUpload(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: ask(getUpload, { params: { id } }).queryKey })
  void refreshUploads()
}

export function bringUploadBack(client: QueryClient, id: number): Promise<Upload> {
  return call(restoreUpload, { params: { id } }).then(upload => showSaved(client, upload))
}

/** The file's bytes, to be shown. Each fetch takes a ticket, and is recorded. */
export async function fetchFile(id: number, signal?: AbortSignal): Promise<Blob> {
  const options = signal ? { signal } : {}
  const { url } = await call(createUploadTicket, { params: { id } }, options)
  const token = url.slice(url.lastIndexOf('/') + 1)
  const { blob } = await download(readTicket, { params: { token } }, options)
  return blob
}

/** Lets the browser itself store the file: it may be larger than memory. */
export async function saveUploadFile(id: number): Promise<void> {
  const { url } = await call(createUploadTicket, { params: { id } })
  Object.assign(document.createElement('a'), { href: url, download: '' }).click()
}

/** Reads the lists on the screen again while they show what the worker has in hand. */
export function followWork(): void {
  const key = ['upload', listUploads.path]
  const shown = queryClient.getQueriesData<Page<Upload>>({ queryKey: key, type: 'active' })
  if (shown.some(([, page]) => page?.items.some(isBusy)))
    void queryClient.invalidateQueries({ queryKey: key, type: 'active' })
}
