import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ErasurePassage } from '#contract/erasure.ts'
import { setLocale } from '#web/platform/locale.ts'
import { Passages } from './passages.tsx'

beforeEach(() => setLocale('en-US'))
afterEach(cleanup)

const passage = (id: string, values: Partial<ErasurePassage>): ErasurePassage => ({
  id,
  place: 'upload_part.text',
  noun: 'upload',
  record_id: 3,
  title: 'Gallery.pdf',
  texts: [{ text: '…the painter Zhang Weiming opened…', start: 13, end: 26 }],
  ...values,
})

function Held() {
  const [chosen, setChosen] = useState<string[]>([])
  const passages = [
    passage('a', {}),
    passage('b', {}),
    passage('c', { noun: 'page', place: 'diff.excerpt', record_id: 8, title: 'News' }),
    passage('d', { noun: 'saved_search', record_id: null, title: null, texts: [] }),
  ]
  return (
    <>
      <Passages passages={passages} more={2} chosen={chosen} onChange={setChosen} />
      <output>{chosen.toSorted().join()}</output>
    </>
  )
}

it('offers passages by their document, none ticked, one by one or all of a document', () => {
  render(<Held />)
  const chosen = () => screen.getByRole('status').textContent
  expect(screen.getAllByRole('checkbox').every(box => !(box as HTMLInputElement).checked)).toBe(true)
  expect(screen.getAllByText('Zhang Weiming').map(each => each.tagName)).toEqual(['MARK', 'MARK', 'MARK'])
  const upload = within(screen.getByText('Upload Gallery.pdf').closest('fieldset') as HTMLElement)
  const [all, first] = upload.getAllByRole('checkbox')
  fireEvent.click(first!)
  expect(chosen()).toBe('a')
  fireEvent.click(all!)
  expect(chosen()).toBe('a,b')
  expect(screen.getByText(/2 of 4 ticked/)).toBeTruthy()
  fireEvent.click(all!)
  expect(chosen()).toBe('')
  expect(screen.getByText(/2 more are not listed/)).toBeTruthy()
})
