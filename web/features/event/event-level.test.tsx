import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { setLocale } from '#web/platform/locale.ts'
import { EventLevelMark } from './event-level.tsx'

afterEach(cleanup)

it('an event without a level shows a dash', () => {
  setLocale('en-US')
  render(<EventLevelMark level={null} />)
  expect(screen.getByRole('img', { name: 'Not rated' }).textContent).toBe('–')
})
