import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { setLocale } from '#web/platform/locale.ts'
import { EventLevelMark, judgedLevel } from './event-level.tsx'

afterEach(cleanup)

it('a draft with the default level shows no level until someone assesses it', () => {
  expect(judgedLevel({ level: 3, status: 'draft' })).toBeNull()
  expect(judgedLevel({ level: 5, status: 'draft' })).toBe(5)
  expect(judgedLevel({ level: 3, status: 'confirmed' })).toBe(3)
  setLocale('en-US')
  render(<EventLevelMark level={null} />)
  expect(screen.getByRole('img', { name: 'Not rated' }).textContent).toBe('–')
})
