import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listViews, type View, type viewEntities } from '#contract/view.api.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { changeListSetting, useListSetting } from '#web/platform/setting.ts'
import type { ListConfig } from './list-config.ts'

export type ViewEntity = (typeof viewEntities)[number]
type ViewConfig = Pick<ListConfig<never>, 'name' | 'noun' | 'hasViews'>

/** The saved views of a list. A failure only empties the menu, never the list. */
export function useViews({ noun, hasViews }: ViewConfig) {
  return useQuery({
    ...endpointQuery(listViews, { query: { noun: noun as ViewEntity } }),
    enabled: hasViews === true,
    staleTime: 60_000,
  })
}

/** The query string of a view's address. */
function searchOf(view: View): string {
  const pairs = new URLSearchParams(view.state.search)
  pairs.set('view', String(view.id))
  return pairs.toString()
}

/** Fills a blank address with the user's default view; true while that view is loading. */
export function useDefaultView(config: ViewConfig, isBlank: boolean, fill: (search: string) => void): boolean {
  const wanted = useListSetting(config.name).default_view ?? undefined
  const { data, isPending } = useViews(config)
  const view = isBlank ? data?.items.find(each => each.id === wanted) : undefined
  useEffect(() => {
    if (!view) return
    if (view.state.columns) changeListSetting(config.name, { columns: view.state.columns })
    fill(searchOf(view))
  }, [view, fill, config.name])
  return isBlank && wanted !== undefined && (isPending || view !== undefined)
}
