import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useNotices } from '#web/platform/notice.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { CommandLine } from './command-line.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  useNotices.setState(useNotices.getInitialState())
})

it('shows the two lines that install og from this console, and copies exactly them', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  renderPage(<CommandLine />)
  const { origin } = window.location
  const lines = `curl -fsSo og ${origin}/og.mjs && chmod +x og\n./og login ${origin}`
  const shown = await screen.findByText(/curl/)
  expect(shown.textContent).toBe(lines)
  fireEvent.click(screen.getByRole('button', { name: /复制这两行命令|Copy these two lines/ }))
  await waitFor(() => expect(copied).toHaveBeenCalledWith(lines))
})
