import type { Page, PageVersion } from '#contract/page.api.ts'
import { useQualityWord } from '#web/features/site/site.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import type { PageFact } from '#web/record/record-page.tsx'
import { OutLink } from '#web/ui/out-link.tsx'
import { NextVisit } from './next-visit.tsx'
import { PageState } from './page-cells.tsx'
import { pagePageMessages } from './page-page-messages.ts'
import css from './version.module.css'
import { statusText } from './version-list.tsx'

/** The entries of a feed, and why some are not part of the page. */
function FeedCountsText({ feed }: { feed: NonNullable<Page['feed']> }) {
  const t = useT(pagePageMessages)
  const left = [
    feed.unreadable > 0 && t('feedUnreadable', { count: feed.unreadable }),
    feed.repeated > 0 && t('feedRepeated', { count: feed.repeated }),
    feed.no_link > 0 && t('feedNoLink', { count: feed.no_link }),
    feed.is_over && t('feedOver'),
    feed.is_cut && t('feedCut'),
  ].filter(each => each !== false)
  return (
    <>
      {t('feedEntries', { count: feed.entries })}
      {left.map(each => (
        <div key={each} className="small quiet">
          {each}
        </div>
      ))}
    </>
  )
}

/** Facts of a page and of the version that is shown. */
export function usePageFacts(page: Page, version: PageVersion | undefined): { page: PageFact[]; version: PageFact[] } {
  const t = useT(pagePageMessages)
  const why = useQualityWord()
  const locale = useLocale()
  const facts: PageFact[] = [
    {
      label: t('og'),
      value: (
        <PageLink to="og_detail" params={{ id: page.og.id }} search={{ tab: 'site' }}>
          {displayName(page.og)}
        </PageLink>
      ),
    },
    { label: t('address'), value: <OutLink address={page.url} />, isMono: true },
    { label: t('status'), value: <PageState status={page.status} reason={page.status_reason} /> },
    ...(page.feed ? [{ label: t('feed'), value: <FeedCountsText feed={page.feed} /> }] : []),
    ...(page.language ? [{ label: t('language'), value: page.language }] : []),
    { label: t('firstSeen'), value: formatInstant(page.first_seen_at) },
    { label: t('lastFetched'), value: formatInstant(page.last_fetched_at) || t('never') },
    { label: t('lastChanged'), value: formatInstant(page.last_changed_at) || t('never') },
    { label: t('nextVisit'), value: <NextVisit pageId={page.id} /> },
  ]
  if (!version) return { page: facts, version: [] }
  const quality = version.quality === 'good' ? t('good') : [t('low'), ...version.quality_reasons.map(why)].join(' · ')
  const more: PageFact[] = [
    {
      label: version.archive ? t('capturedAt') : t('versionOf', { round: String(version.round) }),
      value: (
        <>
          <b className="strong">{formatInstant(version.fetched_at)}</b>
          {version.archive && (
            <div>{t(version.archive.is_clip ? 'clippedBy' : 'archiveOf', { name: version.archive.file_name })}</div>
          )}
          {version.diff_id !== null && (
            <div>
              <PageLink to="admin_diff_detail" search={{ id: version.diff_id }}>
                {t('toDiff')}
              </PageLink>
            </div>
          )}
          {version.is_evidence && <div>{t('isEvidence')}</div>}
          {version.is_lost && <div className="danger">{t('isLost')}</div>}
        </>
      ),
    },
    ...(version.archive || version.first_seen_at < version.fetched_at
      ? [
          {
            label: t('presentAt'),
            value: t('presentFrom', {
              first: formatInstant(version.first_seen_at),
              last: formatInstant(version.last_seen_at),
            }),
          },
        ]
      : [{ label: t('seenAt'), value: formatInstant(version.last_seen_at) }]),
    ...(version.archive?.sha256
      ? [{ label: t('archiveHash'), value: <span className="small mono">{version.archive.sha256}</span> }]
      : []),
    {
      label: t('http'),
      value: <span title={t('effectiveHint')}>{statusText(version)}</span>,
    },
    {
      label: t('quality'),
      value: (
        <span className={css.quality} data-quality={version.quality}>
          {quality}
        </span>
      ),
    },
    ...(version.content_type ? [{ label: t('kind'), value: version.content_type }] : []),
    ...(version.charset ? [{ label: t('charset'), value: version.charset }] : []),
    { label: t('size'), value: `${version.size.toLocaleString(locale)} B` },
    ...(version.final_url === page.url
      ? []
      : [{ label: t('finalUrl'), value: <OutLink address={version.final_url} />, isMono: true }]),
    { label: t('hash'), value: <span className="small mono">{version.hash}</span> },
    { label: t('textHash'), value: <span className="small mono">{version.text_hash}</span> },
  ]
  return { page: facts, version: more }
}
