import { createOgCate, listOgCates, type OgCate } from '#contract/og_cate.api.ts'
import { call } from '#web/platform/api.ts'
import { queryClient, refresh } from '#web/platform/query.ts'
import { lookupOptions } from '#web/ui/picker/lookup.ts'
import { loadLookup, type PickerItem, type PickerPage, type RecordSource } from '#web/ui/picker/record-source.ts'

const pageSize = 100

function itemOf({ id, name }: OgCate): PickerItem {
  return { id, label: name }
}

async function fetchOptions(keyword: string, current: number, signal: AbortSignal): Promise<PickerPage> {
  const query = { sort: 'name', current, pageSize, ...(keyword && { keyword }) } as const
  const { items, total } = await call(listOgCates, { query }, { signal })
  return { items: items.map(itemOf), total }
}

const all = (signal: AbortSignal) => loadLookup(current => fetchOptions('', current, signal))

/** Organisation categories for pickers; a missing one is created in place. */
export const ogCateSource: RecordSource = {
  noun: 'og_cate',
  loadAll: all,
  search: fetchOptions,
  find: async ids => {
    const items = await queryClient.fetchQuery(lookupOptions(ogCateSource))
    return (items ?? []).filter(item => ids.includes(item.id))
  },
  create: async name => {
    const made = await call(createOgCate, { body: { name } })
    await refresh('og_cate')
    return itemOf(made)
  },
}
