import { Button, Skeleton } from 'antd'
import { Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Og } from '#contract/og.api.ts'
import { admins, editors } from '#contract/role.ts'
import type { Site, SiteSettings } from '#contract/site.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { errorText } from '#web/platform/query.ts'
import { RecordSection } from '#web/record/record-page.tsx'
import { Failure } from '#web/ui/frame/failure.tsx'
import { archiveMessages } from './archive-messages.ts'
import { filterMessages } from './filter-messages.ts'
import { siteMessages } from './messages.ts'
import { RoundActs } from './round-acts.tsx'
import { RoundList } from './round-list.tsx'
import { roundMessages } from './round-messages.ts'
import { RoundProgress } from './round-progress.tsx'
import css from './site.module.css'
import { SiteArchives } from './site-archives.tsx'
import { useSite } from './site-calls.ts'
import { useSiteFormatters } from './site-formatters.ts'
import { volatileMessages } from './volatile-messages.ts'
import { VolatilePlaces } from './volatile-places.tsx'
import { WatchForm } from './watch-form.tsx'

const SiteForm = lazy(() => import('./site-form.tsx'))
const FilterEditor = lazy(() => import('./filter-editor.tsx'))

type Props = {
  og: Pick<Og, 'id' | 'name' | 'rev' | 'host' | 'entrances' | 'version' | 'new_version' | 'can'>
  /** Opens the form of the organisation, which has the addresses. */
  onEditOg: () => void
}

/** The watching of an organisation's site: running round, schedule, limits, filters, and earlier rounds. */
export default function SiteTab({ og, onEditOg }: Props) {
  const hasSite = Boolean(og.host) || og.entrances.length > 0
  return hasSite ? <Watched og={og} onEditOg={onEditOg} /> : <NoSite og={og} onEditOg={onEditOg} />
}

/** Without a site: one form with addresses and switch, which starts the first round. */
function NoSite({ og, onEditOg }: Props) {
  const t = useT(siteMessages)
  const mayUpdate = og.can.includes('update')
  return (
    <div className={css.empty}>
      <h2>{t('emptyTitle')}</h2>
      <p>{t(mayUpdate ? 'emptyText' : 'emptyRead')}</p>
      {mayUpdate && (
        <>
          <WatchForm og={og} />
          <Button type="link" onClick={onEditOg}>
            {t('fillIn')}
          </Button>
        </>
      )}
    </div>
  )
}

function Watched({ og, onEditOg }: Props) {
  const t = useT(siteMessages)
  const tRound = useT(roundMessages)
  const places = useT(volatileMessages)
  const archives = useT(archiveMessages)
  const { data: site, isError, error, refetch } = useSite(og.id)
  if (!site && isError)
    return (
      <Failure isWhole onRetry={() => void refetch()}>
        {tRound('failedText')} {errorText(error)}
      </Failure>
    )
  if (!site)
    return (
      <div role="status" aria-busy aria-label={t('loading')}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    )
  return (
    <>
      <RecordSection
        title={t('now')}
        more={
          site.can.includes('fetch') && (
            <span className="flex wrap push gap-3">
              <RoundActs ogId={og.id} round={site.round} isPrimary />
            </span>
          )
        }
      >
        <Now site={site} og={og} />
      </RecordSection>
      <Settings site={site} og={og} onEditOg={onEditOg} />
      <Filters site={site} name={displayName(og)} />
      <Permitted roles={editors}>
        <RecordSection title={places('title')}>
          <VolatilePlaces ogId={og.id} mayUpdate={site.can.includes('update')} />
        </RecordSection>
        <RecordSection title={archives('title')}>
          <SiteArchives ogId={og.id} mayUpdate={site.can.includes('update')} />
        </RecordSection>
      </Permitted>
      <RecordSection title={tRound('roundList')}>
        <RoundList ogId={og.id} />
      </RecordSection>
    </>
  )
}

