import { defineConfig } from '@playwright/test'
import { browserPath } from './e2e/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The browser, the console and PostgreSQL share two cores. scripts/browser-report.ts fails a run with several retries.
  retries: 2,
  reporter: 'list',
  use: {
    // Where the machine names no language, Chromium saves a file with a Chinese name as “download”.
    launchOptions: { ...(await browserPath()), env: { ...process.env, LC_ALL: 'C.UTF-8' } },
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    trace: 'off',
    // A pop-up that still moves is clicked where something else will be.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
  },
})
