import { useRouterState } from '@tanstack/react-router'
import { PanelLeftOpen, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { guardMessages } from './guard-messages.ts'
import css from './settings-edge.module.css'

type ButtonProps = { label: string; icon: 'menu' | 'settings'; onClick: () => void }

/** At the right edge where there is no navbar: the way to what it would offer. */
export function EdgeButton({ label, icon, onClick }: ButtonProps) {
  const Icon = icon === 'menu' ? PanelLeftOpen : Settings
  return (
    <button type="button" className={css.button} aria-label={label} title={label} onClick={onClick}>
      <Icon size={18} aria-hidden />
    </button>
  )
}

/** The drawer with the component library that it is made of; neither is loaded before it is asked for. */
const Drawer = lazy(async () => {
  const [{ AntdProvider }, { default: SettingsDrawer }] = await Promise.all([
    import('#web/platform/antd.tsx'),
    import('./settings-drawer.tsx'),
  ])
  return {
    default: (props: { isOpen: boolean; onClose: () => void }) => (
      <AntdProvider>
        <SettingsDrawer {...props} />
      </AntdProvider>
    ),
  }
})

/** On screens outside the layout, such as login: what is set there is kept for whoever signs in here next. */
export function OuterSettings() {
  const t = useT(guardMessages)
  const isOutside = useRouterState({ select: state => state.matches.every(match => match.routeId !== '/layout') })
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  if (!isOutside) return null
  return (
    <>
      <div className={css.edge}>
        <EdgeButton label={t('settings')} icon="settings" onClick={() => setIsOpen(true)} />
      </div>
      <Suspense fallback={null}>
        {isOpen !== null && <Drawer isOpen={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
