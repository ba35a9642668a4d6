import { useQuery } from '@tanstack/react-query'
import { getModel, type ModelState } from '#contract/model.api.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { useSetting } from '#web/platform/setting.ts'

const staleMs = 300_000

export function useModelState(): ModelState | undefined {
  return useQuery({ ...endpointQuery(getModel, {}), staleTime: staleMs, meta: { quiet: true } }).data
}

/** The model, if the administrators offer it and the user has left it on. */
export function useModel(): ModelState | undefined {
  const state = useModelState()
  const isWanted = useSetting(setting => setting.model)
  return state?.is_offered && isWanted ? state : undefined
}
