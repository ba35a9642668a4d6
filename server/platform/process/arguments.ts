import { parseArgs } from 'node:util'

type Kinds = Record<string, 'string' | 'boolean'>
type ParsedOptions<Options extends Kinds> = {
  [Name in keyof Options]?: Options[Name] extends 'string' ? string : boolean
}

/**
 * Parses the arguments of a command. An unknown argument ends the process with the usage text: a mistyped option must
 * not count as one that was not given. `--help` prints the same text and ends with 0. `usage` is one line: the call,
 * and after a colon its purpose.
 */
export function readArguments<Options extends Kinds = Record<never, 'string'>>(
  usage: string,
  { options, values: most = 0 }: { options?: Options; values?: number } = {},
): { options: ParsedOptions<Options>; values: string[] } {
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
    if (tooMany !== undefined) throw new Error(`Unknown argument “${tooMany}”.`)
    return { options: values as ParsedOptions<Options>, values: positionals }
  } catch (error) {
    // The first sentence of Node's message names the fault; the others are for programmers.
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=[.?]) |\n/)
    console.error(`${message}\n${usage}`)
    process.exit(1)
  }
}
