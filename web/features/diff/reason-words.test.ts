import { expect, it } from 'vitest'
import { byImportance } from './reason-words.ts'

const codes = (reasons: Parameters<typeof byImportance>[0]) => byImportance(reasons).map(({ code }) => code)

it('puts the most important reasons first, and unknown ones last', () => {
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
