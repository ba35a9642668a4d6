import { parseArgs } from 'node:util'

type Kinds = Record<string, 'string' | 'boolean'>
type Given<Options extends Kinds> = {
  [Name in keyof Options]?: Options[Name] extends 'string' ? string : boolean
}

/**
 * What a command was told behind its name. What it does not know ends it with how it is called: an option that was mistyped
 * must not count as one that was not given. `--help` says the same, and ends with 0. `usage` is one line: how it is called, and
 * after a colon what it does.
 */
export function readArguments<Options extends Kinds = Record<never, 'string'>>(
  usage: string,
  { options, values: most = 0 }: { options?: Options; values?: number } = {},
): { options: Given<Options>; values: string[] } {
  const config = Object.fromEntries(Object.entries(options ?? {}).map(([name, type]) => [name, { type }]))
  try {
    const { values, positionals } = parseArgs({
      options: { ...config, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    const [tooMany] = positionals.slice(most)
    if (tooMany !== undefined) throw new Error(`What is “${tooMany}”?`)
    return { options: values as Given<Options>, values: positionals }
  } catch (error) {
    // Node's first sentence says what is wrong; the others are for programmers.
    const [said = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=[.?]) |\n/)
    console.error(`${said}\n${usage}`)
    process.exit(1)
  }
}
