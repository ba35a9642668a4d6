import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Rss } from 'lucide-react'
import { useState } from 'react'
import { getOg } from '#contract/og.api.ts'
import { editors } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { Permitted } from '#web/platform/permitted.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { FeedDialog } from './feed.ts'
import { feedMessages } from './messages.ts'

/** On the page of an organisation: a feed of the differences of its site. */
export function OgFeedButton({ id }: { id: number }) {
  const t = useT(feedMessages)
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...endpointQuery(getOg, { params: { id } }), enabled: isOpen, meta: { quiet: true } })
  return (
    <Permitted roles={editors}>
      <Button
        icon={<Rss size={14} aria-hidden />}
        title={t('follow')}
        aria-label={t('follow')}
        onClick={() => setIsOpen(true)}
      />
      <LazyDialog>
        {isOpen && data && (
          <FeedDialog kind="og" subjectId={id} name={String(data.name)} onClose={() => setIsOpen(false)} />
        )}
      </LazyDialog>
    </Permitted>
  )
}
