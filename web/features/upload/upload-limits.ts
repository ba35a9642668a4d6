import { useQuery } from '@tanstack/react-query'
import { getUploadLimits } from '#contract/upload.api.ts'
import { endpointQuery } from '#web/platform/query.ts'

/** Limits for sending, and unfinished uploads; read again with the uploads. */
export function useUploadLimits() {
  return useQuery({ ...endpointQuery(getUploadLimits, {}) })
}
