// `npm run bench -- <name> [--data DIR] [--rows N] [--profile] [--record]`: a table, then one last line of JSON.
import { loadavg } from 'node:os'
import { readArguments } from '#server/platform/process/arguments.ts'
import { benches } from './benches.ts'
import { describeMachine } from './kit.ts'
import { readResults, withRun, writeResults } from './results.ts'

const usage = `npm run bench -- ${Object.keys(benches).join('|')} [--data DIR] [--rows N] [--count N | --kills N | --acts N] [--seed N] [--role admin,editor] [--minutes N] [--profile] [--pages N,N] [--fill] [--only KIND,KIND] [--quick] [--make] [--verbose] [--record]: measures, and ends with one line of JSON; --record stores it in bench/results.json.`
const { options: values, values: names } = readArguments(usage, {
  options: {
    data: 'string',
    rows: 'string',
    count: 'string',
    kills: 'string',
    acts: 'string',
    seed: 'string',
    role: 'string',
    minutes: 'string',
    profile: 'boolean',
    pages: 'string',
    fill: 'boolean',
    only: 'string',
    quick: 'boolean',
    make: 'boolean',
    verbose: 'boolean',
    record: 'boolean',
  },
  values: 1,
})
const name = names[0] ?? ''
const bench = benches[name]
if (!bench) {
  console.error(usage)
  process.exit(1)
}
const { run } = await bench()
const loadBefore = (loadavg()[0] ?? 0).toFixed(1)
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const figures = await run({
  data: values.data,
  role: values.role,
  profile: values.profile,
  pages: values.pages,
  fill: values.fill,
  only: values.only,
  quick: values.quick,
  make: values.make,
  verbose: values.verbose,
  rows: numberOf(values.rows),
  minutes: numberOf(values.minutes),
  count: numberOf(values.count ?? values.kills),
  acts: numberOf(values.acts),
  seed: numberOf(values.seed),
})
console.log(JSON.stringify(figures))
if (values.record) {
  const given = process.argv.slice(2).filter(each => each !== '--record')
  const date = new Date().toISOString().slice(0, 10)
  const command = `npm run bench -- ${given.join(' ')}`
  writeResults(
    withRun(readResults(), { bench: name, machine: describeMachine(), load: loadBefore, date, command, line: figures }),
  )
}
process.exit(0)
