import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { render } from '@testing-library/react'
import { Button, ConfigProvider, Dropdown, Modal, Slider, theme } from 'antd'
import { prepareComponentToken } from 'antd/es/button/style/token.js'
import ownProvider from 'antd/es/config-provider/index.js'
import { expect, test } from 'vitest'
import useToken, { genStyleHooks } from './antd-variables.ts'

// Its types are those of a module without a default export.
const OwnProvider = ownProvider as unknown as typeof ConfigProvider
const useButton = genStyleHooks('Button', null, prepareComponentToken as never, {
  unitless: { fontWeight: true, contentLineHeight: true, contentLineHeightSM: true, contentLineHeightLG: true },
})
const useDropdown = genStyleHooks('Dropdown', null, () => ({ zIndexPopup: 1050 }))

function Variables() {
  useToken()
  useButton('ant-btn')
  useDropdown('ant-dropdown')
  return null
}

const design = {
  algorithm: theme.darkAlgorithm,
  token: { colorPrimary: '#722ed1', motionDurationSlow: '1ms' },
  components: { Button: { primaryColor: '#123456' }, Dropdown: { colorPrimary: '#abcdef' } },
  cssVar: { key: 'og-theme' },
  hashed: false,
}

/** Declarations by selector, of the sheet that our hooks have written. */
function declarations(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selector = '', body = '']) => [selector.trim(), body]),
  )
}
const sorted = (body = '') =>
  body
    .split(';')
    .map(each => each.trim().replace(/:\s*/, ':'))
    .filter(Boolean)
    .toSorted()

test('the variables of a theme are those that the library writes, once for the document', () => {
  const cache = createCache()
  render(
    <StyleProvider cache={cache}>
      <ConfigProvider theme={design}>
        <Button />
        <Slider />
        <Modal />
        <Dropdown menu={{ items: [] }}>
          <i />
        </Dropdown>
      </ConfigProvider>
    </StyleProvider>,
  )
  const library = declarations(extractStyle(cache, { plain: true, types: ['token', 'cssVar'] }))
  render(
    // In tests, the package and its single modules are two copies with a context each.
    <OwnProvider theme={design}>
      <Variables />
    </OwnProvider>,
  )
  const sheet = [...document.styleSheets].find(each =>
    [...each.cssRules].some(rule => rule.cssText.startsWith(':root')),
  )
  const ours = declarations([...(sheet?.cssRules ?? [])].map(rule => rule.cssText).join('\n'))
  expect(sorted(ours[':root'])).toEqual(sorted(library['.og-theme']))
  expect(sorted(ours['.og-theme.ant-btn'])).toEqual(sorted(library['.og-theme.ant-btn']))
  expect(ours['.og-theme.ant-dropdown']).toContain('--ant-color-primary')
  expect(sorted(ours['.og-theme.ant-dropdown']).join()).toContain('--ant-dropdown-z-index-popup:1050')
})
