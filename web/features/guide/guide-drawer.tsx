import { Drawer } from 'antd'
import { Suspense, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import css from './guide.module.css'
import { guideOf, isGuideName } from './guide-names.ts'
import { GuideText } from './guide-text.tsx'
import { guideMessages } from './messages.ts'
import { useGuide } from './use-guide.ts'

type Props = {
  /** The screen that it explains. */
  screen: string
  isOpen: boolean
  onClose: () => void
}

/** The page of the guide for a screen, next to that screen. Its links open other pages in the same drawer. */
export default function GuideDrawer({ screen, isOpen, onClose }: Props) {
  const t = useT(guideMessages)
  const [opened, setOpened] = useState({ screen, name: guideOf(screen) })
  // Another screen has its own page; a page chosen by a link is forgotten with its screen.
  const name = opened.screen === screen ? opened.name : guideOf(screen)
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      // The screen that it explains stays visible and usable.
      mask={false}
      size="min(600px, 100vw)"
      title={t('title')}
      extra={
        <PageLink to="guide_page" params={{ page: name }} onClick={onClose}>
          {t('whole')}
        </PageLink>
      }
    >
      <article className={css.text} key={name}>
        <Suspense fallback={<div className={css.space} />}>
          <Text name={name} onLink={page => isGuideName(page) && setOpened({ screen, name: page })} />
        </Suspense>
      </article>
    </Drawer>
  )
}

function Text({ name, onLink }: { name: string; onLink: (page: string) => void }) {
  const { pages, pictures } = useGuide()
  return (
    <GuideText
      nodes={pages[name] ?? []}
      pictures={pictures}
      link={(page, children) => (
        <button type="button" className="link" onClick={() => onLink(page)}>
          {children}
        </button>
      )}
    />
  )
}
