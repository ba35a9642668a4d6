import { useMemo } from 'react'
import type { Page } from '#contract/page.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { figureText, instantText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import { pageListMessages } from './messages.ts'
import { Hits, PageMenu, PageName, PageState, pathOf, Waiting } from './page-cells.tsx'
import { titleInSite } from './site-title.ts'

type TranslateFn = Translate<(typeof pageListMessages)['zh-CN']>

const instant = (at: string | null) => <span className="quiet">{formatInstant(at)}</span>
const time = { widest: [instantText], width: 140, sortsDownFirst: true, isNumber: true, align: 'end' } as const
const count = { widest: ['10,000'], width: 84, isNumber: true, sortsDownFirst: true } as const

function pageColumns(t: TranslateFn, isOneSite: boolean): Column<Page>[] {
  return [
    {
      id: 'page',
      title: t('page'),
      cell: (page, rows) => <PageName page={page} title={titleInSite(page, rows)} />,
      text: (page, rows) => titleInSite(page, rows) || pathOf(page.url),
      // The mark of a feed.
      markWidth: 40,
      width: 360,
      minWidth: 240,
      sort: 'url',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    {
      id: 'og',
      title: t('og'),
      cell: page => (
        <PageLink to="og_detail" params={{ id: page.og.id }} search={{ tab: 'site' }}>
          {displayName(page.og)}
        </PageLink>
      ),
      text: page => displayName(page.og),
      width: 180,
      defaultHidden: isOneSite,
    },
    {
      id: 'status',
      title: t('status'),
      cell: page => <PageState status={page.status} reason={page.status_reason} />,
      width: 104,
    },
    {
      id: 'diffs_waiting',
      title: t('waiting'),
      cell: page => <Waiting page={page} />,
      text: page => figureText(page.diffs_waiting),
      ...count,
    },
    {
      id: 'hits',
      title: t('hits'),
      cell: page => <Hits count={page.hits} />,
      text: page => figureText(page.hits),
      sort: 'hits',
      ...count,
    },
    {
      id: 'last_changed_at',
      title: t('changedAt'),
      cell: page => instant(page.last_changed_at),
      text: page => page.last_changed_at,
      sort: 'last_changed_at',
      ...time,
    },
    {
      id: 'versions',
      title: t('versions'),
      cell: page => page.versions,
      sort: 'versions',
      defaultHidden: true,
      ...count,
    },
    {
      id: 'last_fetched_at',
      title: t('fetchedAt'),
      cell: page => instant(page.last_fetched_at),
      text: page => page.last_fetched_at,
      sort: 'last_fetched_at',
      defaultHidden: true,
      ...time,
    },
    {
      id: 'first_seen_at',
      title: t('firstSeenAt'),
      cell: page => instant(page.first_seen_at),
      sort: 'first_seen_at',
      defaultHidden: true,
      ...time,
    },
    {
      id: 'language',
      title: t('language'),
      cell: page => page.language,
      text: page => page.language,
      width: 88,
      defaultHidden: true,
    },
    { id: 'acts', title: t('acts'), cell: page => <PageMenu page={page} />, width: 44, isActs: true, fields: [] },
  ]
}

/** The columns in the chosen language. The site's column is left out if only one site is shown. */
export function usePageColumns(isOneSite: boolean): Column<Page>[] {
  const t = useT(pageListMessages)
  return useMemo(() => pageColumns(t, isOneSite), [t, isOneSite])
}
