import { Tabs } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { FollowList } from './follow-list.tsx'
import { useLive } from './live.ts'
import { notificationMessages } from './messages.ts'
import { NotificationList } from './notification-list.tsx'
import { SettingPanel } from './setting-panel.tsx'

/** `/notification`: notifications, followed records, and notification settings. */
export default function NotificationPage() {
  const t = useT(notificationMessages)
  const { search, setSearch } = usePage()
  const unread = useLive(state => state.unread)
  const requested = one(search.tab) ?? 'list'
  const tabs = [
    {
      key: 'list',
      label: unread ? `${t('notifications')} ${unread}` : t('notifications'),
      children: <NotificationList />,
    },
    { key: 'following', label: t('following'), children: <FollowList /> },
    { key: 'settings', label: t('settings'), children: <SettingPanel /> },
  ]
  return (
    <article className="stack page-column gap-3">
      <h1>{t('notifications')}</h1>
      <Tabs
        activeKey={tabs.some(tab => tab.key === requested) ? requested : 'list'}
        onChange={key => setSearch({ tab: key === 'list' ? null : key }, { replace: true })}
        items={tabs}
        destroyOnHidden
      />
    </article>
  )
}
