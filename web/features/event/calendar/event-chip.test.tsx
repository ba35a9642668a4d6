import '#web/routes.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { EventSummary } from '#contract/event-view.api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { EventChip } from './calendar-parts.tsx'

afterEach(cleanup)

const brief: EventSummary = {
  id: 1,
  title: '渔业谈判',
  category: null,
  level: null,
  start_time: '2026-11-21',
  end_time: null,
  region: null,
  address: null,
  status: 'draft',
  ogs: [],
  persons: [],
}

it('shows no level of an event without one, neither in its mark nor in its hint', async () => {
  await renderPage(<EventChip event={brief} isBar />)
  const chip = screen.getByRole('link')
  expect(chip.dataset.level).toBeUndefined()
  expect(chip.title).toContain('未定级')
  expect(chip.textContent).toBe('–渔业谈判')
  cleanup()
  await renderPage(<EventChip event={{ ...brief, level: 3 }} isBar />)
  expect(screen.getByRole('link').dataset.level).toBe('3')
})
