import '#web/routes.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkIdentifiers, type Identifier } from '#contract/identifier.api.ts'
import { type Person, updatePerson } from '#contract/person.api.ts'
import { type User, visibleUsers } from '#contract/user.api.ts'
import { fakePerson } from '#web/features/person/fake-person.ts'
import PersonForm from '#web/features/person/person-form.tsx'
import { setLocale } from '#web/platform/locale.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { ContactFacts, IdentifierFacts } from './identifier.ts'

const none = { country: null, label: null, start_time: null, end_time: null }
const inn: Identifier = { ...none, scheme: 'inn', value: '7707083893' }
const passport: Identifier = { ...none, scheme: 'passport', value: '𠮷 123', country: 'JP', end_time: '2029' }

let api: FakeApi
beforeEach(() => {
  setLocale('en-US')
  useSession.setState({ user: { id: 1, username: 'editor', name: 'Editor', role: 'editor' } as User })
  api = fakeApi()
  api.on(visibleUsers, () => [])
  api.on(checkIdentifiers, ({ body }) => ({
    items: (body as { identifiers: Identifier[] }).identifiers.map(({ value }) =>
      value === '7707083894'
        ? { state: 'wrong_check' as const, records: [{ id: 9, name: '同号者' }] }
        : { state: 'fits' as const, records: [] },
    ),
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  expect(api.unknown).toEqual([])
})

it('shows each identifier with its scheme, country and dates, and a doubt with links to other records that have it', async () => {
  const items = [passport, { ...inn, value: '7707083894' }]
  await renderPage(<IdentifierFacts noun="person" id={4} items={items} />)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(within(first!).getByText('𠮷 123')).toBeTruthy()
  expect(within(first!).getByText('Passport number · Japan · – 2029')).toBeTruthy()
  expect(await within(second!).findByText('Check digit does not match')).toBeTruthy()
  expect(within(second!).getByRole('link', { name: '同号者' }).getAttribute('href')).toBe('/person/9')
  expect(api.requests(checkIdentifiers)[0]?.body).toMatchObject({ noun: 'person', record_id: 4, identifiers: items })
})

it('copies an identifier unchanged', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const row = { scheme: 'wechat', value: 'taro_𠮷', label: null, start_time: null, end_time: null }
  await renderPage(<ContactFacts items={[row]} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Copy “taro_𠮷”' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('taro_𠮷'))
})

it('warns about an implausible identifier next to its field and saves it all the same', async () => {
  const person: Person = fakePerson({ id: 4, name: 'Zhang San', identifiers: [inn] })
  const onClose = vi.fn()
  api.on(updatePerson, ({ body }) => ({ ...person, ...(body as object), rev: 3 }) as Person)
  await renderPage(<PersonForm person={person} onClose={onClose} />)
  const rows = await screen.findByRole('group', { name: 'Identifiers' })
  fireEvent.change(within(rows).getByLabelText(/^Number/), { target: { value: '7707083894' } })
  expect(await within(rows).findByText(/check digit does not match/i, {}, { timeout: 5_000 })).toBeTruthy()
  const link = within(rows).getByRole('link', { name: '同号者' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/person/9', '_blank'])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(api.requests(updatePerson)[0]?.body).toMatchObject({ identifiers: [{ ...inn, value: '7707083894' }] })
})

it('shows a country field if the scheme needs one, and a name field for an unknown scheme', async () => {
  const person = fakePerson({
    id: 4,
    name: 'Zhang San',
    identifiers: [passport, { ...none, scheme: 'other', value: '1' }],
  })
  await renderPage(<PersonForm person={person} onClose={vi.fn()} />)
  const rows = await screen.findByRole('group', { name: 'Identifiers' })
  const [first, second] = within(rows).getAllByRole('listitem')
  expect(within(first!).getByLabelText('Issued by')).toBeTruthy()
  expect(within(first!).queryByLabelText(/^Name of the identifier/)).toBeNull()
  expect(within(second!).getByLabelText(/^Name of the identifier/)).toBeTruthy()
})
