// Makes one file of the command line `og`, which needs nothing but Node.js 20.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { lightContract } from './vite-contract.ts'

/** The bundle as text, with the line that starts Node.js. */
export async function bundleCli(root: string): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [lightContract(root, 'cli')],
    resolve: { conditions: ['node'] },
    build: {
      write: false,
      target: 'node20',
      ssr: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'cli/main.ts'),
        platform: 'node',
        external: /^node:/,
        output: { format: 'iife', globals: id => `node[${JSON.stringify(id)}]`, codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  const { code, imports } = output[0]
  const modules = [...imports].filter(id => id.startsWith('node:')).sort()
  if (modules.length === 0) throw new Error('The bundle of og imports nothing of Node.js')
  // A file without an extension is CommonJS or a module, depending on its folder; `import()` works in both.
  const loads = modules.map(id => `${JSON.stringify(id)}: await import(${JSON.stringify(id)})`)
  return `#!/usr/bin/env node\n(async () => {\nconst node = { ${loads.join(', ')} };\n${code}\n})();\n`
}

export async function buildCli(root: string): Promise<void> {
  writeFileSync(join(root, 'web/dist/og.mjs'), await bundleCli(root))
}
