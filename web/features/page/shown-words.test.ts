import { expect, it } from 'vitest'
import { rangeOf } from './quote-area.tsx'

it('finds words across elements and lines, beyond the BMP and from right to left, or returns nothing', () => {
  const area = document.createElement('div')
  area.innerHTML = '<p>𠮷田商事 was\n founded <b>in 1999</b></p><p>by شركة النور</p>'
  expect(rangeOf(area, '𠮷田商事 was founded in')?.toString()).toBe('𠮷田商事 was\n founded in')
  expect(rangeOf(area, 'in 1999 by شركة')?.toString()).toBe('in 1999by شركة')
  expect(rangeOf(area, 'in 2000')).toBeNull()
  expect(rangeOf(area, '  ')).toBeNull()
})
