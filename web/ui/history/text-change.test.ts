import { describe, expect, it } from 'vitest'
import { edgeText, textChange } from './change-view.tsx'

describe('the stretch in which two texts differ', () => {
  it('is between the unchanged parts', () => {
    expect(textChange('one two four', 'one three four')).toEqual({
      head: 'one t',
      removed: 'wo',
      added: 'hree',
      tail: ' four',
    })
  })

  it('never counts a character as head and tail at once', () => {
    expect(textChange('aa', 'aaa')).toEqual({ head: 'aa', removed: '', added: 'a', tail: '' })
  })

  it('never splits a surrogate pair', () => {
    expect(textChange('𠮷', '𠮾')).toEqual({ head: '', removed: '𠮷', added: '𠮾', tail: '' })
  })
})

it('shows only the nearby text, and marks that there is more', () => {
  expect(edgeText('0123456789', 'head', 3)).toBe('…789')
  expect(edgeText('0123456789', 'tail', 3)).toBe('012…')
  expect(edgeText('012', 'tail', 3)).toBe('012')
})
