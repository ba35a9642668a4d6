import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import { ogOwnership } from '#contract/ownership.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import '#web/routes.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import OwnershipBanner from './ownership-banner.tsx'

let api: FakeApi
beforeEach(() => {
  setLocale('en-US')
  api = fakeApi()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const person = (id: number, name: string) => ({ key: `p${id}`, noun: 'person' as const, id, name }) as never
const nothing: Reply<typeof ogOwnership> = {
  ...{ nodes: [], owners: [], holdings: [], ultimate: [], sanctioned: null, blocked: [], control: [] },
  ...{ owners_sum: null, is_cut: false },
}

it('names the share of sanctioned parties and who controls without one, and leads to the owners', async () => {
  const share = { min: 75, max: 75 }
  api.on(ogOwnership, () => ({
    ...nothing,
    nodes: [person(7, 'Wilhelmina Trakehner')],
    sanctioned: { share, is_certain: true, holders: [{ node: 'p7', share, is_certain: true, path: ['p7'] }] },
    control: [{ from: 'p7', og: 'o3', type: 'controls' as const, is_certain: true }],
  }))
  await renderPage(<OwnershipBanner noun="og" id={3} />)
  expect(await screen.findByText(/^Sanctioned parties own 75/)).toBeTruthy()
  expect(screen.getByText('Controlled without a share by sanctioned parties: Wilhelmina Trakehner.')).toBeTruthy()
  const [link] = screen.getAllByRole('link', { name: 'Show owners' })
  expect(link?.getAttribute('href')).toBe('/og/3?tab=ownership')
})

it('is absent where no sanctioned party owns half', async () => {
  api.on(ogOwnership, () => nothing)
  await renderPage(<OwnershipBanner noun="og" id={3} />)
  expect(screen.queryByRole('complementary')).toBeNull()
})
