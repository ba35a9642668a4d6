import { expect, test } from 'vitest'
import { contrast, readableOn, textOn } from './color.ts'

test('black on white has the maximum contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#165DFF', '#165DFF')).toBeCloseTo(1)
})

test('a readable colour stays unchanged', () => {
  expect(readableOn('#0a3fb5', '#ffffff')).toBe('#0a3fb5')
})

test.each(['#ffd54f', '#165dff', '#000000', '#ffffff', '#722ed1', '#808080'])(
  '%s is readable on both backgrounds',
  colour => {
    for (const ground of ['#e8f3ff', '#2e3138'])
      expect(contrast(readableOn(colour, ground), ground)).toBeGreaterThanOrEqual(4.5)
  },
)

test('text on a colour is white on dark ones and dark on pale ones', () => {
  expect([textOn('#165DFF'), textOn('#ffd54f')]).toEqual(['#ffffff', '#1d2129'])
})
