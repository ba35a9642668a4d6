import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Page } from '#contract/page.api.ts'
import { admins } from '#contract/role.ts'
import { PageFigures } from '#web/features/figure/figure.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { PageLink, usePage, usePageTitle } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { type PageFact, RecordPage, type RecordTab } from '#web/record/record-page.tsx'
import { RecordPart } from '#web/record/record-part.tsx'
import { RecordMessage, RecordSkeleton } from '#web/record/record-state.tsx'
import { Failure } from '#web/ui/frame/failure.tsx'
import { CompareView } from './compare-view.tsx'
import { pageWords } from './messages.ts'
import { PageActs } from './page-acts.tsx'
import { pageOptions, timelineOptions, versionOptions, versionsOptions } from './page-calls.ts'
import { PageState, pathOf } from './page-cells.tsx'
import { usePageFacts } from './page-facts.tsx'
import { pagePageMessages } from './page-page-messages.ts'
import { QuoteArea } from './quote-area.tsx'
import { TimeMachine } from './time-machine.tsx'
import { useVersions } from './use-versions.ts'
import css from './version.module.css'
import { VersionList } from './version-list.tsx'
import { VersionStrip } from './version-strip.tsx'
import { type PageVersionReply, VersionText } from './version-text.tsx'

/** A page can be fetched at any time; its new version then appears automatically. */
const followMs = 5_000

/** `/admin/page/:id`: one watched page with its versions along time; any of them can be read or compared. */
export default function PagePage() {
  const id = Number(usePage().params.id)
  return Number.isSafeInteger(id) && id > 0 ? <PageById id={id} /> : <Missing />
}

function PageById({ id }: { id: number }) {
  const t = useT(pagePageMessages)
  const { data: page, error, refetch } = useQuery({ ...pageOptions(id), refetchInterval: followMs })
  useFollow(page)
  usePageTitle(page && (page.title || pathOf(page.url)))
  const isGone = error instanceof ApiError && error.status === 404
  if (page && !isGone) return <PageRecord page={page} />
  if (!error) return <RecordSkeleton label={t('loading')} />
  if (isGone) return <Missing />
  return (
    <RecordMessage title={t('failedTitle')} text={errorText(error)}>
      <Button type="primary" onClick={() => void refetch()}>
        {t('retry')}
      </Button>
    </RecordMessage>
  )
}

/** Reads the versions again after the page was fetched. */
function useFollow(page: Page | undefined): void {
  const client = useQueryClient()
  const id = page?.id
  const stand = page && `${page.last_fetched_at} ${page.versions}`
  const seen = useRef(stand)
  useEffect(() => {
    if (id !== undefined && seen.current !== undefined && seen.current !== stand)
      for (const { queryKey } of [versionsOptions(id), timelineOptions(id)]) void client.invalidateQueries({ queryKey })
    seen.current = stand
  }, [id, stand, client])
}

/** The list is for administrators; other roles come from an organisation. */
function BackLink({ children }: { children?: ReactNode }) {
  const t = useT(pagePageMessages)
  const role = useRole()
  return admins.some(admin => admin === role) ? (
    <PageLink to="admin_pages">{children ?? t('toList')}</PageLink>
  ) : (
    <PageLink to="og">{t('toOgs')}</PageLink>
  )
}

function Missing() {
  const t = useT(pagePageMessages)
  return (
    <RecordMessage title={t('missingTitle')} text={t('missingText')}>
      <BackLink />
    </RecordMessage>
  )
}

