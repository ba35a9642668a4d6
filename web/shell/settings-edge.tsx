import { useRouterState } from '@tanstack/react-router'
import { PanelLeftOpen, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { guardMessages } from './guard-messages.ts'
import css from './settings-edge.module.css'

type ButtonProps = { label: string; icon: 'menu' | 'settings'; onClick: () => void }

/** At the right edge if there is no navbar: a button to its content. */
export function EdgeButton({ label, icon, onClick }: ButtonProps) {
  const Icon = icon === 'menu' ? PanelLeftOpen : Settings
  return (
    <button type="button" className={css.button} aria-label={label} title={label} onClick={onClick}>
      <Icon size={18} aria-hidden />
    </button>
  )
}

/** The drawer with the component library that it uses; both are loaded on demand. */
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

/** Settings on screens outside the layout, such as login: they are stored for the next user who signs in here. */
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
