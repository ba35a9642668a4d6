import { Button, Dropdown, type MenuProps } from 'antd'
import { Ban, Ellipsis, Eye, RefreshCw, Trash2 } from 'lucide-react'
import type { Page, PageStatus } from '#contract/page.api.ts'
import { useReasonWord } from '#web/features/site/site.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import cells from '#web/ui/list/cells.module.css'
import { pageListMessages, pageWords } from './messages.ts'
import css from './page-list.module.css'
import { usePageActs } from './use-page-acts.ts'

/** The address without the part that all pages of a site share. */
export function pathOf(url: string): string {
  try {
    const { pathname, search, hash } = new URL(url)
    return decodeURI(pathname + search + hash)
  } catch {
    return url
  }
}

/** The title, with the path below it; `title`: the title without the name of its site. */
export function PageName({ page, title = page.title }: { page: Page; title?: string | null }) {
  const t = useT(pageWords)
  return (
    <span className={css.name} title={page.title ? `${page.title}\n${page.url}` : page.url}>
      <span className={cells.name}>
        <PageLink to="admin_page" params={{ id: page.id }} className={cells.nameText}>
          {title || t('untitled')}
        </PageLink>
        {page.feed && (
          <span className="rigid tag" title={t('feedTitle')}>
            {t('feed')}
          </span>
        )}
      </span>
      <span className={css.path}>{pathOf(page.url)}</span>
    </span>
  )
}

/** Shape and colour both show the state; a tooltip shows the reason. */
export function PageState({ status, reason }: { status: PageStatus; reason: string | null }) {
  const t = useT(pageWords)
  const word = useReasonWord()
  // A page can still be watched although its last fetch failed.
  const why = reason ? word(reason) : ''
  return (
    <span
      className={css.state}
      data-status={status}
      data-trouble={status === 'active' && why ? true : undefined}
      title={why || undefined}
    >
      <span className={css.stateWord}>{t(status)}</span>
      {why && <span className="quiet">{why}</span>}
    </span>
  )
}

export function Hits({ count }: { count: number }) {
  return count > 0 ? <b className="strong">{count.toLocaleString('en-US')}</b> : <span className="faint">–</span>
}

/** The number of unread differences, with a link to them. */
export function Waiting({ page }: { page: Page }) {
  if (page.diffs_waiting === 0) return <Hits count={0} />
  return (
    <PageLink to="admin_diff" search={{ page: page.id }} className="strong">
      {page.diffs_waiting}
    </PageLink>
  )
}

/** The actions of a row that the user can perform. */
export function PageMenu({ page }: { page: Page }) {
  const t = useT(pageWords)
  const acts = usePageActs()
  const mayUpdate = page.can.includes('update')
  const isStopped = page.status === 'forbidden'
  const items: MenuProps['items'] = []
  if (page.can.includes('fetch') && !isStopped)
    items.push({
      key: 'fetch',
      icon: <RefreshCw size={14} aria-hidden />,
      label: t('fetchNow'),
      onClick: () => acts.fetchNow(page),
    })
  if (mayUpdate)
    items.push({
      key: 'watch',
      icon: isStopped ? <Eye size={14} aria-hidden /> : <Ban size={14} aria-hidden />,
      label: t(isStopped ? 'watchAgain' : 'stopWatching'),
      onClick: () => acts.setStatus(page, isStopped ? 'active' : 'forbidden'),
    })
  if (page.can.includes('delete'))
    items.push(
      { type: 'divider' },
      {
        key: 'forget',
        icon: <Trash2 size={14} aria-hidden className="danger" />,
        label: <span className="danger">{t('forget')}</span>,
        onClick: () => acts.forget(page),
      },
    )
  if (items.length === 0) return null
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        size="small"
        icon={<Ellipsis size={16} aria-hidden />}
        aria-label={t('more', { name: page.title || page.url })}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}

/** A page on a narrow screen. */
export function PageCard({ page }: { page: Page }) {
  const t = useT(pageListMessages)
  return (
    <div className={css.card}>
      <PageName page={page} />
      <div className={css.cardLine}>
        <PageState status={page.status} reason={page.status_reason} />
        <span>
          {t('changedAt')} {formatInstant(page.last_changed_at) || '—'}
        </span>
        {page.hits > 0 && (
          <span>
            {t('hits')} <Hits count={page.hits} />
          </span>
        )}
        {page.diffs_waiting > 0 && (
          <span>
            {t('waiting')} <Waiting page={page} />
          </span>
        )}
        <PageMenu page={page} />
      </div>
    </div>
  )
}
