import { useQuery } from '@tanstack/react-query'
import { getPageVisit, type PageVisit } from '#contract/page-visit.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { visitMessages } from './visit-messages.ts'

/** When the page is expected to be visited next, and why. */
export function NextVisit({ pageId }: { pageId: number }) {
  const t = useT(visitMessages)
  const { data, isError } = useQuery(endpointQuery(getPageVisit, { params: { id: pageId } }))
  if (isError) return <>{t('unknown')}</>
  if (!data) return <span aria-busy>…</span>
  return (
    <>
      {data.next_at === null ? t(data.reason === 'stopped' ? 'stopped' : 'off') : formatInstant(data.next_at)}
      {data.next_at !== null && <div className="small quiet">{why(data)}</div>}
    </>
  )

  function why({ reason, always, every_days: days, visits, changed }: PageVisit): string {
    if (reason === 'always' && always) return t(`always_${always}`)
    if (reason !== 'rate' || days === null) return t(reason === 'whole_round' ? 'whole_round' : 'every_round')
    const every =
      days < 1
        ? t('everyHours', { count: Math.max(1, Math.round(days * 24)) })
        : t('everyDays', { count: Math.round(days) })
    return visits === 0 ? t('rateOnly', { every }) : t('rate', { every, visits, changed })
  }
}
