import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '#web/platform/color.ts'

test('the most serious level is dark red with readable white text in both themes, and has a visible edge on a dark ground', () => {
  const css = readFileSync('web/platform/tokens.css', 'utf8')
  const [light = '', dark = ''] = css.split('[data-theme="dark"]')
  const colourOf = (part: string, name: string) => new RegExp(`--${name}: (#\\w{6});`).exec(part)?.[1] ?? ''
  for (const part of [light, dark]) expect(contrast('#ffffff', colourOf(part, 'gravest'))).toBeGreaterThan(7)
  expect(contrast(colourOf(dark, 'gravest-edge'), colourOf(dark, 'surface'))).toBeGreaterThan(3)
})
