import { Button } from 'antd'
import { Rss } from 'lucide-react'
import { lazy, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { feedMessages } from './messages.ts'

const FeedDialog = lazy(() => import('./feed-dialog.tsx'))

/** On the page of screening hits: a feed of the open ones. */
export function HitFeedButton() {
  const t = useT(feedMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Rss size={16} aria-hidden />}
        title={t('follow')}
        aria-label={t('follow')}
        onClick={() => setIsOpen(true)}
      />
      <LazyDialog>
        {isOpen && <FeedDialog kind="screening" name={t('hits')} onClose={() => setIsOpen(false)} />}
      </LazyDialog>
    </>
  )
}
