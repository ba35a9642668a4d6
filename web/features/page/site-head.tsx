import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listPages } from '#contract/page.api.ts'
import { isAtWork, RoundActs, RoundProgress, useSite } from '#web/features/site/site.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { pageListMessages } from './messages.ts'
import css from './site-tree.module.css'

const followMs = 5_000

/** The chosen site above its pages: its round with live counts, and the available actions. */
export function SiteHead({ ogId, name }: { ogId: number; name: string }) {
  const t = useT(pageListMessages)
  const { data: site } = useSite(ogId)
  useFollow(isAtWork(site?.round) ? site?.round?.counts.fetched : undefined)
  return (
    <section className={css.head} aria-label={t('chosen')}>
      <div className={css.headTop}>
        <h2>{name}</h2>
        <PageLink to="og_detail" params={{ id: ogId }} search={{ tab: 'site' }}>
          {t('toSite')}
        </PageLink>
        {site?.can.includes('fetch') && (
          <span className="flex wrap push gap-3">
            <RoundActs ogId={ogId} round={site.round} />
          </span>
        )}
      </div>
      {site?.round && <RoundProgress round={site.round} />}
    </section>
  )
}

/** While pages arrive, the list below is read again at a moderate rate. */
function useFollow(fetched: number | undefined): void {
  const client = useQueryClient()
  const last = useRef(0)
  useEffect(() => {
    const at = now().getTime()
    if (fetched === undefined || at - last.current < followMs) return
    last.current = at
    void client.invalidateQueries({ queryKey: ['page', listPages.path] })
  }, [fetched, client])
}
