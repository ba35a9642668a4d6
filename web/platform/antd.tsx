import { ConfigProvider, type ConfigProviderProps, Modal, theme } from 'antd'
import { type ReactNode, use, useDeferredValue, useMemo } from 'react'
import { loadAntdLocale, loadedAntdLocale } from './antd-locale.ts'
import { textOn } from './color.ts'
import { useLocale } from './locale.ts'
import { useIsStill } from './media.ts'
import { ModalContext } from './modal.ts'
import { useSetting } from './setting.ts'
import { primaryText, useIsDark } from './theme.ts'

const sharedTokens = {
  borderRadius: 4,
  borderRadiusLG: 4,
  borderRadiusSM: 2,
  fontSize: 14,
  fontFamily: 'var(--font)',
  fontFamilyCode: 'var(--mono)',
  fontWeightStrong: 600,
  motionDurationSlow: '0.15s',
  motionDurationMid: '0.12s',
  motionDurationFast: '0.08s',
}

/**
 * Reduced motion. Motion is shortened, not turned off: the library waits for the end of each motion, and without any it
 * opens dialogs outside the page, so that nothing in them receives the focus.
 */
const reducedMotion = { motionDurationSlow: '1ms', motionDurationMid: '1ms', motionDurationFast: '1ms' }

const light = {
  colorText: '#1d2129',
  colorTextSecondary: '#4e5969',
  colorTextTertiary: '#606b78',
  colorTextPlaceholder: '#6b7785',
  colorTextDisabled: '#6b7785',
  colorBorder: '#c9cdd4',
  colorBorderSecondary: '#e5e6eb',
  colorBgLayout: '#f2f3f5',
  colorError: '#cb272d',
  colorSuccess: '#007a37',
  colorWarning: '#d25f00',
}

const dark = {
  colorError: '#f98981',
  colorText: '#e8e9ea',
  colorTextSecondary: '#b5b8bd',
  colorTextTertiary: '#929aa5',
  colorTextPlaceholder: '#8b929c',
  colorTextDisabled: '#8b929c',
  colorBorder: '#484849',
  colorBorderSecondary: '#333335',
  colorBgLayout: '#17171a',
  colorBgContainer: '#232324',
  colorBgElevated: '#2a2a2b',
}

/** Text in the theme's colour uses the readable variant. */
function themeOf(colour: string, isDark: boolean, isStill: boolean): ConfigProviderProps['theme'] {
  const text = primaryText(colour, isDark)
  const linkColours = { colorLink: text, colorLinkHover: text, colorLinkActive: text }
  return {
    // The build has written the styles into the sheet (scripts/vite-antd.ts); only the variables depend on the theme.
    zeroRuntime: import.meta.env.PROD,
    hashed: !import.meta.env.PROD,
    cssVar: { key: 'og-theme' },
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...sharedTokens,
      ...(isStill && reducedMotion),
      ...(isDark ? dark : light),
      ...{ colorPrimary: colour, colorInfo: colour, colorLink: text },
    },
    components: {
      // The dark algorithm makes the link colour of all components darker than the readable one.
      Button: { primaryColor: textOn(colour), ...linkColours },
      Typography: linkColours,
      Dropdown: { colorPrimary: text },
      Menu: { itemSelectedColor: text },
      Slider: {
        railBg: 'var(--line-strong)',
        railHoverBg: 'var(--line-strong)',
        trackBg: text,
        trackHoverBg: text,
        handleColor: text,
        handleActiveColor: text,
      },
      Pagination: { colorPrimary: text },
      Tabs: { itemSelectedColor: text, itemHoverColor: text, inkBarColor: text },
    },
  }
}

/** The component library with our colours, sizes and language; suspends while the language loads. */
export function AntdProvider({ children }: { children: ReactNode }) {
  // Deferred: the page stays as it is while another language loads.
  const wanted = useDeferredValue(useLocale())
  const locale = loadedAntdLocale(wanted) ?? use(loadAntdLocale(wanted))
  const isDark = useIsDark()
  const colour = useSetting(setting => setting.theme_color)
  const isStill = useIsStill()
  const antdTheme = useMemo(() => themeOf(colour, isDark, isStill), [colour, isDark, isStill])
  return (
    <ConfigProvider locale={locale} button={{ autoInsertSpace: false }} theme={antdTheme}>
      <Modals>{children}</Modals>
    </ConfigProvider>
  )
}

function Modals({ children }: { children: ReactNode }) {
  const [modal, modals] = Modal.useModal()
  return (
    <ModalContext value={modal}>
      {modals}
      {children}
    </ModalContext>
  )
}
