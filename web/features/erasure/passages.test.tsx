import '#web/routes.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ErasurePassage } from '#contract/erasure.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { renderPage } from '#web/testing/render-page.tsx'
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

it('describes places in words, and distinguishes persons of the same name by their details', async () => {
  const person = { noun: 'person', title: '张伟', place: 'person.desc' }
  const passages = [
    passage('a', {
      ...person,
      record_id: 1,
      about: [
        { kind: 'text', value: '国泰银行' },
        { kind: 'born', value: '1962' },
      ],
    }),
    passage('b', { ...person, record_id: 2, about: [{ kind: 'region', value: 'FR' }] }),
    passage('c', { ...person, record_id: 3, about: [] }),
    passage('d', { noun: 'page', record_id: 8, title: 'News', place: 'diff.excerpt' }),
    passage('e', { noun: 'no_such_noun', record_id: null, title: null, place: 'no_such_noun.words' }),
  ]
  await renderPage(<Passages passages={passages} more={0} chosen={[]} onChange={() => undefined} />)
  const groups = () => screen.getAllByRole('group').map(each => each.querySelector('legend')?.textContent)
  await waitFor(() => expect(groups()[1]).toContain('France'))
  expect(groups().slice(0, 3)).toEqual([
    'Person 张伟 国泰银行 · born 1962 · 1 passage',
    'Person 张伟 France · 1 passage',
    'Person 张伟 #3 · 1 passage',
  ])
  expect(screen.getAllByText('Description')).toHaveLength(3)
  expect(screen.getByText('Page difference · Excerpt')).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/[a-z]+[._][a-z]+/)
})

it('offers passages by their document, none ticked, one by one or all of a document', async () => {
  await renderPage(<Held />)
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
