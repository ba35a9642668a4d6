/** Interface for other features and for starting processes: searching, and keeping the index up to date. */

export type { PartialFilter as Filter } from './find.queries.ts'
export { findAllResults as search } from './find.ts'
export { indexQueuedRecords, retrySearch } from './index-records.ts'
export { drainSearch, rebuildSearch } from './rebuild.ts'
export { deleteSavedHits, type UnreportedHit } from './saved.queries.ts'
export { findNewestResults, isFoundBy, retrySavedSearch } from './saved.ts'
export { startSearchWorker } from './search-worker.ts'
export { suggestSearch } from './suggest.ts'
export { countEntries, queueEntries } from './write.queries.ts'
