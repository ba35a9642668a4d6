import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { guidePages } from './scripts/vite-guide.ts'

/** Whether a test wants the migrated database of global-setup.ts, itself or through a helper called testing.ts. */
function needsDatabase(file: string): boolean {
  const source = readFileSync(file, 'utf8')
  if (/testing\/test-app\.ts'|inject\('databaseUrl'\)/.test(source)) return true
  const helpers = [...source.matchAll(/from '([^']*\/testing\.ts)'/g)].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : join(dirname(file), name),
  )
  return helpers.some(needsDatabase)
}

/**
 * Whether a test replaces modules, which also reaches other files in the same worker. All others share the modules of
 * their worker: to load the server again for each file takes as long as its tests.
 */
const replacesModules = (file: string): boolean => /\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8'))

const tests = globSync('{contract,server,cli,scripts,bench,deploy}/**/*.test.ts')
const shared = tests.filter(file => !replacesModules(file))
const globalSetup = ['server/testing/global-setup.ts']
/** Bounds are for what hangs, not for what is slow: a machine of CI may share its cores. */
const patience = { testTimeout: 90_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  test: {
    // On two cores the default is one, and the database waits half of the time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...patience,
          name: 'server',
          include: shared.filter(needsDatabase),
          isolate: false,
          globalSetup,
        },
      },
      { test: { ...patience, name: 'pure', include: shared.filter(file => !needsDatabase(file)), isolate: false } },
      { test: { ...patience, name: 'replacing', include: tests.filter(replacesModules), globalSetup } },
      {
        plugins: [guidePages()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 60_000,
        },
      },
    ],
  },
})
