import { useRouter } from '@tanstack/react-router'
import { Button, Drawer, InputNumber, Segmented, Switch } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { defaultSetting, type Setting } from '#contract/setting.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { changeSetting, useSetting } from '#web/platform/setting.ts'
import { useToken } from '#web/platform/token.ts'
import { clearServerMenu } from './server-menu.ts'
import { settingMessages } from './setting-messages.ts'
import css from './settings-drawer.module.css'

/** White text is readable on each of them. */
const swatches = ['#165DFF', '#0E6F7C', '#00763A', '#A34500', '#CB272D', '#B71DE8', '#722ED1', '#4E5969']

function ThemeColor() {
  const t = useT(settingMessages)
  const colour = useSetting(setting => setting.theme_color)
  return (
    <fieldset className={css.colours}>
      <legend>{t('themeColor')}</legend>
      {swatches.map(each => (
        <button
          key={each}
          type="button"
          className={css.swatch}
          style={{ background: each }}
          aria-label={each}
          aria-pressed={each.toLowerCase() === colour.toLowerCase()}
          onClick={() => changeSetting({ theme_color: each })}
        />
      ))}
      <input
        type="color"
        className={css.picker}
        aria-label={t('themeColor')}
        value={colour}
        onChange={event => changeSetting({ theme_color: event.target.value })}
      />
      <code className="faint">{colour.toUpperCase()}</code>
    </fieldset>
  )
}

const drawerWidth = 300

type Props = { isOpen: boolean; onClose: () => void }

/** The user's settings of the shell; applied at once and stored on the server. */
export default function SettingsDrawer({ isOpen, onClose }: Props) {
  const t = useT(settingMessages)
  const menuWidth = useSetting(setting => setting.menu_width)
  const theme = useSetting(setting => setting.theme)
  const isFromServer = useSetting(setting => setting.menu_from_server)
  const router = useRouter()
  const isSignedIn = useToken(state => state.token !== null)
  const widthId = useId()

  function toggleServerMenu(isOn: boolean) {
    clearServerMenu()
    changeSetting({ menu_from_server: isOn })
    // The guard loads the menu and checks the open page against it.
    void router.invalidate()
  }

  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      size={drawerWidth}
      title={t('title')}
      footer={<SettingActions />}
      styles={{ body: { padding: '0 24px 24px' } }}
    >
      <h2 className={css.head}>{t('content')}</h2>
      <Toggle field="navbar" label={t('navbar')} />
      <Toggle field="menu" label={t('menu')} />
      <Toggle field="top_menu" label={t('topMenu')} />
      <Toggle field="footer" label={t('footer')} />
      <Toggle field="tab_bar" label={t('tabBar')} />
      <Toggle field="first_steps" label={t('firstSteps')} />
      <Row label={t('menuFromServer')}>
        <Switch size="small" aria-label={t('menuFromServer')} checked={isFromServer} onChange={toggleServerMenu} />
      </Row>
      <Row label={t('menuWidth')} htmlFor={widthId}>
        <InputNumber
          id={widthId}
          size="small"
          className={css.number}
          min={160}
          max={400}
          precision={0}
          value={menuWidth}
          onChange={value => value !== null && changeSetting({ menu_width: value })}
        />
      </Row>
      <h2 className={css.head}>{t('other')}</h2>
      <Toggle field="color_weak" label={t('colorWeak')} />
      <div className={css.block}>
        <span>{t('theme')}</span>
        <Segmented
          size="small"
          block
          aria-label={t('theme')}
          value={theme}
          options={(['light', 'dark', 'system'] as const).map(value => ({ value, label: t(value) }))}
          onChange={value => changeSetting({ theme: value })}
        />
      </div>
      <ThemeColor />
      <p className="above-5 small faint">{t(isSignedIn ? 'hint' : 'hintOutside')}</p>
    </Drawer>
  )
}

function Row({ label, htmlFor, children }: { label: string; htmlFor?: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      {htmlFor ? <label htmlFor={htmlFor}>{label}</label> : <span>{label}</span>}
      {children}
    </div>
  )
}

type Flag = 'navbar' | 'menu' | 'top_menu' | 'footer' | 'tab_bar' | 'first_steps' | 'color_weak'

function Toggle({ field, label }: { field: Flag; label: string }) {
  const isOn = useSetting(setting => setting[field])
  return (
    <Row label={label}>
      <Switch size="small" aria-label={label} checked={isOn} onChange={value => changeSetting({ [field]: value })} />
    </Row>
  )
}

/** The settings of the shell. Settings of lists are not part of a copy for others. */
function shellSetting(): Omit<Setting, 'lists' | 'locale'> {
  const { lists: _lists, locale: _locale, ...setting } = useSetting.getState()
  return setting
}

function SettingActions() {
  const t = useT(settingMessages)
  const [byHand, setByHand] = useState('')
  async function copy() {
    const text = JSON.stringify(shellSetting(), null, 2)
    try {
      await navigator.clipboard.writeText(text)
      notifySuccess(t('copied'))
    } catch {
      // The clipboard needs https or localhost, and the user's permission.
      setByHand(text)
      notifyError(t('copyFailed'))
    }
  }
  function reset() {
    const { lists: _lists, locale: _locale, ...setting } = defaultSetting
    changeSetting(setting)
  }
  return (
    <>
      {byHand && (
        <textarea
          className={css.text}
          aria-label={t('copyManual')}
          readOnly
          value={byHand}
          onFocus={e => e.target.select()}
        />
      )}
      <div className={css.actions}>
        <Button type="primary" onClick={copy}>
          {t('copy')}
        </Button>
        <Button onClick={reset}>{t('restoreDefault')}</Button>
      </div>
    </>
  )
}
