// Replaces two modules of the component library in the built client (scripts/vite-antd.ts). The sheet has all of its
// rules, so that only the values of their variables are left: written once for each theme and component, without an
// effect of every button.
import { token2CSSVar } from '@ant-design/cssinjs'
import { DesignTokenContext, defaultTheme } from 'antd/es/theme/context.js'
import { getComputedToken, ignore, unitless } from 'antd/es/theme/useToken.js'
import { use } from 'react'

type Value = string | number
type Values = Record<string, unknown>
type Design = Parameters<typeof DesignTokenContext.Provider>[0]['value']
type Theme = readonly [theme: unknown, values: Values, hash: '', references: Values, cssVar: object, isZero: true]

/** The values of a component: fixed, or made from those of the theme. */
type Defaults = Values | ((values: Values) => Values) | null | undefined
type Options = { unitless?: Record<string, boolean> } | undefined
type Hook = (prefix: string, root?: string) => [hash: '', root: string]

const themeClass = 'og-theme'
const prefix = 'ant'
const themes = new WeakMap<Design, Theme>()
let shown: Design | undefined
let sheet: CSSStyleSheet | undefined
/** Writes the variables of each component that has been drawn, by its place. */
const written = new Map<string, (values: Values) => void>()

/** Widths of windows: media queries cannot read variables, and code compares them. */
const isPlain = (key: string) => /^screen[A-Z]/.test(key)

const isUnitless = (key: string) => (unitless as Record<string, unknown>)[key] === true

function variables(values: Values, isPlainNumber: (key: string) => boolean): string {
  return Object.entries(values)
    .filter((entry): entry is [string, Value] => isWritten(...entry))
    .map(([key, value]) => {
      const text = typeof value === 'number' && !isPlainNumber(key) ? `${value}px` : String(value)
      return `${token2CSSVar(key, prefix)}:${text}`
    })
    .join(';')
}

function isWritten(key: string, value: unknown): boolean {
  return (
    (typeof value === 'string' || typeof value === 'number') &&
    !isPlain(key) &&
    !(ignore as Record<string, unknown>)[key]
  )
}

function makeTheme(design: Design): Theme {
  const theme = design.theme ?? defaultTheme
  const values = getComputedToken(design.token as never, design.override as never, theme) as Values
  const references = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      isWritten(key, value) ? `var(${token2CSSVar(key, prefix)})` : value,
    ]),
  )
  return [theme, values, '', references, { prefix, key: themeClass }, true]
}

/** The theme's values, as the library's hook returns them. The first call with a theme writes its variables. */
export default function useToken(): Theme {
  const design = use(DesignTokenContext) as Design
  let theme = themes.get(design)
  if (!theme) {
    theme = makeTheme(design)
    themes.set(design, theme)
  }
  if (shown !== design) show(design, theme[1])
  return theme
}

/** For the whole document: its elements inherit the variables, instead of each having hundreds of its own. */
function show(design: Design, values: Values): void {
  shown = design
  sheet ??= document.head.appendChild(document.createElement('style')).sheet ?? undefined
  while (sheet && sheet.cssRules.length > 0) sheet.deleteRule(0)
  insert(':root', variables(values, isUnitless))
  for (const write of written.values()) write(values)
}

function insert(selector: string, text: string): void {
  if (text) sheet?.insertRule(`${selector}{${text}}`, sheet.cssRules.length)
}

export function genStyleHooks(
  name: string | readonly string[],
  _rules: unknown,
  defaults?: Defaults,
  options?: Options,
): Hook {
  const [component = ''] = [name].flat()
  const prefixed = (key: string) => component + key.replace(/^./, first => first.toUpperCase())
  const plain = new Set(['zIndexPopup', ...Object.keys(options?.unitless ?? {})].map(prefixed))
  const write = (selector: string, values: Values) => {
    const own = (values[component] ?? {}) as Values
    const made = typeof defaults === 'function' ? defaults({ ...values, ...own }) : defaults
    const changed = Object.entries({ ...made, ...own }).filter(([key, value]) => value !== values[key])
    // A value of the theme that is different in this component keeps its general name.
    const entries = changed.map(([key, value]) => [made && key in made ? prefixed(key) : key, value] as const)
    insert(
      selector,
      variables(Object.fromEntries(entries), key => plain.has(key) || isUnitless(key)),
    )
  }
  return (prefixClass, root = prefixClass) => {
    const [, values] = useToken()
    const place = `${component} ${root}`
    if (!written.has(place)) {
      const writeHere = (now: Values) => write(`.${themeClass}.${root}`, now)
      written.set(place, writeHere)
      writeHere(values)
    }
    return ['', themeClass]
  }
}

export const genComponentStyleHook = () => () => ''
export const genSubStyleComponent = () => () => null

export function genCssVar(ant: string, component: string) {
  const start = `--${ant.replace(/\./g, '')}-${component}-`
  const nameOf = (name: string) => `${start}${name}`
  return [
    nameOf,
    (name: string, fallback?: string) => (fallback ? `var(${nameOf(name)}, ${fallback})` : `var(${nameOf(name)})`),
  ] as const
}
