import { createOg, listOgs, type Og } from '#contract/og.api.ts'
import { call } from '#web/platform/api.ts'
import { namesOf } from '#web/platform/display-name.ts'
import { getLocale } from '#web/platform/locale.ts'
import { refresh } from '#web/platform/query.ts'
import { loadLookup, type PickerItem, type PickerPage, type RecordSource } from '#web/ui/picker/record-source.ts'

function itemOf({ id, name, eng_name, aliases, host, region }: Og): PickerItem {
  const [label, second] = namesOf({ name, eng_name }, getLocale())
  return { id, label, region, hint: host ?? second ?? undefined, words: [name, eng_name ?? '', ...aliases] }
}

async function fetchOptions(
  keyword: string,
  current: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<PickerPage> {
  const query = { sort: 'name', current, pageSize, ...(keyword && { keyword }) } as const
  const { items, total } = await call(listOgs, { query }, { signal })
  return { items: items.map(itemOf), total }
}

/** Organisations for pickers. */
export const ogSource: RecordSource = {
  noun: 'og',
  loadAll: signal => loadLookup(current => fetchOptions('', current, 100, signal)),
  search: (keyword, current, signal) => fetchOptions(keyword, current, 50, signal),
  find: async (ids, signal) => {
    const query = { id: ids.map(String), pageSize: 100 }
    const { items } = await call(listOgs, { query }, { signal })
    return items.map(itemOf)
  },
}

/** Organisations for pickers that can also create one by name. */
export const ogOrNewSource: RecordSource = {
  ...ogSource,
  create: async name => {
    const made = await call(createOg, { body: { name } })
    await refresh('og', 'og_cate')
    return itemOf(made)
  },
}
