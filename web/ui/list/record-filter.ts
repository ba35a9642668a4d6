import type { PickerItem, RecordSource } from '#web/ui/picker/record-source.ts'
import type { FilterOption, PickerFilter } from './list-config.ts'

const optionOf = ({ id, label }: PickerItem): FilterOption => ({ value: String(id), label })

/** Lets a filter choose among the records of a source. */
export function recordFilter(source: RecordSource): Pick<PickerFilter, 'kind' | 'find' | 'name'> {
  return {
    kind: 'picker',
    find: async (keyword, signal) => (await source.search(keyword, 1, signal)).items.map(optionOf),
    name: async (ids, signal) => (await source.find(ids.map(Number), signal)).map(optionOf),
  }
}
