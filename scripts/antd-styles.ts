// The component library's styles as text. They do not depend on the theme, whose values are CSS variables.
import { createRequire } from 'node:module'
import { find, generate, parse, type StyleSheet, walk } from 'css-tree'
import type { ComponentType, ReactElement, ReactNode } from 'react'

const require = createRequire(import.meta.url)

/** The class of elements that have the theme's variables; web/platform/antd.tsx sets it. */
export const themeClass = 'og-theme'

type StyleModule = {
  /** Below `antd/es`. */
  path: string
  /** The class names of its component begin with this. */
  prefix: string
  /** The component names a class for its own variables. */
  hasRoot?: true
  name?: string
  /** It exports a component that writes styles, instead of a hook. */
  isComponent?: true
}

/** The modules that write styles, in the order of their rules. */
export const styleModules: readonly StyleModule[] = [
  { path: '_util/wave/style', prefix: 'ant-wave' },
  { path: 'alert/style/index', prefix: 'ant-alert' },
  { path: 'drawer/style/index', prefix: 'ant-drawer' },
  { path: 'modal/style/index', prefix: 'ant-modal', hasRoot: true },
  { path: 'dropdown/style/index', prefix: 'ant-dropdown', hasRoot: true },
  { path: 'tooltip/style/index', prefix: 'ant-tooltip', hasRoot: true },
  { path: 'popover/style/index', prefix: 'ant-popover' },
  { path: 'popconfirm/style/index', prefix: 'ant-popconfirm' },
  { path: 'empty/style/index', prefix: 'ant-empty' },
  { path: 'form/style/index', prefix: 'ant-form', hasRoot: true },
  { path: 'grid/style/index', prefix: 'ant-row', name: 'useRowStyle' },
  { path: 'grid/style/index', prefix: 'ant-col', name: 'useColStyle' },
  { path: 'image/style/index', prefix: 'ant-image', hasRoot: true },
  { path: 'pagination/style/index', prefix: 'ant-pagination' },
  { path: 'progress/style/index', prefix: 'ant-progress' },
  { path: 'qr-code/style/index', prefix: 'ant-qrcode' },
  { path: 'segmented/style/index', prefix: 'ant-segmented' },
  { path: 'select/style/index', prefix: 'ant-select', hasRoot: true },
  { path: 'skeleton/style/index', prefix: 'ant-skeleton' },
  { path: 'slider/style/index', prefix: 'ant-slider' },
  { path: 'spin/style/index', prefix: 'ant-spin' },
  { path: 'steps/style/index', prefix: 'ant-steps' },
  { path: 'switch/style/index', prefix: 'ant-switch' },
  { path: 'tabs/style/index', prefix: 'ant-tabs', hasRoot: true },
  { path: 'space/style/index', prefix: 'ant-space' },
  { path: 'space/style/compact', prefix: 'ant-space-compact' },
  { path: 'space/style/addon', prefix: 'ant-space-addon' },
  { path: 'input/style/index', prefix: 'ant-input', hasRoot: true, name: 'useSharedStyle' },
  { path: 'input/style/index', prefix: 'ant-input', hasRoot: true },
  { path: 'input/style/search', prefix: 'ant-input-search' },
  { path: 'input/style/textarea', prefix: 'ant-input', hasRoot: true },
  { path: 'input-number/style/index', prefix: 'ant-input-number', hasRoot: true },
  { path: 'checkbox/style/index', prefix: 'ant-checkbox', hasRoot: true },
  { path: 'radio/style/index', prefix: 'ant-radio', hasRoot: true },
  { path: 'button/style/index', prefix: 'ant-btn' },
  { path: 'form/style/fallbackCmp', prefix: 'ant-form', isComponent: true },
  { path: 'modal/style/confirm', prefix: 'ant-modal', isComponent: true },
  { path: 'button/style/compact', prefix: 'ant-btn', isComponent: true },
]

/** In the bundle, but no page shows their component with its own styles. */
export const unusedStyleModules: readonly string[] = [
  'app/style/index',
  'message/style/index',
  'notification/style/index',
  'input/style/otp',
  'menu/style/index',
  'pagination/style/bordered',
]

