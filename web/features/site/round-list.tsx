import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import type { Round } from '#contract/site.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { DiffsLink } from './diffs-link.tsx'
import { useEndWord } from './reason-words.ts'
import { roundMessages } from './round-messages.ts'
import { Reasons, RoundCounts, RoundState } from './round-progress.tsx'
import { useLasted } from './round-words.ts'
import css from './site.module.css'
import { isAtWork, refetchIntervalOf, roundsOptions } from './site-calls.ts'

/** Every round of a site, newest first; one line each, with counts and reasons on request. */
export function RoundList({ ogId }: { ogId: number }) {
  const t = useT(roundMessages)
  const roundsQuery = useInfiniteQuery({
    ...roundsOptions(ogId),
    refetchInterval: query => refetchIntervalOf(isAtWork(query.state.data?.pages[0]?.items[0])),
  })
  if (!roundsQuery.data && roundsQuery.isError)
    return (
      <Failure isWhole onRetry={() => void roundsQuery.refetch()}>
        {t('failedText')} {errorText(roundsQuery.error)}
      </Failure>
    )
  if (!roundsQuery.data)
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 3, width: '100%' }} />
      </div>
    )
  const rounds = roundsQuery.data.pages.flatMap(page => page.items)
  if (rounds.length === 0) return <p className="faint">{t('noRounds')}</p>
  return (
    <>
      <ul className={css.rounds}>
        {rounds.map(round => (
          <RoundRow key={round.number} round={round} />
        ))}
      </ul>
      {roundsQuery.hasNextPage && (
        <Button size="small" loading={roundsQuery.isFetchingNextPage} onClick={() => void roundsQuery.fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

function RoundRow({ round }: { round: Round }) {
  const t = useT(roundMessages)
  const locale = useLocale()
  const lasted = useLasted()
  const endWord = useEndWord()
  const [isOpen, setIsOpen] = useState(false)
  const { counts } = round
  const shown = (['fetched', 'changed', 'added', 'removed', 'failed', 'refused'] as const).filter(
    name => name === 'fetched' || counts[name] > 0,
  )
  return (
    <li>
      <button type="button" className={css.roundRow} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span className="strong">{t('round', { number: String(round.number) })}</span>
        <RoundState state={round.state} />
        <span className={css.roundAt}>{formatInstant(round.started_at)}</span>
        <span className={css.roundSummary}>
          {shown.map(name => `${t(name)} ${counts[name].toLocaleString(locale)}`).join(' · ')}
        </span>
        <span className={css.roundEnd}>
          {round.diffs_waiting > 0 && <b>{t('diffs', { count: round.diffs_waiting })}</b>}
          {round.end_reason && round.end_reason !== 'done' && <span>{endWord(round.end_reason)}</span>}
        </span>
      </button>
      {isOpen && (
        <div className={css.roundMore}>
          <p>
            {round.user_name ? t('by', { name: round.user_name }) : t(round.cause)} · {t('lasted')}{' '}
            {lasted(round.started_at, round.ended_at)} <DiffsLink round={round} />
          </p>
          <RoundCounts round={round} />
          <Reasons reasons={round.reasons} />
        </div>
      )}
    </li>
  )
}
