import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useLookup } from './lookup.ts'
import { loadLookup, type PickerItem, type RecordSource } from './record-source.ts'
import { useChosenItems, useRecordItems } from './use-record-items.ts'

afterEach(cleanup)

const everybody: PickerItem[] = Array.from({ length: 250 }, (_, n) => ({ id: n + 1, label: `𠮷田${n + 1}` }))

function sourceOf(total: number) {
  const loadPage = vi.fn(async (current: number) => ({
    items: everybody.slice((current - 1) * 100, current * 100),
    total,
  }))
  const find = vi.fn(async (ids: readonly number[]) => everybody.filter(item => ids.includes(item.id)))
  const source: RecordSource = {
    noun: 'person',
    loadAll: () => loadLookup(loadPage),
    search: async () => ({ items: [], total: 0 }),
    find,
  }
  return { source, askPage: loadPage, find }
}

function wrapper() {
  const client = new QueryClient()
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
}

test('reads pages of 100 until one is short, once, and gives names by id', async () => {
  const { source, askPage } = sourceOf(250)
  const both = () => [useLookup(source), useLookup(source)] as const
  const { result } = renderHook(both, { wrapper: wrapper() })
  await waitFor(() => expect(result.current[0].names.get(250)).toBe('𠮷田250'))
  expect(result.current[1].names.size).toBe(250)
  expect(askPage).toHaveBeenCalledTimes(3)
})

test('loads none if there are more than 5,000', async () => {
  const { source, askPage } = sourceOf(5_001)
  const { result } = renderHook(() => useLookup(source), { wrapper: wrapper() })
  await waitFor(() => expect(result.current.isTooMany).toBe(true))
  expect(askPage).toHaveBeenCalledTimes(1)
})

test('takes names of chosen records from the loaded lookup, without a request', async () => {
  const { source, find } = sourceOf(250)
  const use = ({ ids }: { ids: number[] }) => ({ all: useLookup(source), chosen: useChosenItems(source, ids) })
  const { result, rerender } = renderHook(use, { wrapper: wrapper(), initialProps: { ids: [] as number[] } })
  await waitFor(() => expect(result.current.all.items).toHaveLength(250))
  rerender({ ids: [7] })
  expect(result.current.chosen?.get(7)?.label).toBe('𠮷田7')
  expect(find).not.toHaveBeenCalled()
})

test('options of an earlier text disappear while typing, before the search answers', async () => {
  const { source } = sourceOf(250)
  const use = ({ typed }: { typed: string }) => useRecordItems(source, typed, true)
  const { result, rerender } = renderHook(use, { wrapper: wrapper(), initialProps: { typed: '' } })
  await waitFor(() => expect(result.current.items).toHaveLength(250))
  rerender({ typed: '𠮷田250' })
  expect(result.current.items.map(item => item.id)).toEqual([250])
  expect(result.current.isLoading).toBe(false)
})

test('the same for a source that only the server searches, which reports that it is still searching', async () => {
  const search = async (keyword: string) => {
    const items = everybody.filter(item => item.label.includes(keyword)).slice(0, 100)
    return { items, total: items.length }
  }
  const { loadAll: _, ...source } = { ...sourceOf(250).source, search }
  const use = ({ typed }: { typed: string }) => useRecordItems(source, typed, true)
  const { result, rerender } = renderHook(use, { wrapper: wrapper(), initialProps: { typed: '' } })
  await waitFor(() => expect(result.current.items).toHaveLength(100))
  rerender({ typed: '𠮷田99' })
  expect(result.current.items.map(item => item.id)).toEqual([99])
  expect(result.current.isLoading).toBe(true)
  await waitFor(() => expect(result.current.isLoading).toBe(false))
})
