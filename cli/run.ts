import { parseArgs } from 'node:util'
import type { Locale } from '#contract/bilingual.ts'
import { createClient } from './client.ts'
import { type Command, commands, globalOptions } from './commands.ts'
import { accessOf } from './config.ts'
import { exits, Failure } from './failure.ts'
import { commandHelp, generalHelp } from './help.ts'
import { choiceOf, codeOf, type Io, type Run, usage, type Values } from './io.ts'
import { jsonLine, plain, progressOn, write } from './output.ts'
import { localeOf, messageOf } from './texts.ts'

type Parsed = { values: Values; positionals: string[] }

/** Runs one command and returns its exit code; failures are written to stderr. */
export async function runCommand(args: readonly string[], io: Io): Promise<number> {
  const early = earlyOptions(args)
  const locale = localeOf(early.lang, io.env)
  try {
    return await dispatch(args, io, locale)
  } catch (error) {
    return await report(error, io, locale, early.isJson)
  }
}

async function dispatch(args: readonly string[], io: Io, locale: Locale): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help' || name.startsWith('--lang')) {
    const topic = name === 'help' ? rest.find(each => !each.startsWith('-')) : undefined
    const about = topic === undefined ? undefined : commandOf(topic, locale)
    await write(
      name === undefined ? io.stderr : io.stdout,
      about ? commandHelp(topic ?? '', about, locale) : generalHelp(locale),
    )
    return name === undefined ? exits.usage : exits.ok
  }
  const command = commandOf(name, locale)
  const { values, positionals } = parse(name, command, rest, locale)
  if (values.help === true) {
    await write(io.stdout, commandHelp(name, command, locale))
    return exits.ok
  }
  const isJson = values.json === true
  const progress = progressOn(io.stderr, !isJson)
  const run: Run = {
    ...io,
    locale,
    command: name,
    isJson,
    values,
    positionals,
    progress,
    client: (signal = io.signal) => {
      const given = typeof values.url === 'string' ? values.url : undefined
      const notify = (sentence: string) => {
        progress.clear()
        if (!isJson) io.stderr.write(`${sentence}\n`)
      }
      return createClient({ ...accessOf(io.env, given, locale), locale, signal, notify })
    },
  }
  if (typeof values.lang === 'string') choiceOf(run, values.lang, ['zh', 'en', 'zh-CN', 'en-US'])
  try {
    return await command.run(run)
  } finally {
    progress.clear()
  }
}

function commandOf(name: string, locale: Locale): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Failure(exits.usage, messageOf(locale, 'unknownCommand', { name: plain(name) }))
  return command
}

function parse(name: string, command: Command, args: readonly string[], locale: Locale): Parsed {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...globalOptions }).map(([option, { type, ...more }]) => [
      option,
      {
        type,
        ...('short' in more && more.short !== undefined && { short: more.short }),
        ...('multiple' in more && more.multiple === true && { multiple: true }),
      },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true }) as Parsed
  } catch (error) {
    const option = /'([^']*)'/.exec((error as Error).message)?.[1] ?? ''
    const key = codeOf(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'unknownOption' : 'optionValue'
    throw usage({ locale, command: name }, key, { name: plain(option) })
  }
}

/** Language and form of failures, read before the arguments are known to be right. */
function earlyOptions(args: readonly string[]): { lang?: string; isJson: boolean } {
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  const at = own.findIndex(arg => arg === '--lang' || arg.startsWith('--lang='))
  const lang = own[at]?.startsWith('--lang=') ? own[at].replace('--lang=', '') : at === -1 ? undefined : own[at + 1]
  return { ...(lang !== undefined && { lang }), isJson: own.includes('--json') }
}

async function report(error: unknown, io: Io, locale: Locale, isJson: boolean): Promise<number> {
  if (codeOf(error) === 'EPIPE') return exits.ok
  const failure = io.signal.aborted
    ? new Failure(exits.interrupted, messageOf(locale, 'interrupted'))
    : error instanceof Failure
      ? error
      : new Failure(exits.failed, error instanceof Error ? error.message : String(error))
  const { exit, message, status, faults } = failure
  const lines = [
    plain(messageOf(locale, 'fault') + message),
    ...faults.map(({ path, message }) => plain(`  ${path}: ${message}`)),
  ]
  const json = { error: message, exit, ...(status !== undefined && { status }), ...(faults.length > 0 && { faults }) }
  await write(io.stderr, isJson ? `${jsonLine(json)}\n` : `${lines.join('\n')}\n`).catch(() => {})
  return exit
}
