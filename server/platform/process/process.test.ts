import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Exit code and output of a process that cannot start because of an error. */
function failWith(error: string) {
  const code = `import { failAtStart } from '${new URL('process.ts', import.meta.url).href}'; failAtStart(${error})`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code],
    { encoding: 'utf8' },
  )
  return { status, stderr }
}

it.each([
  ['a database in recovery', `Object.assign(new Error('starting up'), { code: '57P03' })`, 'starting up'],
  ['a lost connection', `new Error('Connection terminated unexpectedly')`, 'Connection terminated unexpectedly'],
  [
    'a host that refuses',
    `new AggregateError([Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })])`,
    'connect ECONNREFUSED',
  ],
  [
    'a blob store that refuses',
    `new Error('Files cannot be stored', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })`,
    'Files cannot be stored',
  ],
])('%s is a temporary fault: the process exits with 75', (_, error, stated) => {
  expect(failWith(error)).toEqual({ status: 75, stderr: `${stated}\n` })
})

it.each([
  ['a wrong setting', `new Error('PORT must be a number')`],
  ['an answer of the database', `Object.assign(new Error('x'), { code: '42P01' })`],
])('%s is permanent: the process exits with 1', (_, error) => {
  expect(failWith(error).status).toBe(1)
})
