import { defineConfig } from '@playwright/test'
import { browserPath } from './e2e/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The browser, the console and PostgreSQL share two cores.
  retries: 2,
  reporter: 'list',
  use: {
    launchOptions: await browserPath(),
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    trace: 'off',
    // A pop-up that still moves is clicked where something else will be.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
  },
})
