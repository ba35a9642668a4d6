import { Modal, type ModalProps } from 'antd'
import { useState } from 'react'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useLeaveQuestion } from '#web/platform/leave.ts'
import { platformMessages } from '#web/platform/messages.ts'
import { routeOf } from '#web/platform/route.ts'
import { byPlace, type ShortcutPlace, setShortcutHelp, useShortcut, useShortcuts } from '#web/platform/shortcut.tsx'
import { dismissEnded, useToken } from '#web/platform/token.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import css from './dialogs.module.css'
import { useLogout } from './leave.ts'
import { shellMessages } from './messages.ts'

/** Dialogs that can open on any page. */
export function Dialogs() {
  return (
    <>
      <EndedDialog />
      <LeaveDialog />
      <ConfirmDialog />
      <ShortcutDialog />
    </>
  )
}

/**
 * A dialog that is loaded on its first opening, because most visits never show it. After that it stays mounted, so that
 * it closes normally.
 */
function Dialog(props: ModalProps & { open: boolean }) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? <Modal {...props} /> : null
}

/** The server no longer knows the session. Staying keeps the page readable. */
function EndedDialog() {
  const t = useT(shellMessages)
  const hasEnded = useToken(state => state.hasEnded)
  const logout = useLogout()
  return (
    <Dialog
      open={hasEnded}
      title={t('loggedOutTitle')}
      okText={t('loginAgain')}
      cancelText={t('stay')}
      onOk={async () => {
        dismissEnded()
        await logout()
      }}
      onCancel={dismissEnded}
      width={420}
    >
      {t('loggedOutText')}
    </Dialog>
  )
}

function LeaveDialog() {
  const t = useT(platformMessages)
  const answer = useLeaveQuestion(state => state.answer)
  return (
    <Dialog
      open={answer !== null}
      title={t('leaveTitle')}
      okText={t('leave')}
      okButtonProps={{ danger: true }}
      cancelText={t('stay')}
      onOk={() => answer?.(true)}
      onCancel={() => answer?.(false)}
      width={420}
    >
      {t('leaveText')}
    </Dialog>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

function keysOf(key: string): string[] {
  return key
    .split('+')
    .map(part => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part))
}

/** Lists the registered shortcuts, so that it is always complete and names no inactive key. */
function ShortcutDialog() {
  const t = useT(shellMessages)
  const locale = useLocale()
  const { entries, isHelpOpen } = useShortcuts()
  useShortcut('?', t('showShortcuts'), () => setShortcutHelp(true))
  const titleOf = (place: ShortcutPlace) => {
    const key = placeKeys[place]
    return key ? t(key) : (routeOf(place)?.title[locale] ?? '')
  }
  return (
    <Dialog open={isHelpOpen} title={t('shortcuts')} footer={null} onCancel={() => setShortcutHelp(false)} width={760}>
      <div className={css.places}>
        {byPlace(entries).map(([place, keys]) => (
          <section key={place} className={css.place}>
            <h3 className="small faint">{titleOf(place)}</h3>
            <dl className={css.shortcuts}>
              {keys.map(({ key, description }) => (
                <div key={key} className="row spread gap-5 line-above">
                  <dt className="quiet">{description}</dt>
                  <dd className="flex gap-2">
                    {keysOf(key).map(part => (
                      <kbd key={part}>{part}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const placeKeys: Partial<Record<ShortcutPlace, 'keysEverywhere' | 'keysList' | 'keysRecord'>> = {
  everywhere: 'keysEverywhere',
  list: 'keysList',
  record: 'keysRecord',
}
