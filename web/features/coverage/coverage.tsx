import { useQuery } from '@tanstack/react-query'
import { getScreeningCoverage, type ScreeningCoverage } from '#contract/coverage.ts'
import type { PartyNoun } from '#contract/noun.ts'
import { editors } from '#contract/role.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { ask } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { coverageMessages } from './messages.ts'

/** `isName`: of a name that is no record, compared this moment; only what lists lack matters. */
type Props = { record?: { noun: PartyNoun; id: number }; isName?: boolean }

/** Beneath "no hits": what was screened against which lists, as of when, and what that leaves out. */
export function ScreeningCoverageLine({ record, isName = false }: Props) {
  const role = useRole()
  const query = record && { noun: record.noun, id: String(record.id) }
  const { data } = useQuery({
    ...ask(getScreeningCoverage, { query: query ?? {} }),
    enabled: role !== null && editors.includes(role),
    meta: { quiet: true },
  })
  const sentences = useSentences(data, record ? 'record' : isName ? 'name' : 'all')
  if (sentences.length === 0) return null
  return <p className="small quiet">{sentences.join(' · ')}</p>
}

type Scope = 'all' | 'record' | 'name'

function useSentences(data: ScreeningCoverage | undefined, scope: Scope): string[] {
  const t = useT(coverageMessages)
  if (!data) return []
  const { lists, entries, waiting, quarantined, unreadable, outdated, at } = data
  if (lists === 0) return [t('lineNoLists')]
  const missed = [
    ...(outdated > 0 ? [t('lineOutdated', { count: outdated })] : []),
    ...(unreadable > 0 ? [t('lineUnreadable', { count: unreadable })] : []),
  ]
  if (scope === 'name') return [t('lineName', { lists, entries, at: formatInstant(at) }), ...missed]
  const behind = lists - data.compared_lists
  const isOne = scope === 'record'
  return [
    behind === 0
      ? t(isOne ? 'lineNone' : 'lineAll', { lists, at: formatInstant(at) })
      : t('lineBehind', { lists, behind }),
    ...(waiting > 0 ? [t(isOne ? 'lineWaitingOne' : 'lineWaiting', { count: waiting })] : []),
    ...(quarantined > 0 ? [t(isOne ? 'lineQuarantinedOne' : 'lineQuarantined', { count: quarantined })] : []),
    ...missed,
  ]
}