function Now({ site, og }: { site: Site; og: Props['og'] }) {
  const t = useT(siteMessages)
  const tRound = useT(roundMessages)
  const locale = useLocale()
  const number = (value: number) => value.toLocaleString(locale)
  const { active, gone, forbidden, error } = site.pages
  return (
    <>
      {site.round ? <RoundProgress round={site.round} /> : <p className="faint">{tRound('none')}</p>}
      <dl className={css.facts}>
        <Line label={t('nextAt')}>{site.is_on && site.next_at ? formatInstant(site.next_at) : t('nextNone')}</Line>
        <Line label={t('pages')}>
          {t('pagesText', {
            active: number(active),
            gone: number(gone),
            forbidden: number(forbidden),
            error: number(error),
          })}
          <Permitted roles={admins}>
            {' '}
            <PageLink to="admin_pages" search={{ og_id: og.id }} className="underline">
              {t('toPages')}
            </PageLink>
          </Permitted>
        </Line>
        {site.pages.feeds > 0 && (
          <Line label={t('feeds')}>
            {t('feedsText', { count: site.pages.feeds })}
            <Permitted roles={admins}>
              {' '}
              <PageLink to="admin_pages" search={{ og_id: og.id, is_feed: 'true' }} className="underline">
                {t('toFeeds')}
              </PageLink>
            </Permitted>
          </Line>
        )}
        {og.new_version > 0 && (
          <Line label={t('versions')}>
            {t('versionsText', { reviewed: String(og.version), fetched: String(og.new_version) })}
          </Line>
        )}
        {site.hosts.length > 0 && (
          <Line label={t('hosts')}>
            <span className="small mono">{site.hosts.join(', ')}</span>
          </Line>
        )}
      </dl>
    </>
  )
}

const shownSettings: readonly (readonly (keyof SiteSettings)[])[] = [
  ['is_on', 'cron', 'zone', 'jitter_min', 'visit_percent'],
  ['max_pages', 'max_depth', 'max_page_mb', 'max_round_mb', 'max_minutes', 'asset_mb'],
  ['delay_ms', 'is_rendered', 'charset'],
]

function Settings({ site, og, onEditOg }: Props & { site: Site }) {
  const t = useT(siteMessages)
  const formatters = useSiteFormatters()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <RecordSection
      title={t('schedule')}
      more={
        site.can.includes('update') && (
          <Button
            size="small"
            icon={<Pencil size={14} aria-hidden />}
            aria-label={t('edit')}
            onClick={() => setIsOpen(true)}
          >
            {t('change')}
          </Button>
        )
      }
    >
      <div className={css.settings}>
        {shownSettings.map(fields => (
          <dl key={fields[0]} className={css.facts}>
            {fields.map(field => (
              <Line key={field} label={withoutUnit(formatters[field].label)}>
                {formatters[field].show(site[field])}
              </Line>
            ))}
          </dl>
        ))}
      </div>
      <p className="faint">
        {t('inForm')}
        {og.can.includes('update') && (
          <button type="button" className={css.link} onClick={onEditOg}>
            {t('openForm')}
          </button>
        )}
      </p>
      {isOpen && (
        <Suspense>
          <SiteForm site={site} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </RecordSection>
  )
}

/** Removes the unit from a label: the value already shows it. */
const withoutUnit = (label: string) => label.replace(/\s*[（(].*[)）]$/, '')

function Filters({ site, name }: { site: Site; name: string }) {
  const t = useT(siteMessages)
  const tFilter = useT(filterMessages)
  const [isOpen, setIsOpen] = useState(false)
  const used = (['include', 'exclude', 'ignore'] as const).filter(kind => site.filter[kind].length > 0)
  return (
    <RecordSection
      title={t('filter')}
      more={
        site.can.includes('update') && (
          <Button size="small" icon={<Pencil size={14} aria-hidden />} onClick={() => setIsOpen(true)}>
            {tFilter('edit')}
          </Button>
        )
      }
    >
      {used.length === 0 ? (
        <p className="faint">{tFilter('none')}</p>
      ) : (
        <dl className={css.facts}>
          {used.map(kind => (
            <Line key={kind} label={tFilter(kind)}>
              {site.filter[kind].map(each => (
                <div key={each} className="small mono">
                  {each}
                </div>
              ))}
            </Line>
          ))}
        </dl>
      )}
      {isOpen && (
        <Suspense>
          <FilterEditor site={site} name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </RecordSection>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
