import { Bookmark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { bookmarkOf } from './bookmark.ts'
import css from './clip.module.css'
import { clipMessages } from './messages.ts'

/** A link to be dragged to the bookmarks bar; pressed here, it only explains that. */
export function BookmarkButton() {
  const t = useT(clipMessages)
  const link = useRef<HTMLAnchorElement>(null)
  const address = bookmarkOf(window.location.origin, t('isolated'))
  // React refuses addresses that run code; this one is our own and is only dragged.
  useEffect(() => link.current?.setAttribute('href', address), [address])
  return (
    <a
      ref={link}
      href="/clip"
      className={css.bookmark}
      draggable
      onClick={event => {
        event.preventDefault()
        notifySuccess(t('dragIt'))
      }}
    >
      <Bookmark size={16} aria-hidden /> {t('bookmark')}
    </a>
  )
}
