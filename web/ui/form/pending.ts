import { createContext, use, useState } from 'react'

export type PendingWork = { add: (work: Promise<unknown>) => void; settled: () => Promise<void> }

/** Pending work of single fields, e.g. an upload, that saving must wait for. */
export const PendingProvider = createContext<PendingWork | null>(null)

export function useNewPending(): PendingWork {
  const [pending] = useState<PendingWork>(() => {
    const running = new Set<Promise<unknown>>()
    return {
      add: work => {
        running.add(work)
        void work.finally(() => running.delete(work))
      },
      settled: async () => {
        await Promise.allSettled(running)
      },
    }
  })
  return pending
}

export function usePending(): (work: Promise<unknown>) => void {
  const pending = use(PendingProvider)
  if (!pending) throw new Error('This field must be inside a RecordForm')
  return pending.add
}
