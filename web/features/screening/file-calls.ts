import { getScreeningFile, type ScreeningFile } from '#contract/screening_file.api.ts'
import { endpointQuery, pollWhile } from '#web/platform/query.ts'

const pollMs = 700

export const isFileBusy = ({ state }: Pick<ScreeningFile, 'state'>): boolean =>
  state === 'reading' || state === 'screening'

/** A file with its progress, polled while a job processes it. */
export const fileOptions = (id: number) => ({
  ...endpointQuery(getScreeningFile, { params: { id } }),
  refetchInterval: pollWhile(isFileBusy, pollMs),
})
