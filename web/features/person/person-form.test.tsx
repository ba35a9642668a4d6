import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listOgs } from '#contract/og.api.ts'
import { createPerson, listPersons, type Person, updatePerson } from '#contract/person.api.ts'
import { type User, visibleUsers } from '#contract/user.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { fakePerson } from './fake-person.ts'
import PersonForm from './person-form.tsx'

const noSeat = { area: null, term: null, on_behalf_of: null }
const person: Person = fakePerson({
  id: 4,
  rev: 2,
  name: 'Zhang San',
  ogs: [3],
  memberships: [{ id: 7, og_id: 3, og_name: 'Harbour', role: 'Chair', start_time: '2001', end_time: null, ...noSeat }],
  // The server stores the keys of such values in its own order.
  education: [{ to: '1982', from: '1977', degree: null, school: 'Tsinghua' }],
  relations: [
    {
      id: 9,
      person_id: 5,
      person_name: 'Li Si',
      person_icon: null,
      type: 'child',
      desc: null,
      start_time: null,
      end_time: null,
    },
  ],
})

let api: FakeApi
let complaints: unknown[][] = []
const onClose = vi.fn()

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  onClose.mockReset()
  setLocale('en-US')
  useSession.setState({ user: { id: 1, username: 'zhang.san', name: 'Zhang San', role: 'editor' } as User })
  useNotices.setState([], true)
  api = fakeApi()
  const named = [
    { id: 3, name: 'Harbour' },
    { id: 6, name: 'Bluestone' },
  ]
  api.on(listOgs, () => {
    const items = named.map(each => ({ ...each, eng_name: null, aliases: [], host: null })) as never[]
    return { items, total: items.length, current: 1, pageSize: 100 }
  })
  api.on(listPersons, () => {
    const items = [fakePerson({ id: 5, name: 'Li Si' })]
    return { items, total: 1, current: 1, pageSize: 100 }
  })
  api.on(visibleUsers, () => [])
  api.on(updatePerson, ({ body }) => ({ ...person, ...(body as object), rev: 3 }) as Person)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const show = (edited?: Person) => renderPage(<PersonForm person={edited} onClose={onClose} />)
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: false })))
const row = (name: string) => within(screen.getByRole('listitem', { name }))
const type = (at: ReturnType<typeof row>, label: RegExp, value: string) =>
  fireEvent.change(at.getByLabelText(label), { target: { value } })

// A form with many fields is drawn slowly on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

describe('the form of a person', () => {
  it('sends nothing without a change, in any order of the server’s keys', async () => {
    await show(person)
    await screen.findByText('Harbour')
    await press('Save')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(api.requests(updatePerson)).toHaveLength(0)
  })

  it('shows an error at its row and focuses it', async () => {
    await show(person)
    await press('Add a school')
    type(row('Education, entry 2'), /^From/, 'long ago')
    await press('Save')
    const second = row('Education, entry 2')
    expect(await second.findByText('This cannot be empty')).toBeTruthy()
    expect(second.getByText(/not a valid date/)).toBeTruthy()
    expect(row('Education, entry 1').queryByText('This cannot be empty')).toBeNull()
    expect(document.activeElement).toBe(second.getByLabelText(/^School/))
    expect(api.requests(updatePerson)).toHaveLength(0)
  })

  it('reports no error for a row that was only just added', async () => {
    await show(person)
    await press('Add a school')
    const added = row('Education, entry 2')
    fireEvent.focus(added.getByLabelText(/^Degree/))
    fireEvent.blur(added.getByLabelText(/^Degree/))
    await act(async () => undefined)
    expect(added.queryByText('This cannot be empty')).toBeNull()
    fireEvent.focus(added.getByLabelText(/^School/))
    fireEvent.blur(added.getByLabelText(/^School/))
    expect(await added.findByText('This cannot be empty')).toBeTruthy()
  })

  it('moves and removes rows, and sends them in their new order', async () => {
    await show(person)
    await press('Add a school')
    type(row('Education, entry 2'), /^School/, 'Beida')
    await press('Move up: Education, entry 2')
    await press('Remove: Organisations, entry 1')
    await press('Save')
    await waitFor(() => expect(api.requests(updatePerson)).toHaveLength(1))
    expect(api.requests(updatePerson)[0]?.body).toEqual({
      rev: 2,
      memberships: [],
      education: [
        { school: 'Beida', degree: null, from: null, to: null },
        { school: 'Tsinghua', degree: null, from: '1977', to: '1982' },
      ],
    })
  })

  it('keeps a membership the same link if its role changes', async () => {
    await show(person)
    type(row('Organisations, entry 1'), /^Role/, 'Adviser')
    await press('Save')
    await waitFor(() => expect(api.requests(updatePerson)).toHaveLength(1))
    expect(api.requests(updatePerson)[0]?.body).toEqual({
      rev: 2,
      memberships: [{ id: 7, og_id: 3, role: 'Adviser', start_time: '2001', end_time: null }],
    })
  })

  it('words a relation from this person’s view', async () => {
    await show(person)
    expect(await row('Relations, entry 1').findByText('is a parent of …')).toBeTruthy()
    expect(await row('Relations, entry 1').findByText('Li Si')).toBeTruthy()
  })

  it('requires an organisation in a row that names none', async () => {
    await show()
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'New' } })
    await press('Add an organisation')
    await press('Save')
    expect(await row('Organisations, entry 1').findByText('This cannot be empty')).toBeTruthy()
    expect(api.requests(createPerson)).toHaveLength(0)
  })
})

describe('a stale save of a person', () => {
  it('compares links as text and saves the chosen ones on the new revision', async () => {
    const theirs: Person = {
      ...person,
      rev: 5,
      memberships: [
        { id: 8, og_id: 6, og_name: 'Bluestone', role: 'Trustee', start_time: null, end_time: '2020', ...noSeat },
      ],
    }
    let isStale = true
    api.on(updatePerson, ({ body }) => {
      if (isStale) throw new FakeFailure('stale', {}, theirs)
      return { ...theirs, ...(body as object), rev: 6 } as Person
    })
    await show(person)
    type(row('Organisations, entry 1'), /^Role/, 'Adviser')
    await press('Save')
    const table = within(await screen.findByRole('table'))
    expect(await table.findByText('Harbour · Chair · 2001 –')).toBeTruthy()
    expect(table.getByText('Harbour · Adviser · 2001 –')).toBeTruthy()
    expect(await table.findByText('Bluestone · Trustee · – 2020')).toBeTruthy()
    fireEvent.click(table.getByRole('radio', { name: /Theirs/ }))
    isStale = false
    await press('Save my choices')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(api.requests(updatePerson)).toHaveLength(1)
  })
})
