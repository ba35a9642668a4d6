import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { listVolatilePlaces, updateVolatilePlace, type VolatilePlace } from '#contract/volatile.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText, queryClient, refresh } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { roundMessages } from './round-messages.ts'
import css from './site.module.css'
import { volatileMessages } from './volatile-messages.ts'

const optionsOf = (ogId: number) => endpointQuery(listVolatilePlaces, { params: { id: ogId } })

/** Places of a site's pages that change in most rounds, with the decision whether they count. */
export function VolatilePlaces({ ogId, mayUpdate }: { ogId: number; mayUpdate: boolean }) {
  const t = useT(volatileMessages)
  const tRound = useT(roundMessages)
  const { data, isError, error, refetch } = useQuery(optionsOf(ogId))
  if (!data && isError)
    return (
      <Failure onRetry={() => void refetch()}>
        {tRound('failedText')} {errorText(error)}
      </Failure>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  return (
    <>
      <p className="small quiet">{t('about')}</p>
      {data.items.length === 0 ? (
        <p className="faint">{t('none')}</p>
      ) : (
        <ul>
          {data.items.map(place => (
            <PlaceRow key={place.id} ogId={ogId} place={place} mayUpdate={mayUpdate} />
          ))}
        </ul>
      )}
    </>
  )
}

function PlaceRow({ ogId, place, mayUpdate }: { ogId: number; place: VolatilePlace; mayUpdate: boolean }) {
  const t = useT(volatileMessages)
  const [isSaving, setIsSaving] = useState(false)
  const { id, rev, state, page, pages, first_round, last_round, sample, decided_by, decided_at } = place

  async function decide(state: VolatilePlace['state']): Promise<void> {
    setIsSaving(true)
    try {
      const list = await call(updateVolatilePlace, { params: { id: ogId, place: id }, body: { state, rev } })
      queryClient.setQueryData(optionsOf(ogId).queryKey, list)
      await refresh('diff', 'dashboard')
    } catch {
      // The failed call has shown its reason; another user may have decided meanwhile.
      await queryClient.invalidateQueries({ queryKey: optionsOf(ogId).queryKey })
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <li className={css.place}>
      <div className="grow">
        <div className="ellipsis" title={sample ?? undefined}>
          {sample ?? t('noSample')}
        </div>
        <div className="small quiet ellipsis">
          {page ? (page.title ?? page.url) : t('onPages', { count: String(pages) })}
          {' · '}
          {first_round === last_round
            ? t('round', { last: String(last_round) })
            : t('rounds', { first: String(first_round), last: String(last_round) })}
          {decided_by && decided_at && ` · ${t('by', { name: decided_by, time: formatInstant(decided_at) })}`}
        </div>
      </div>
      <span className={css.placeState} data-state={state}>
        {t(state)}
      </span>
      {mayUpdate && (
        <span className="row rigid gap-2">
          {state === 'learned' ? (
            <>
              <Button size="small" disabled={isSaving} onClick={() => void decide('confirmed')}>
                {t('confirm')}
              </Button>
              <Button size="small" disabled={isSaving} onClick={() => void decide('rejected')}>
                {t('reject')}
              </Button>
            </>
          ) : (
            <Button size="small" disabled={isSaving} onClick={() => void decide('learned')}>
              {t('forget')}
            </Button>
          )}
        </span>
      )}
    </li>
  )
}
