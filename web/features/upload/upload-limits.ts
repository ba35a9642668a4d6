import { useQuery } from '@tanstack/react-query'
import { getUploadLimits } from '#contract/upload.ts'
import { ask } from '#web/platform/query.ts'

/** How much may be sent, and what was begun and not finished; read again with the uploads. */
export function useUploadLimits() {
  return useQuery({ ...ask(getUploadLimits, {}) })
}
