import '#web/routes.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOg } from '#contract/og.api.ts'
import { watchSite } from '#contract/site.api.ts'
import type { User } from '#contract/user.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { fakeOg } from './fake-og.ts'
import OgForm from './og-form.tsx'

let api: FakeApi

beforeEach(() => {
  useNotices.setState([], true)
  useSession.setState({ user: { id: 1, username: 'li.si', role: 'editor' } as User })
  api = fakeApi()
})

afterEach(() => {
  cleanup()
  useSession.setState({ user: null })
  vi.restoreAllMocks()
})

it('a new organisation with a site is watched with its styles and pictures, as from the form of the site', async () => {
  const entrances = ['https://harbour.example/']
  api.on(createOg, () => fakeOg({ id: 7, name: 'Harbour', entrances, rev: 3 }))
  api.on(watchSite, () => ({}) as never)
  const onClose = vi.fn()
  await renderPage(<OgForm onClose={onClose} />, '/og')
  fireEvent.change(await screen.findByRole('textbox', { name: /^名称/ }), { target: { value: 'Harbour' } })
  fireEvent.change(screen.getByRole('textbox', { name: /^入口网址/ }), { target: { value: entrances[0] } })
  fireEvent.click(screen.getByRole('button', { name: /^(?:保\s?存|新\s?建|创\s?建)/ }))
  await waitFor(() => expect(api.requests(watchSite)).toHaveLength(1))
  expect(api.requests(watchSite)[0]?.body).toEqual({ entrances, is_on: true, asset_mb: 100, rev: 3 })
})
