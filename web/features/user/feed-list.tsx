import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { listUserFeeds } from '#contract/user.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { AccessList, useEnding } from './access-list.tsx'
import { accessMessages } from './messages.ts'
import { stopFeed } from './user.ts'

/** The calendar feeds of a user, each with a button to revoke it. `isHiddenEmpty` hides an empty list. */
export function FeedList({ userId, isHiddenEmpty = false }: { userId: number; isHiddenEmpty?: boolean }) {
  const t = useT(accessMessages)
  const feedsQuery = useQuery({ ...endpointQuery(listUserFeeds, { params: { id: userId } }), meta: { quiet: true } })
  const { ending, end } = useEnding<number>()
  const feeds = feedsQuery.data ?? []
  if (isHiddenEmpty && feeds.length === 0) return null
  return (
    <AccessList
      title={t('feeds')}
      text={feedsQuery.data?.length === 0 ? t('noFeeds') : t('feedsText')}
      query={feedsQuery}
      ending={ending}
      ways={feeds.map(({ id, name, last_used_at: usedAt, created_at: since }) => ({
        id,
        icon: CalendarDays,
        name,
        facts: [
          usedAt === null ? t('feedNeverUsed') : t('feedUsed', { at: formatInstant(usedAt) }),
          t('feedSince', { at: formatInstant(since) }),
        ],
        end: {
          label: t('endFeed'),
          spoken: t('endFeedNamed', { name }),
          run: () =>
            void end(id, async () => {
              await stopFeed(userId, id)
              return t('feedEnded', { name })
            }),
        },
      }))}
    />
  )
}
