import { useT } from '#web/platform/i18n.ts'
import { changeSetting, useSetting } from '#web/platform/setting.ts'
import { settingMessages } from './setting-messages.ts'
import css from './settings-drawer.module.css'

/** White text is readable on each of them. */
const swatches = ['#165DFF', '#0E6F7C', '#00763A', '#A34500', '#CB272D', '#B71DE8', '#722ED1', '#4E5969']

export function ThemeColor() {
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
