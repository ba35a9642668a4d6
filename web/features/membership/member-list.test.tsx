import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  createMembership,
  deleteMembership,
  listMemberships,
  type Membership,
  updateMembership,
} from '#contract/membership.api.ts'
import type { Og } from '#contract/og.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { MemberList } from './member-list.tsx'

const og = { id: 3, name: 'Harbour', can: ['update'] } as Og
const zhang: Membership = {
  id: 7,
  person_id: 4,
  person_name: 'Zhang San',
  person_icon: null,
  person_position: null,
  is_focus: true,
  og_id: 3,
  og_name: 'Harbour',
  og_icon: null,
  role: 'Chair',
  start_time: '2001',
  end_time: null,
  area: null,
  term: null,
  on_behalf_of: null,
  can: ['update', 'delete'],
}

let api: FakeApi
let members: Membership[]
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setLocale('en-US')
  useNotices.setState([], true)
  members = [zhang]
  api = fakeApi()
  api.on(listMemberships, () => ({ items: members, total: members.length, current: 1, pageSize: 30 }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

it('shows members with role and dates', async () => {
  await renderPage(<MemberList og={og} />)
  const link = await screen.findByRole('link', { name: 'Zhang San' })
  expect(link.getAttribute('href')).toBe('/person/4')
  expect(screen.getByText('Chair · 2001 –')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Focus person' })).toBeTruthy()
  expect(api.requests(listMemberships)[0]?.query).toEqual({ og: '3', current: '1', pageSize: '30' })
})

it('removes a person and creates the same membership again on undo', async () => {
  api.on(deleteMembership, () => {
    members = []
    return null
  })
  api.on(createMembership, () => {
    members = [{ ...zhang, id: 8 }]
    return { ...zhang, id: 8 }
  })
  await renderPage(<MemberList og={og} />)
  await screen.findByText('Zhang San')
  await press('Remove Zhang San')
  await screen.findByText('No one belongs to this organisation yet.')
  const undo = await screen.findByText('Undo')
  await act(async () => void fireEvent.click(undo))
  expect(await screen.findByRole('link', { name: 'Zhang San' })).toBeTruthy()
  expect(api.requests(createMembership)[0]?.body).toEqual({
    og_id: 3,
    person_id: 4,
    role: 'Chair',
    start_time: '2001',
    end_time: null,
  })
})

it('changes a role, with dates in the usual notations', async () => {
  api.on(updateMembership, () => zhang)
  await renderPage(<MemberList og={og} />)
  await screen.findByText('Zhang San')
  await press('Change the role of Zhang San')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Role'), { target: { value: 'Trustee' } })
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2003/5' } })
  await press('Save')
  await waitFor(() => expect(api.requests(updateMembership)).toHaveLength(1))
  expect(api.requests(updateMembership)[0]?.body).toEqual({ role: 'Trustee', start_time: '2001', end_time: '2003-05' })
})

it('requires a person before it sends a request', async () => {
  await renderPage(<MemberList og={og} />)
  await screen.findByText('Zhang San')
  await press('Add a person')
  await screen.findByRole('dialog')
  await press('Save')
  expect(await screen.findByText('Choose a person')).toBeTruthy()
  expect(api.requests(createMembership)).toHaveLength(0)
})

it('offers no actions to readers', async () => {
  members = [{ ...zhang, can: [] }]
  await renderPage(<MemberList og={{ ...og, can: [] }} />)
  await screen.findByText('Zhang San')
  expect(screen.queryByRole('button')).toBeNull()
})
