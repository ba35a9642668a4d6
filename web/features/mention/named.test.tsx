import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { decideMention } from '#contract/mention.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { fakeNamed } from './fake-named.ts'
import { NamedChip, PickNamed } from './mention.ts'

let api: FakeApi
beforeEach(() => {
  setLocale('en-US')
  api = fakeApi()
})
afterEach(cleanup)

const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const possible = fakeNamed({
  noun: 'person',
  id: 7,
  name: '张伟明',
  certainty: 'possible',
  reasons: [{ code: 'alone' }, { code: 'bearers', value: 3 }],
  can_decide: true,
  about: { og: '国泰银行', position: '董事长', year: '1962', region: null, icon: null },
})

it('shows that a name is a possible match and why, and lets editors decide that it is another person', async () => {
  api.on(decideMention, () => ({ verdict: 'rejected' as const }))
  await renderPage(<NamedChip named={possible} place={{ page: 5 }} />)
  await press(screen.getByRole('button', { name: 'Possible mention: 张伟明' }))
  expect(await screen.findByText('国泰银行 · 董事长 · 1962')).toBeTruthy()
  expect(screen.getByText('Only the name matches')).toBeTruthy()
  expect(screen.getByText('3 records with this name')).toBeTruthy()
  await press(screen.getByRole('button', { name: 'It is a different record' }))
  await waitFor(() => expect(api.requests(decideMention)).toHaveLength(1))
  expect(api.requests(decideMention)[0]?.body).toEqual({ noun: 'person', id: 7, page: 5, verdict: 'rejected' })
})

it('offers candidates with distinguishing details, none ticked, and continues with those picked', async () => {
  const onPick = vi.fn()
  const other = fakeNamed({ noun: 'person', id: 8, name: '张伟明', certainty: 'possible' })
  await renderPage(<PickNamed candidates={[possible, other]} onPick={onPick} onCancel={() => {}} />)
  const boxes = await screen.findAllByRole('checkbox')
  expect(boxes.map(box => (box as HTMLInputElement).checked)).toEqual([false, false])
  expect(screen.getByRole('button', { name: 'Continue without linking' })).toBeTruthy()
  await press(boxes[0]!)
  await press(screen.getByRole('button', { name: 'Link 1 and continue' }))
  expect(onPick).toHaveBeenCalledWith([possible])
})
