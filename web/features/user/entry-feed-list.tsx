import { useQuery } from '@tanstack/react-query'
import { Rss } from 'lucide-react'
import { listFeeds } from '#contract/feed.api.ts'
import { feedMessages, stopFeed } from '#web/features/feed/feed.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { AccessList, useEnding } from './access-list.tsx'

/** The user's own feeds for feed readers, each with a button to revoke it; hidden if there are none. */
export function EntryFeedList() {
  const t = useT(feedMessages)
  const feedsQuery = useQuery({ ...endpointQuery(listFeeds, {}), meta: { quiet: true } })
  const { ending, end } = useEnding<number>()
  const feeds = feedsQuery.data?.items ?? []
  if (feeds.length === 0) return null
  return (
    <AccessList
      title={t('yours')}
      text={t('yoursText')}
      query={feedsQuery}
      ending={ending}
      ways={feeds.map(({ id, name, kind, last_used_at: usedAt, created_at: since }) => ({
        id,
        icon: Rss,
        name,
        facts: [
          t(`kind_${kind}`),
          usedAt === null ? t('unused') : t('used', { at: formatInstant(usedAt) }),
          t('created', { at: formatInstant(since) }),
        ],
        end: {
          label: t('revoke'),
          spoken: t('revokeNamed', { name }),
          run: () =>
            void end(id, async () => {
              await stopFeed(id)
              return t('revoked', { name })
            }),
        },
      }))}
    />
  )
}
