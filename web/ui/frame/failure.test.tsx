import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setLocale } from '#web/platform/locale.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { Failure } from './failure.tsx'

beforeEach(() => setLocale('en-US'))
afterEach(cleanup)

it('a failure is an alert with its sentence and another try, as a line or as the whole place', async () => {
  for (const isWhole of [false, true]) {
    const retry = vi.fn()
    await renderPage(
      <Failure isWhole={isWhole} onRetry={retry}>
        The rows failed to load
      </Failure>,
    )
    expect(screen.getByRole('alert').textContent).toContain('The rows failed to load')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
    cleanup()
  }
})

it('an alert without a sentence shows nothing', async () => {
  await renderPage(<Failure>{''}</Failure>)
  expect(screen.getByRole('alert').childElementCount).toBe(0)
})
