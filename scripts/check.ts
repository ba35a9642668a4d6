// `npm run check`: format, lint, types, import rules, generated files. Each says what is wrong; all are run.
import { spawnSync } from 'node:child_process'

const steps: [string, string[]][] = [
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['types', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['imports', ['scripts/check-imports.ts']],
  ['circles', ['scripts/check-circles.ts']],
  ['nouns and tables', ['scripts/check-owners.ts']],
  ['texts', ['scripts/check-text.ts']],
  ['generated files', ['scripts/db-generate.ts', '--check']],
]

let failures = 0
for (const [name, args] of steps) {
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
  })
  if (status !== 0) failures += 1
  console.log(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  )
}
process.exit(failures === 0 ? 0 : 1)
