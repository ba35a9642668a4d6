import { infiniteQueryOptions } from '@tanstack/react-query'
import {
  countNotifications,
  type Family,
  type FollowEntity,
  follow,
  listFollows,
  listNotifications,
  readNotifications,
  unfollow,
} from '#contract/notification.api.ts'
import { call } from '#web/platform/api.ts'
import { endpointQuery, refresh } from '#web/platform/query.ts'

const pageSize = 30

type NotificationFilter = { isUnread: boolean; isBeyond: boolean; family: Family | undefined }

/** The list, latest first, page by page. */
export function listOptions({ isUnread, isBeyond, family }: NotificationFilter) {
  return infiniteQueryOptions({
    queryKey: ['notification', listNotifications.path, { isUnread, isBeyond, family }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listNotifications,
        {
          query: {
            current: pageParam,
            pageSize,
            ...(isUnread && { unread: 'true' as const }),
            ...(isBeyond && { beyond: 'true' as const }),
            ...(family && { family: [family] }),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** The latest few, for the bell. */
export const latestOptions = () => endpointQuery(listNotifications, { query: { pageSize: 8 } }, { isBackground: true })
export const countOptions = () => endpointQuery(countNotifications, {}, { isBackground: true })

type MarkReadBody = { ids?: number[]; record?: { noun: string; id: number }; all_until?: number; read?: boolean }

/** Marks notifications as read and refreshes the views that show them. */
export async function markRead(reading: MarkReadBody): Promise<number> {
  const { done } = await call(readNotifications, { body: reading })
  if (done > 0) await refresh('notification')
  return done
}

type FollowTarget = { noun: FollowEntity; id: number }

export const followOptions = ({ noun, id }: FollowTarget) => ({
  ...endpointQuery(listFollows, { query: { noun: [noun], record_id: String(id), pageSize: 1 } }),
})

export async function setFollow({ noun, id }: FollowTarget, isOn: boolean): Promise<void> {
  if (isOn) await call(follow, { body: { noun, record_id: id } })
  else await call(unfollow, { query: { noun, record_id: String(id) } })
  await refresh('follow')
}
