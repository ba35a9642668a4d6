import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FollowEntity } from '#contract/notification.api.ts'
import { useAct } from '#web/platform/app-command.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { useLive } from './live.ts'
import { followMessages } from './messages.ts'
import css from './notification.module.css'
import { followOptions, markRead, setFollow } from './notification-calls.ts'

type Props = { noun: FollowEntity; id: number }

/** Opening a record marks the notifications about it as read. */
export function FollowButton({ noun, id }: Props) {
  const t = useT(followMessages)
  const client = useQueryClient()
  const { data, isError } = useQuery(followOptions({ noun, id }))
  const [isBusy, setIsBusy] = useState(false)
  const hasUnread = useLive(state => state.unread !== null && state.unread > 0)
  const newest = useLive(state => state.fresh.findLast(item => item.noun === noun && item.record_id === id)?.seq)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes while the page is open is read there too
  useEffect(() => {
    if (hasUnread && document.visibilityState === 'visible') markRead({ record: { noun, id } }).catch(() => undefined)
  }, [hasUnread, newest, noun, id])
  const isOn = (data?.items.length ?? 0) > 0
  const key = isOn ? 'unfollow' : 'follow'
  useAct(
    data
      ? {
          id: key,
          label: { 'zh-CN': followMessages['zh-CN'][key], 'en-US': followMessages['en-US'][key] },
          icon: Star,
          run: () => void toggle(),
        }
      : null,
  )
  if (isError) return null

  async function toggle() {
    setIsBusy(true)
    try {
      await setFollow({ noun, id }, !isOn)
      await client.invalidateQueries({ queryKey: followOptions({ noun, id }).queryKey })
      notifySuccess(t(isOn ? 'unfollowed' : 'followed'))
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      className={css.follow}
      disabled={data === undefined || isBusy}
      aria-pressed={isOn}
      title={t(isOn ? 'unfollow' : 'follow')}
      icon={<Star size={14} aria-hidden fill={isOn ? 'currentColor' : 'none'} />}
      onClick={() => void toggle()}
    >
      {t(isOn ? 'following' : 'follow')}
    </Button>
  )
}
