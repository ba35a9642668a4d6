import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { candidateLimit } from '#contract/candidate-limit.ts'
import {
  getScreeningCoverage,
  getSearchCoverage,
  getTextCoverage,
  type ScreeningCoverage,
} from '#contract/coverage.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { List, ListVersion } from '#contract/list.api.ts'
import { ownTextKinds, type TextKind } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { editors } from '#contract/role.ts'
import type { ScreeningFile } from '#contract/screening_file.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, refresh } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { coverageMessages } from './messages.ts'

/**
 * `isName`: a name without a record, screened just now; only items that the lists lack are relevant. `uncompared`:
 * number of names of the lists that were not compared with it. `hasHits`: shown next to hits, so that only what was not
 * compared is relevant. `isReserved`: an empty line keeps its place while it is loading.
 */
type Props = {
  record?: { noun: PartyEntity; id: number }
  isName?: boolean
  uncompared?: number
  hasHits?: boolean
  isReserved?: boolean
  className?: string
}

/** Shown below "no hits": which records were screened against which lists, as of when, and what is missing. */
export function ScreeningCoverageLine({
  record,
  isName = false,
  uncompared = 0,
  hasHits = false,
  isReserved = false,
  className = '',
}: Props) {
  const role = useRole()
  const query = record && { noun: record.noun, id: String(record.id) }
  const { data, isLoading } = useQuery({
    ...endpointQuery(getScreeningCoverage, { query: query ?? {} }),
    enabled: role !== null && editors.includes(role),
    meta: { quiet: true },
  })
  const sentences = useSentences(data, { scope: record ? 'record' : isName ? 'name' : 'all', uncompared, hasHits })
  if (isReserved && isLoading) return <p className={`small ${className}`}>&nbsp;</p>
  if (sentences.length === 0) return null
  return <p className={`small quiet ${className}`}>{sentences.join(' · ')}</p>
}

/** Shown below "nothing found": up to when changes are in the search index, and how many are not indexed yet. */
export function SearchCoverageLine() {
  const t = useT(coverageMessages)
  return (
    <IndexLine
      all={at => t('lineSearchAll', { at })}
      waiting={(count, at) => t('lineSearchWaiting', { count, at })}
      failed={0}
    />
  )
}

/** Shown with saved searches: up to when changes are in their results. `failed`: how many could not be run. */
export function SavedCoverageLine({ failed }: { failed: number }) {
  const t = useT(coverageMessages)
  return (
    <IndexLine
      all={at => t('lineSavedAll', { at })}
      waiting={(count, at) => t('lineSavedWaiting', { count, at })}
      failed={failed}
    />
  )
}

type IndexLineProps = {
  all: (at: string) => string
  waiting: (count: number, at: string) => string
  failed: number
}

function IndexLine({ all, waiting, failed }: IndexLineProps) {
  const t = useT(coverageMessages)
  const { data } = useQuery({ ...endpointQuery(getSearchCoverage, {}), meta: { quiet: true } })
  if (!data) return null
  const { oldest_waiting_at, quarantined, at } = data
  const sentences = [
    data.waiting === 0 ? all(formatInstant(at)) : waiting(data.waiting, formatInstant(oldest_waiting_at)),
    ...(quarantined > 0 ? [t('lineSearchQuarantined', { count: quarantined })] : []),
    ...(failed > 0 ? [t('lineSavedFailed', { count: failed })] : []),
  ]
  return <p className="small quiet">{sentences.join(' · ')}</p>
}

type TextCoverage = Reply<typeof getTextCoverage>

const waitingIn = (data: TextCoverage | undefined) => (data ? data.waiting + data.documents.waiting : 0)

/** Texts that the team writes; none of them is unreadable. */
const ownIn = ({ kinds }: TextCoverage) => kinds.filter(({ kind }) => ownTextKinds.some(own => own === kind))
const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

const busyMs = 3_000
const idleMs = 30_000

/**
 * Shown with mentions and words: how many texts of each kind were searched with the current names and words, how many
 * wait, which have no text to search, and which kinds are not searched. `isOfWords`: only the texts that are searched for
 * words.
 */
