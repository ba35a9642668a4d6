// `npm run fix`: formats, applies the linter's fixes, and rewrites the generated files.
import { spawnSync } from 'node:child_process'
import { readArguments } from '#server/platform/process/arguments.ts'

readArguments('npm run fix: formats, mends what the linter can mend, and writes the generated files anew.')

for (const args of [['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'], ['scripts/db-generate.ts']])
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { stdio: 'inherit' })
