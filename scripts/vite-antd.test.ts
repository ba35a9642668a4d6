import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { antdStyles, usedStyles, withoutHash } from './antd-styles.ts'
import { withoutRules } from './vite-antd.ts'

test('a module of styles keeps its values and loses its rules', () => {
  const code =
    "const a = token => ({ color: token.c })\nexport default genStyleHooks('Button', token => [a(token)], prepare, options)"
  const { text, count } = withoutRules(code, parseAst(code))
  expect(text).toContain("genStyleHooks('Button', null, prepare, options)")
  expect(count).toBe(1)
})

test('only links keep a condition on the class of the theme', () => {
  const written =
    'a:where(.css-1x2){color:red}:where(.css-1x2) a:hover{color:red}:where(.css-1x2).ant-btn{animation-name:css-1x2-fade}'
  expect(withoutHash(written)).toBe(
    'a:where(.og-theme){color:red}:where(.og-theme) a:hover{color:red}.ant-btn{animation-name:fade}',
  )
})

test('rules without elements and without effect are left out; those of links come first', () => {
  const styles =
    '.ant-btn,.ant-btn-rtl{color:red}.ant-btn-rtl{color:blue}.ant-btn [class^="ant-btn"]{box-sizing:border-box}' +
    '@media (min-width:1px){.ant-col-xs-4{width:1px}}a:where(.og-theme){color:red}'
  expect(usedStyles(styles)).toBe('a:where(.og-theme){color:red}\n.ant-btn{color:red}')
})

test('the sheet has the rules of buttons, dialogs and their animations, and depends on no theme', () => {
  const sheet = antdStyles()
  for (const part of ['.ant-btn{', '.ant-modal-confirm', '@keyframes antZoomIn{', 'var(--ant-color-primary)'])
    expect(sheet).toContain(part)
  expect(sheet).not.toMatch(/css-var-r|:where\(\.css-|#1677ff/i)
})
