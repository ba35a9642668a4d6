import { expect, it } from 'vitest'
import { countFitting } from './top-menu.tsx'

const limits = { gapPx: 4, morePx: 40 }

it('shows all items if they fit, otherwise reserves room for the button to the rest', () => {
  expect(countFitting([100, 100, 100], 308, limits)).toBe(3)
  expect(countFitting([100, 100, 100], 307, limits)).toBe(2)
  expect(countFitting([100, 100, 100], 247, limits)).toBe(1)
  expect(countFitting([100, 100, 100], 30, limits)).toBe(0)
  expect(countFitting([], 0, limits)).toBe(0)
})
