import { expect, it } from 'vitest'
import { countFitting } from './fitting.ts'

const bounds = { gapPx: 4, morePx: 40 }

it('shows all items if they fit, otherwise reserves room for the button to the rest', () => {
  expect(countFitting([100, 100, 100], 308, bounds)).toBe(3)
  expect(countFitting([100, 100, 100], 307, bounds)).toBe(2)
  expect(countFitting([100, 100, 100], 247, bounds)).toBe(1)
  expect(countFitting([100, 100, 100], 30, bounds)).toBe(0)
  expect(countFitting([], 0, bounds)).toBe(0)
})
