import '#web/routes.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setLocale } from '#web/platform/locale.ts'
import { byPlace, useShortcut, useShortcuts } from '#web/platform/shortcut.tsx'
import { renderPage } from '#web/testing/render-page.tsx'
import { RecordPage } from './record-page.tsx'

const tabs = Array.from({ length: 11 }, (_, n) => ({
  key: `tab${n + 1}`,
  label: n === 1 ? '𠮷田' : `Tab ${n + 1}`,
  content: `content ${n + 1}`,
}))

function Page() {
  useShortcut('!', 'Report a problem', () => undefined)
  return (
    <>
      <input aria-label="typed" />
      <RecordPage back="Back" title="Liu" factsLabel="Facts" facts={[]} tabs={tabs} />
    </>
  )
}

beforeEach(() => setLocale('en-US'))
afterEach(cleanup)

const press = (key: string, on: Element = document.body) => act(async () => void fireEvent.keyDown(on, { key }))

it('opens the tabs of a record by their digits, but not during text input', async () => {
  const page = await renderPage(<Page />)
  await press('3')
  expect(page.search()).toEqual({ tab: 'tab3' })
  expect(screen.getByText('content 3')).toBeTruthy()
  await press('2', screen.getByLabelText('typed'))
  expect(page.search()).toEqual({ tab: 'tab3' })
  await press('1')
  expect(page.search()).toEqual({})
})

it('lists each active key under its place, and no other', async () => {
  await renderPage(<Page />)
  const reportedOf = () => byPlace(useShortcuts.getState().entries)
  const [records, ...rest] = reportedOf()
  expect(records?.[0]).toBe('record')
  expect(records?.[1].map(({ key, description }) => `${key} ${description}`).slice(0, 2)).toEqual([
    '1 Open “Tab 1”',
    '2 Open “𠮷田”',
  ])
  expect(records?.[1]).toHaveLength(9)
  expect(rest.flatMap(([, keys]) => keys.map(({ key }) => key))).toEqual(['!'])
  cleanup()
  expect(reportedOf()).toEqual([])
})

it('lists a key of two places once, as it works now; keys that work everywhere are last', () => {
  const of = (key: string, description: string, place: string) => ({ key, description, place })
  expect(byPlace([of('?', 'help', 'everywhere'), of('e', 'list edit', 'list'), of('e', 'edit', 'record')])).toEqual([
    ['record', [of('e', 'edit', 'record')]],
    ['everywhere', [of('?', 'help', 'everywhere')]],
  ])
})
