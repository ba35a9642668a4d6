import { Button, Input, Select, Skeleton } from 'antd'
import type { Reply } from '#contract/endpoint.ts'
import type { listSites } from '#contract/page.api.ts'
import { isAtWork, ProgressBar } from '#web/features/site/site.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { pageListMessages } from './messages.ts'
import { type SiteSort, siteSorts } from './page-calls.ts'
import css from './site-tree.module.css'
import type { Sites } from './use-sites.ts'

type SiteTreeRow = Reply<typeof listSites>['items'][number]

type Props = { sites: Sites; chosen: number | undefined; onChoose: (ogId: number | undefined) => void }

const sortWords = { '-diffs_waiting': 'byWaiting', '-last_round_at': 'byRound', name: 'byName' } as const

/** Organisations with a site, next to their pages: running rounds and unread differences. */
export function SiteTree({ sites, chosen, onChoose }: Props) {
  const t = useT(pageListMessages)
  return (
    <nav className={css.tree} aria-label={t('sites')}>
      <div className={css.tools}>
        <Input
          value={sites.keyword}
          placeholder={t('searchSites')}
          aria-label={t('searchSites')}
          allowClear
          onChange={event => sites.setKeyword(event.target.value)}
        />
        <Select<SiteSort>
          value={sites.sort}
          aria-label={t('sortSites')}
          variant="borderless"
          size="small"
          options={siteSorts.map(sort => ({ value: sort, label: t(sortWords[sort]) }))}
          onChange={sites.setSort}
        />
      </div>
      <div className={css.rows}>
        <button
          type="button"
          className={css.row}
          aria-current={chosen === undefined || undefined}
          onClick={() => onChoose(undefined)}
        >
          <span className={css.name}>{t('allSites')}</span>
          {sites.data && <span className="quiet">{sites.total}</span>}
        </button>
        <Rows sites={sites} chosen={chosen} onChoose={onChoose} />
      </div>
    </nav>
  )
}

function Rows({ sites, chosen, onChoose }: Props) {
  const t = useT(pageListMessages)
  if (!sites.data && sites.isError)
    return (
      <Failure isWhole onRetry={sites.retry}>
        {t('failedText')} {errorText(sites.error)}
      </Failure>
    )
  if (!sites.data)
    return (
      <div className={css.none} role="status" aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    )
  if (sites.data.length === 0) return <p className={css.none}>{t(sites.keyword ? 'noSites' : 'noSitesAtAll')}</p>
  const watched = sites.data.filter(site => !isUntouched(site))
  const untouched = sites.data.filter(isUntouched)
  // A search, or a console that watches nothing yet, shows what it has.
  const isFolded = watched.length > 0 && untouched.length > 0 && sites.keyword === ''
  const rows = (part: readonly SiteTreeRow[]) => (
    <ul>
      {part.map(site => (
        <li key={site.og.id}>
          <Row site={site} isChosen={chosen === site.og.id} onChoose={() => onChoose(site.og.id)} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {rows(isFolded ? watched : sites.data)}
      {isFolded && (
        <details open={untouched.some(site => site.og.id === chosen)}>
          <summary className={css.fold}>{t('untouched', { count: untouched.length })}</summary>
          {rows(untouched)}
        </details>
      )}
      {sites.more && (
        <Button size="small" type="text" onClick={sites.more}>
          {t('moreSites')}
        </Button>
      )}
    </>
  )
}

/** A host that came with a record and was never fetched. */
function isUntouched({ is_on, round, pages }: SiteTreeRow): boolean {
  return !is_on && round === null && pages.active + pages.gone + pages.error === 0
}

function Row({ site, isChosen, onChoose }: { site: SiteTreeRow; isChosen: boolean; onChoose: () => void }) {
  const t = useT(pageListMessages)
  const { round, pages, diffs_waiting: waiting } = site
  const parts = [
    t('pagesCount', { count: pages.active }),
    ...(pages.gone > 0 ? [t('goneCount', { count: pages.gone })] : []),
    ...(pages.error > 0 ? [t('errorCount', { count: pages.error })] : []),
  ]
  return (
    <button
      type="button"
      className={css.row}
      aria-current={isChosen || undefined}
      title={`${displayName(site.og)} · ${site.hosts.join(', ')}`}
      onClick={onChoose}
    >
      <span
        className={css.mark}
        data-on={site.is_on || undefined}
        role="img"
        aria-label={t(site.is_on ? 'on' : 'off')}
      />
      <span className={css.name}>{displayName(site.og)}</span>
      {waiting > 0 && (
        <span className="strong primary">
          <span className="visually-hidden">{t('waitingCount', { count: waiting })}</span>
          <span aria-hidden>▲{waiting}</span>
        </span>
      )}
      <span className={css.sub}>
        {round && isAtWork(round) ? (
          <ProgressBar found={round.found} waiting={round.waiting} />
        ) : (
          <>
            <span>{parts.join(' · ')}</span>
            <span>{round ? formatInstant(round.ended_at ?? round.started_at).slice(5) : t('never')}</span>
          </>
        )}
      </span>
    </button>
  )
}

/** The same choice on screens too narrow for a column. */
export function SitePicker({ sites, chosen, onChoose }: Props) {
  const t = useT(pageListMessages)
  const options = (sites.data ?? []).map(site => ({
    value: site.og.id,
    label: site.diffs_waiting > 0 ? `${displayName(site.og)} ▲${site.diffs_waiting}` : displayName(site.og),
  }))
  return (
    <Select<number>
      className="full"
      aria-label={t('sites')}
      value={chosen ?? 0}
      options={[{ value: 0, label: t('allSites') }, ...options]}
      loading={!sites.data && !sites.isError}
      showSearch={{ filterOption: false, onSearch: sites.setKeyword }}
      notFoundContent={t('noSites')}
      onChange={id => onChoose(id === 0 ? undefined : id)}
    />
  )
}
