import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const commands = {
  'server/backup.ts': ['npm run backup', '--nigthly'],
  'server/restore.ts': ['npm run restore', '--force'],
  'scripts/audit-verify.ts': ['npm run audit:verify', '--expected'],
  'scripts/check-blobs.ts': ['npm run blob:check', '--repair=yes'],
  'scripts/admin-password.ts': ['npm run admin:password', 'anna', 'berta'],
  'scripts/search-rebuild.ts': ['npm run search:rebuild', 'now'],
  'scripts/db-migrate.ts': ['npm run db:migrate', '--dry-run'],
  'scripts/make-bucket.ts': ['npm run blob:bucket', '--force'],
  'scripts/db-new.ts': ['npm run db:new', '--hlep'],
  'scripts/db-reset.ts': ['npm run db:reset', '--no'],
  'scripts/start.mjs': ['npm start', '--port=8081'],
  'scripts/test.mjs': ['npm test', 'og'],
  'server/up.ts': ['npm start', '--port'],
  'server/main.ts': ['npm run start:api', '--port'],
  'server/worker.ts': ['npm run start:worker', 'now'],
}

/** Runs a command without any settings of this machine; it ends before it looks for a database. */
function run(file: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, ...args],
    {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', OG_DATA_DIR: '/nowhere/at/all' },
    },
  )
  return { status, stdout, stderr }
}

test.for(Object.entries(commands))(
  '%s prints its usage when it gets an unknown argument',
  ([file, [usage = '', ...args]]) => {
    const { status, stderr } = run(file, args)
    expect(status).toBe(1)
    const [why, how] = stderr.trim().split('\n')
    expect(why).toContain(args.at(-1)?.replace(/=.*/, ''))
    expect(how).toContain(usage)
  },
)

test('an invalid seal of the audit log is refused, and never treated as if it was not given', () => {
  const { status, stderr } = run('scripts/audit-verify.ts', ['--expect', '1:zz'])
  expect(status).toBe(1)
  expect(stderr).toContain('“1:zz” is not a link')
})

test.for(Object.entries(commands))(
  '%s prints its usage and purpose on request, and does nothing',
  ([file, [usage = '']]) => {
    const { status, stdout, stderr } = run(file, ['--help'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.startsWith(usage)).toBe(true)
    expect(stdout).toMatch(/: [^:]+\.\n$/)
  },
)
