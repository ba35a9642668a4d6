import { sourceKindWords } from '#contract/entities/source.schema.ts'
import { createSource, listSources, type Source } from '#contract/source.api.ts'
import { call } from '#web/platform/api.ts'
import { getLocale } from '#web/platform/locale.ts'
import { refresh } from '#web/platform/query.ts'
import { loadLookup, type PickerItem, type PickerPage, type RecordSource } from '#web/ui/picker/record-source.ts'

function itemOf({ id, name, kind, reliability }: Source): PickerItem {
  return { id, label: name, hint: `${sourceKindWords[kind][getLocale()]} · ${reliability}` }
}

async function fetchOptions(
  keyword: string,
  current: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<PickerPage> {
  const query = { sort: 'name', current, pageSize, ...(keyword && { keyword }) } as const
  const { items, total } = await call(listSources, { query }, { signal })
  return { items: items.map(itemOf), total }
}

/** Sources for pickers; a source that does not exist can be created by name. */
export const sourceSource: RecordSource = {
  noun: 'source',
  loadAll: signal => loadLookup(current => fetchOptions('', current, 100, signal)),
  search: (keyword, current, signal) => fetchOptions(keyword, current, 50, signal),
  find: async (ids, signal) => {
    const query = { id: ids.map(String), pageSize: 100 }
    const { items } = await call(listSources, { query }, { signal })
    return items.map(itemOf)
  },
  create: async name => {
    const made = await call(createSource, { body: { name } })
    await refresh('source')
    return itemOf(made)
  },
}
