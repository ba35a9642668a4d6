// The test that compares the product with a model (server/model.test.ts), longer and with a chosen seed.
import { spawn } from 'node:child_process'
import { type BenchOptions, describeMachine, table } from './kit.ts'

type Figures = { acts: number; compared: number; differences: number; done: Record<string, number> }

/** `--acts` in a separate model from `--seed`; differences are printed with the shortest run that shows them. */
export async function run({ acts = 3_600, seed = 1 }: BenchOptions): Promise<Record<string, unknown>> {
  const startedAt = performance.now()
  const runner = ['scripts/run.mjs', 'node_modules/vitest/vitest.mjs', 'run', 'server/model.test.ts']
  const child = spawn(process.execPath, runner, {
    env: { ...process.env, RUNS: String(acts), SEED: String(seed), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', chunk => {
    text += String(chunk)
  })
  await new Promise(resolve => child.once('close', resolve))
  const line = text.split('\n').find(each => each.startsWith('{"acts":'))
  if (!line) throw new Error(text)
  const { compared, differences, done } = JSON.parse(line) as Figures
  if (differences > 0) console.log(text)
  console.log(describeMachine())
  console.log(
    table(
      ['act', 'done'],
      Object.entries(done).map(([act, count]) => [act, count]),
    ),
  )
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return { acts, seed, compared, differences, kinds: Object.keys(done).length, seconds }
}