function PageRecord({ page }: { page: Page }) {
  const t = useT(pagePageMessages)
  const tPage = useT(pageWords)
  const versions = useVersions(page.id, page.last_version_id)
  const { chosen, chosenId, newestFirst } = versions
  const isNarrow = useIsNarrow()
  const one = useQuery({
    ...versionOptions(page.id, chosenId ?? 0),
    enabled: chosenId !== undefined && !chosen && !versions.isPending,
  })
  const facts = usePageFacts(page, chosen ?? one.data?.version)
  const tabs: RecordTab[] = [
    {
      key: 'archive',
      label: t('archive'),
      content: <TimeTab page={page} versions={versions} />,
    },
    {
      key: 'text',
      label: t('text'),
      content: (
        <OneVersion
          page={page}
          versions={versions}
          draw={stored => (
            <QuoteArea now={quotedOf(page, stored)} before={null} og={page.og.id} pageId={page.id}>
              <VersionText stored={stored} />
            </QuoteArea>
          )}
        />
      ),
    },
    {
      key: 'compare',
      label: t('compare'),
      content: (
        <RecordPart name="compare">
          <CompareView
            pageId={page.id}
            versions={versions.line}
            from={versions.from}
            to={versions.to}
            onChange={versions.compare}
          />
        </RecordPart>
      ),
    },
    {
      key: 'figures',
      label: t('figures'),
      content: (
        <RecordPart name="figures">
          <PageFigures
            pageId={page.id}
            newestVersion={page.last_version_id}
            onChoose={id => versions.choose(id, 'text')}
          />
        </RecordPart>
      ),
    },
    {
      key: 'versions',
      label: t('versions'),
      content:
        chosenId === undefined ? (
          <NoVersions />
        ) : (
          <>
            <VersionList
              versions={newestFirst}
              chosen={chosenId}
              onChoose={id => versions.choose(id, 'text')}
              onCompare={versions.compare}
            />
            {versions.isWhole && <Older versions={versions} />}
          </>
        ),
    },
  ]
  // A narrow screen shows the page's text before the facts of the version.
  if (isNarrow && chosen) tabs.push({ key: 'details', label: t('details'), content: <Details facts={facts.version} /> })
  return (
    <RecordPage
      back={
        <BackLink>
          <ChevronLeft size={16} aria-hidden />
          {t('pages')}
        </BackLink>
      }
      title={page.title || tPage('untitled')}
      subtitle={pathOf(page.url)}
      marks={<PageState status={page.status} reason={page.status_reason} />}
      acts={<PageActs page={page} versionId={chosen?.id} />}
      banner={<Strip versions={versions} />}
      factsLabel={t('facts')}
      facts={isNarrow ? facts.page : [...facts.page, ...facts.version]}
      tabs={tabs}
    />
  )
}

function Details({ facts }: { facts: readonly PageFact[] }) {
  return (
    <dl className={css.details}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Versions = ReturnType<typeof useVersions>

function Strip({ versions }: { versions: Versions }) {
  const { chosenId, oldestFirst } = versions
  if (versions.isPending) return <Skeleton.Button active block style={{ height: 76, marginBottom: 16 }} />
  if (chosenId === undefined) return null
  return (
    <>
      <VersionStrip
        versions={oldestFirst}
        chosen={chosenId}
        other={versions.other}
        onChoose={id => versions.choose(id)}
        onOther={id => {
          // For the chosen version itself, the other end is the version before it.
          const at = versions.line.findIndex(version => version.id === id)
          const other = id === chosenId ? versions.line[at + 1]?.id : id
          if (other !== undefined) versions.compare(...inOrder(versions, other, chosenId))
        }}
      />
      {!versions.isWhole && <Older versions={versions} />}
    </>
  )
}

/** Button that loads older versions. */
function Older({ versions: { total, older } }: { versions: Versions }) {
  const t = useT(pagePageMessages)
  if (!older) return null
  return (
    <p className={css.note}>
      {t('versionsCount', { count: total })}
      <Button size="small" onClick={older}>
        {t('older')}
      </Button>
    </p>
  )
}

/** The older version first. */
function inOrder({ line }: Versions, a: number, b: number): [number, number] {
  const at = (id: number) => line.findIndex(version => version.id === id)
  return at(a) > at(b) ? [a, b] : [b, a]
}

function NoVersions() {
  const t = useT(pagePageMessages)
  return (
    <div className={css.note}>
      <strong>{t('noVersions')}</strong> {t('noVersionsText')}
    </div>
  )
}

function TimeTab({ page, versions }: { page: Page; versions: Versions }) {
  const { chosenId, line } = versions
  if (!versions.isPending && chosenId === undefined) return <NoVersions />
  if (chosenId === undefined) return null
  return (
    <RecordPart name="time">
      <TimeMachine page={page} versions={line} chosenId={chosenId} onChoose={id => versions.choose(id)} />
    </RecordPart>
  )
}

const quotedOf = ({ title, url }: Page, { version }: PageVersionReply) => ({
  title: title || url,
  url,
  version: version.id,
  at: version.fetched_at,
})

type OneProps = { page: Page; versions: Versions; draw: (stored: PageVersionReply) => ReactNode }

/** The chosen version, after it has loaded. */
function OneVersion({ page, versions, draw }: OneProps) {
  const t = useT(pagePageMessages)
  const { chosenId } = versions
  const versionQuery = useQuery({ ...versionOptions(page.id, chosenId ?? 0), enabled: chosenId !== undefined })
  const error = versionQuery.error ?? versions.error
  if (error)
    return (
      <Failure isWhole onRetry={versionQuery.error ? () => void versionQuery.refetch() : versions.retry}>
        {t('textFailed')} {errorText(error)}
      </Failure>
    )
  if (!versions.isPending && chosenId === undefined) return <NoVersions />
  if (!versionQuery.data)
    return (
      <div role="status" aria-busy aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 10, width: '80%' }} />
      </div>
    )
  return draw(versionQuery.data)
}
