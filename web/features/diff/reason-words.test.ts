import { expect, it } from 'vitest'
import { byWeight } from './reason-words.ts'

const codes = (reasons: Parameters<typeof byWeight>[0]) => byWeight(reasons).map(({ code }) => code)

it('puts the reason with most points first, and reasons without effect last', () => {
  expect(
    codes([
      { code: 'coarse' },
      { code: 'links', points: 4 },
      { code: 'home_damped', points: -12 },
      { code: 'share_of_text', points: 9 },
    ]),
  ).toEqual(['home_damped', 'share_of_text', 'links', 'coarse'])
})

it('orders reasons without points by importance to a person; unknown ones are last', () => {
  expect(
    codes([
      { code: 'new_in_2030' as never },
      { code: 'links' },
      { code: 'share_of_text' },
      { code: 'word_hits' },
      { code: 'status_flip' },
    ]),
  ).toEqual(['status_flip', 'word_hits', 'share_of_text', 'links', 'new_in_2030'])
})
