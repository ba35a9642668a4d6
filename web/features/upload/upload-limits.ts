import { useQuery } from '@tanstack/react-query'
import { getUploadLimits } from '#contract/upload.ts'
import { ask } from '#web/platform/query.ts'

/** Limits for sending, and unfinished uploads; read again with the uploads. */
export function useUploadLimits() {
  return useQuery({ ...ask(getUploadLimits, {}) })
}
