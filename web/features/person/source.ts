import { createPerson, listPersons, type PersonItem } from '#contract/person.api.ts'
import { call } from '#web/platform/api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { refresh } from '#web/platform/query.ts'
import { loadLookup, type PickerItem, type PickerPage, type RecordSource } from '#web/ui/picker/record-source.ts'

type PersonSummary = Pick<PersonItem, 'id' | 'name' | 'aliases' | 'position' | 'region' | 'birth_time'> & {
  memberships: { og_name: string; og_eng_name?: string | null | undefined }[]
}

/** Country, position or else organisation, and year of birth distinguish persons of the same name. */
function itemOf({ id, name, aliases, position, memberships, region, birth_time }: PersonSummary): PickerItem {
  const [first] = memberships
  const ogName = first && displayName({ name: first.og_name, eng_name: first.og_eng_name })
  const hint = [position ?? ogName, birth_time?.slice(0, 4)].filter(Boolean).join(' · ')
  return { id, label: name, region, ...(hint && { hint }), words: aliases }
}

async function fetchOptions(
  keyword: string,
  current: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<PickerPage> {
  const query = { sort: 'name', current, pageSize, ...(keyword && { keyword }) } as const
  const { items, total } = await call(listPersons, { query }, { signal })
  return { items: items.map(itemOf), total }
}

/** Persons for pickers. */
export const personSource: RecordSource = {
  noun: 'person',
  loadAll: signal => loadLookup(current => fetchOptions('', current, 100, signal)),
  search: (keyword, current, signal) => fetchOptions(keyword, current, 50, signal),
  find: async (ids, signal) => {
    const query = { id: ids.map(String), pageSize: 100 }
    const { items } = await call(listPersons, { query }, { signal })
    return items.map(itemOf)
  },
}

/** Persons for pickers that can also create one by name. */
export const personOrNewSource: RecordSource = {
  ...personSource,
  create: async name => {
    const made = await call(createPerson, { body: { name } })
    await refresh('person')
    return itemOf(made)
  },
}
