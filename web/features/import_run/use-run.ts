import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type ImportRun, listImportRuns, markEntities } from '#contract/import_run.api.ts'
import { endpointQuery, pollWhile, refresh } from '#web/platform/query.ts'

const pollMs = 700

export type ImportRef = { import: number } | { interchange: number }

export const isBusy = (run: ImportRun | undefined) => run?.undo?.state === 'checking' || run?.undo?.state === 'running'

/** The latest run of an import, polled while it is being undone. */
export function useRun(of: ImportRef): ImportRun | undefined {
  const asked = useQuery({
    ...endpointQuery(listImportRuns, {
      query:
        'import' in of
          ? { import: String(of.import), pageSize: 1 }
          : { interchange: String(of.interchange), pageSize: 1 },
    }),
    refetchInterval: pollWhile(({ items }) => isBusy(items[0]), pollMs),
  })
  const run = asked.data?.items[0]
  const wasRunning = useRef(false)
  // Records that were read before the end of the run are outdated.
  useEffect(() => {
    if (run?.undo?.state === 'running') wasRunning.current = true
    else if (run && wasRunning.current) {
      wasRunning.current = false
      void refresh(...markEntities, 'og_cate', 'source', 'import_run')
    }
  }, [run])
  return run
}
