// `npm run check`: format, lint, types, import rules, generated files. All steps run, and each reports its faults.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { readArguments } from '#server/platform/process/arguments.ts'

readArguments('npm run check: checks format, lint, types, import rules and generated files.')

const steps: [string, string[]][] = [
  ['types', ['node_modules/typescript/bin/tsc', '-b', '--pretty']],
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--colors=force', '.']],
  ['generated files', ['scripts/db-generate.ts', '--check']],
  ['imports', ['scripts/check-imports.ts']],
  ['cycles', ['scripts/check-cycles.ts']],
  ['owners', ['scripts/check-owners.ts']],
  ['texts', ['scripts/check-text.ts']],
  ['styles', ['scripts/check-styles.ts']],
  ['words', ['scripts/check-words.ts']],
  ['documents', ['scripts/bench-doc.ts', '--check']],
]

let failures = 0
const waiting = [...steps]
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
process.exit(failures === 0 ? 0 : 1)

/** Runs one step after another; the output of a step is printed when it has ended, so that outputs do not mix. */
async function work(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, args] = step
    const startedAt = performance.now()
    const { code, output } = await run(args)
    if (code !== 0) failures += 1
    const tookS = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${output}${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${tookS} s)`)
  }
}

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        output += text
      })
    child.once('close', code => resolve({ code, output: code === 0 ? '' : output }))
  })
}