export function TextCoverageLine({ isOfWords = false }: { isOfWords?: boolean }) {
  const t = useT(coverageMessages)
  const { isActive } = usePage()
  const role = useRole()
  const { data } = useQuery({
    ...endpointQuery(getTextCoverage, {}),
    enabled: role !== null && editors.includes(role),
    refetchInterval: query => (isActive ? (waitingIn(query.state.data) > 0 ? busyMs : idleMs) : false),
    meta: { quiet: true },
  })
  const waits = data && waitingIn(data) > 0
  const hasWaited = useRef(false)
  useEffect(() => {
    if (hasWaited.current && waits === false) void refresh('mention')
    if (waits !== undefined) hasWaited.current = waits
  }, [waits])
  if (!data) return null
  const { kinds, unreadable, documents, at } = data
  const own = ownIn(data)
  const waiting = data.waiting - (isOfWords ? sumOf(own.map(({ texts, searched }) => texts - searched)) : 0)
  const searchedOf = (wanted: TextKind) => kinds.find(({ kind }) => kind === wanted)?.searched ?? 0
  const counts = {
    pages: searchedOf('page'),
    uploads: searchedOf('upload'),
    own: sumOf(own.map(({ searched }) => searched)),
  }
  const sentences = [
    waiting === 0
      ? t(isOfWords ? 'lineWordAll' : 'lineTextAll', { ...counts, at: formatInstant(at) })
      : t(isOfWords ? 'lineWordWaiting' : 'lineTextWaiting', { ...counts, waiting }),
    ...(documents.waiting > 0 ? [t('lineTextUnread', { count: documents.waiting })] : []),
    ...(unreadable > 0 ? [t('lineTextUnreadable', { count: unreadable })] : []),
    ...(documents.unreadable > 0 ? [t('lineTextUploads', { count: documents.unreadable })] : []),
    ...(documents.partly_read > 0 ? [t('lineTextPartly', { count: documents.partly_read })] : []),
    t(isOfWords ? 'lineWordOthers' : 'lineTextOthers'),
  ]
  return (
    <span className="block small quiet" role="status">
      {sentences.join(' · ')}
    </span>
  )
}

/** Shown above the results of a screened file: how many rows were compared with which lists, and what was not. */
export function FileCoverageLine({ file }: { file: ScreeningFile }) {
  const t = useT(coverageMessages)
  const { counts, lists, lists_behind: behind, progress, uncompared, updated_at, row_count } = file
  const rows = progress - counts.wrong
  const sentences = [
    behind === 0
      ? t('lineFile', {
          rows,
          hits: counts.strong + counts.possible,
          lists: lists.length,
          at: formatInstant(updated_at),
        })
      : t('lineFileBehind', {
          ...{ rows, hits: counts.strong + counts.possible, lists: lists.length, behind },
          at: formatInstant(updated_at),
        }),
    ...(progress < row_count ? [t('lineFileOpen', { count: row_count - progress })] : []),
    ...(counts.wrong > 0 ? [t('lineFileWrong', { count: counts.wrong })] : []),
    ...(uncompared > 0 ? [t('lineFileLimited', { count: uncompared, limit: candidateLimit })] : []),
  ]
  return (
    <p className="small quiet" role="status">
      {sentences.join(' · ')}
    </p>
  )
}

/** Shown with the entries that a load left out: how many it read and loaded, and whether its version is in force. */
export function LoadCoverageLine({ list, version }: { list: List; version: ListVersion }) {
  const t = useT(coverageMessages)
  const { read, entries, n, ended_at } = version
  const sentences = [
    t('lineLoad', { read, entries, at: formatInstant(ended_at) }),
    t(list.version?.n === n ? 'lineLoadInForce' : 'lineLoadNotInForce'),
  ]
  return <p className="small quiet">{sentences.join(' · ')}</p>
}

type Scope = 'all' | 'record' | 'name'

type CoverageFacts = { scope: Scope; uncompared: number; hasHits: boolean }

function useSentences(data: ScreeningCoverage | undefined, { scope, uncompared, hasHits }: CoverageFacts): string[] {
  const t = useT(coverageMessages)
  if (!data) return []
  const { lists, entries, waiting, quarantined, limited, unreadable, outdated, at } = data
  if (lists === 0) return [t('lineNoLists')]
  const missed = [
    ...(outdated > 0 ? [t('lineOutdated', { count: outdated })] : []),
    ...(unreadable > 0 ? [t('lineUnreadable', { count: unreadable })] : []),
  ]
  if (scope === 'name')
    return [
      t('lineName', { lists, entries, at: formatInstant(at) }),
      ...(uncompared > 0 ? [t('lineUncompared', { count: uncompared, limit: candidateLimit })] : []),
      ...missed,
    ]
  const behind = lists - data.compared_lists
  const isOne = scope === 'record'
  // A changed record that was not screened again has no result yet.
  const isOpen = isOne && (waiting > 0 || quarantined > 0)
  const compared = t(isOne ? 'lineNone' : 'lineAll', { lists, at: formatInstant(at) })
  return [
    ...(isOpen || (hasHits && behind === 0) ? [] : [behind === 0 ? compared : t('lineBehind', { lists, behind })]),
    ...(waiting > 0 ? [t(isOne ? 'lineWaitingOne' : 'lineWaiting', { count: waiting })] : []),
    ...(quarantined > 0 ? [t(isOne ? 'lineQuarantinedOne' : 'lineQuarantined', { count: quarantined })] : []),
    ...(limited > 0 ? [t(isOne ? 'lineLimitedOne' : 'lineLimited', { count: limited, limit: candidateLimit })] : []),
    ...missed,
  ]
}