type StyleHook = ((prefix: string, root?: string) => unknown) & ComponentType<{ prefixCls: string }>

/** The styles of all modules, as the library itself would write them. */
export function antdStyles(): string {
  const environment = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return write()
  } finally {
    process.env.NODE_ENV = environment
  }
}

function write(): string {
  const { createElement } = require('react') as typeof import('react')
  const { renderToString } = require('react-dom/server') as { renderToString: (node: ReactNode) => string }
  const { createCache, extractStyle, StyleProvider } =
    require('@ant-design/cssinjs') as typeof import('@ant-design/cssinjs')
  const { ConfigProvider } = require('antd') as typeof import('antd')
  const cache = createCache()
  const Styles = () =>
    styleModules.map(({ path, prefix, hasRoot, isComponent, name = 'default' }): ReactElement | null => {
      const style = (require(`antd/lib/${path}`) as Record<string, StyleHook>)[name]
      if (!style) throw new Error(`antd/lib/${path} has no ${name}`)
      if (isComponent) return createElement(style, { key: path, prefixCls: prefix })
      style(prefix, hasRoot && `${prefix}-css-var`)
      return null
    })
  renderToString(
    createElement(
      StyleProvider,
      { cache, mock: 'server' },
      createElement(ConfigProvider, { theme: { cssVar: { key: themeClass } } }, createElement(Styles)),
    ),
  )
  return usedStyles(withoutHash(extractStyle(cache, { plain: true, types: 'style' })))
}

/**
 * The library marks all of its elements by a class made from the theme's values, in selectors without weight. Links are
 * the only elements without a class of their own: they keep such a condition.
 */
export function withoutHash(styles: string): string {
  return styles
    .replaceAll(/\ba:where\(\.css-\w+\)/g, `a:where(.${themeClass})`)
    .replaceAll(/:where\(\.css-\w+\)(?= a\b)/g, `:where(.${themeClass})`)
    .replaceAll(/:where\(\.css-\w+\)/g, '')
    .replaceAll(/\bcss-\w+-(?=\w)/g, '')
    .replace(/\.data-ant-cssinjs-cache-path\{[^}]*\}/, '')
}

/** Variants of elements that no page has: other sides, columns of a grid, colours of a palette. */
const unusedClass =
  /^ant-.*-rtl$|^ant-col-(?!24$)(.*-)?\d+$|^ant-btn-color-(blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|lime|gold)$|^ant-(input-otp|picker)|^ant-.*-status-warning$|^ant-(input|input-affix-wrapper|input-number|select|input-search)-(filled|underlined)$|^ant-steps-(panel|inline|navigation|dot)/

/**
 * The styles without rules that no element of the client matches, and without those that repeat one of base.css: all
 * elements have the box size that the library sets by attributes, which a browser would compare for each element.
 * Links and icons precede everything else.
 */
export function usedStyles(styles: string): string {
  const sheet = parse(styles) as StyleSheet
  const shared: string[] = []
  const others: string[] = []
  walk(sheet, {
    visit: 'Rule',
    enter(rule, item, list) {
      if (this.atrule?.name === 'keyframes' || rule.prelude.type !== 'SelectorList') return
      const { prelude, block } = rule
      prelude.children.forEach((selector, at) => {
        const isUnused = find(selector, node => node.type === 'ClassSelector' && unusedClass.test(node.name)) !== null
        if (isUnused) prelude.children.remove(at)
      })
      const declarations = block.children.toArray().map(each => generate(each))
      if (prelude.children.isEmpty || declarations.every(each => each === 'box-sizing:border-box')) list?.remove(item)
    },
  })
  for (const node of sheet.children.toArray()) {
    const text = generate(node)
    if (/\{\}$/.test(text)) continue
    ;(/^(a|:where|\.anticon)/.test(text) ? shared : others).push(text)
  }
  return [...new Set(shared), ...others].join('\n')
}
