import { Skeleton } from 'antd'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { DiffsLink } from './diffs-link.tsx'
import { siteMessages } from './messages.ts'
import { roundMessages } from './round-messages.ts'
import { ProgressBar, RoundState } from './round-progress.tsx'
import css from './site.module.css'
import { isAtWork, useSite } from './site-calls.ts'

/** The watching of a site in one line: schedule, last round, unread differences. */
export function SiteLine({ ogId }: { ogId: number }) {
  const t = useT(siteMessages)
  const tRound = useT(roundMessages)
  const locale = useLocale()
  const { data: site, isError } = useSite(ogId)
  if (isError && !site) return null
  if (!site) return <Skeleton.Button active size="small" style={{ width: 320, height: 22 }} />
  const { round } = site
  return (
    <div className={css.line}>
      <span className={css.switch} data-on={site.is_on || undefined}>
        {t('is_on')} · {t(site.is_on ? 'on' : 'off')}
      </span>
      {round ? (
        <>
          <span>{tRound('round', { number: String(round.number) })}</span>
          <RoundState state={round.state} />
          <span>{formatInstant(round.ended_at ?? round.started_at)}</span>
          <span>
            {tRound('fetched')} {round.counts.fetched.toLocaleString(locale)}
          </span>
          <DiffsLink round={round} />
        </>
      ) : (
        <span>{tRound('none')}</span>
      )}
      <PageLink to="og_detail" params={{ id: ogId }} search={{ tab: 'site' }}>
        {t('toSite')}
      </PageLink>
      {round && isAtWork(round) && <ProgressBar found={round.counts.found} waiting={round.counts.waiting} />}
    </div>
  )
}
