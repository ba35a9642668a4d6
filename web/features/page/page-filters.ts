import { useMemo } from 'react'
import { pageStatuses } from '#contract/page.api.ts'
import { listWords } from '#contract/word.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import type { FilterConfig, PickerFilter } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { pageListMessages, pageWords } from './messages.ts'

const ogFilter = recordFilter(ogSource)

const wordFilter: Pick<PickerFilter, 'kind' | 'find' | 'name'> = {
  kind: 'picker',
  find: async (keyword, signal) => {
    const query = { pageSize: 50, sort: '-hits', kind: ['word'], ...(keyword && { keyword }) } as const
    const { items } = await call(listWords, { query }, { signal })
    return items.map(({ id, word, pages }) => ({ value: String(id), label: word, count: pages }))
  },
  name: async (ids, signal) => {
    const { items } = await call(listWords, { query: { id: [...ids], pageSize: 100 } }, { signal })
    return items.map(({ id, word }) => ({ value: String(id), label: word }))
  },
}

/** Filters of pages; their ids are the names in the API. One site is chosen in the column next to the list instead. */
export function usePageFilters(hasSites: boolean): FilterConfig[] {
  const t = useT(pageListMessages)
  const word = useT(pageWords)
  return useMemo<FilterConfig[]>(
    () => [
      { id: 'has_changes', label: t('hasChanges'), kind: 'switch' },
      {
        id: 'status',
        label: t('status'),
        kind: 'options',
        options: pageStatuses.map(status => ({ value: status, label: word(status) })),
      },
      { id: 'is_feed', label: t('isFeed'), kind: 'switch' },
      { id: 'has_hits', label: t('hasHits'), kind: 'switch' },
      { id: 'word', label: t('word'), ...wordFilter },
      {
        id: 'quality',
        label: t('quality'),
        kind: 'options',
        // The API takes one value, and the list shows pages of good quality anyway.
        options: [{ value: 'low', label: word('low') }],
        isRare: true,
      },
      ...(hasSites ? [{ id: 'og_id', label: t('og'), ...ogFilter }] : []),
    ],
    [t, word, hasSites],
  )
}
