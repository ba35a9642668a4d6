import { listPages, type Page } from '#contract/page.api.ts'
import { call } from '#web/platform/api.ts'
import type { PickerItem, RecordSource } from '#web/ui/picker/record-source.ts'

const itemOf = ({ id, title, url }: Page): PickerItem => ({ id, label: title || url, hint: title ? url : undefined })

/** The stored pages of one organisation, for pickers; only roles that can list pages can use it. */
export function pageSourceOf(ogId: number): RecordSource {
  return {
    noun: 'page',
    search: async (keyword, current, signal) => {
      const query = { og_id: [String(ogId)], current, pageSize: 50, sort: 'url', ...(keyword && { keyword }) } as const
      const { items, total } = await call(listPages, { query }, { signal })
      return { items: items.map(itemOf), total }
    },
    find: async ids => ids.map(id => ({ id, label: `#${id}` })),
  }
}
