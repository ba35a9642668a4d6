import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Popover } from 'antd'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getNotificationSetting } from '#contract/notification.api.ts'
import { displayTitle } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { useToken } from '#web/platform/token.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { Entry } from './entry.tsx'
import { hrefOfEntry } from './entry-address.ts'
import { useLive } from './live.ts'
import { notificationMessages } from './messages.ts'
import css from './notification.module.css'
import { countOptions, latestOptions, markRead } from './notification-calls.ts'
import { openNotificationStream } from './stream.ts'
import { noteOf, useSentence } from './words.ts'

/** Kinds that pop up on arrival; changes of records only raise the count. */
const important: ReadonlySet<string> = new Set(['mention', 'hit', 'review', 'reply', 'task', 'search', 'sent'])
const most = 99

/** The live number of unread notifications, with the latest of them in a panel. */
export default function Bell() {
  const t = useT(notificationMessages)
  const [isOpen, setIsOpen] = useState(false)
  const token = useToken(state => state.token)
  const live = useLive(state => state.unread)
  const counted = useQuery({ ...countOptions(), enabled: live === null })
  useEffect(() => (token ? openNotificationStream() : undefined), [token])
  usePopUps()
  const unread = live ?? counted.data?.unread ?? 0
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={<Latest unread={unread} onClose={() => setIsOpen(false)} />}
    >
      <button
        type="button"
        className={css.bell}
        aria-label={t('bell', { count: unread })}
        title={t('notifications')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <BellIcon size={16} aria-hidden />
        {unread > 0 && <span className={css.count}>{unread > most ? `${most}+` : unread}</span>}
      </button>
    </Popover>
  )
}

function Latest({ unread, onClose }: { unread: number; onClose: () => void }) {
  const t = useT(notificationMessages)
  const { data, error } = useQuery({ ...latestOptions(), staleTime: 0 })
  const isLost = useLive(state => state.isLost)
  const newest = data?.items[0]
  return (
    <section className={css.panel} aria-label={t('notifications')}>
      <header className="row spread pad-x-5 pad-y-4 line-below">
        <h2>{t('notifications')}</h2>
        {unread > 0 && newest && (
          <button type="button" className="primary" onClick={() => void markRead({ all_until: newest.seq })}>
            {t('markAll')}
          </button>
        )}
      </header>
      {isLost && (
        <p className={css.lost} role="status">
          {t('lost')}
        </p>
      )}
      {error && !data && <Failure>{t('failedTitle')}</Failure>}
      {data?.items.length === 0 && (
        <div className={css.none}>
          <b>{t('emptyTitle')}</b>
          <p>{t('emptyText')}</p>
        </div>
      )}
      <ul className={css.latest} aria-busy={!data && !error}>
        {data?.items.map(item => (
          <Entry key={item.id} item={item} onOpened={onClose} />
        ))}
      </ul>
      <footer className={css.panelFoot}>
        <PageLink to="notification" onClick={onClose}>
          {t('seeAll')}
        </PageLink>
      </footer>
    </section>
  )
}

/** Shows important notifications as popups in the visible window; an update of a notification replaces its popup. */
function usePopUps(): void {
  const t = useT(notificationMessages)
  const sentence = useSentence()
  const role = useRole()
  const { history } = useRouter()
  const fresh = useLive(state => state.fresh)
  const { data: setting } = useQuery({ ...endpointQuery(getNotificationSetting, {}), staleTime: 300_000 })
  const isQuiet = setting?.quiet !== false
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifications are shown on arrival, not when texts change
  useEffect(() => {
    if (isQuiet || document.visibilityState !== 'visible') return
    for (const item of fresh.filter(each => important.has(each.family)).slice(-2)) {
      const href = hrefOfEntry(item, role)
      const run = () => {
        void markRead({ ids: [item.id] })
        if (href) history.push(href)
      }
      notify({
        id: `notification-${item.id}`,
        kind: 'info',
        text: [`${displayTitle(item)} ${sentence(item)}`, noteOf(item)].filter(Boolean).join(' · '),
        durationMs: 8_000,
        ...(href && { action: { label: t('open'), run } }),
      })
    }
  }, [fresh])
}
