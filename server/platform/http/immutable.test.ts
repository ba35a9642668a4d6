import { expect, it } from 'vitest'
import { deepFreeze } from './immutable.ts'

it('prevents changes at any depth', () => {
  const page = deepFreeze({ items: [{ name: '姜𤨒姬', labels: ['a'] }], total: 1, none: null })
  const items = page.items as { name: string; labels: string[] }[]
  expect(() => items.push({ name: 'x', labels: [] })).toThrow(TypeError)
  expect(() => items[0]?.labels.push('b')).toThrow(TypeError)
  expect(() => Object.assign(items[0] ?? {}, { name: 'y' })).toThrow(TypeError)
  expect(page).toEqual({ items: [{ name: '姜𤨒姬', labels: ['a'] }], total: 1, none: null })
})
