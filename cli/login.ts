import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { info } from '#contract/session.api.ts'
import { type Client, createClient } from './client.ts'
import { originOf, readConfig, writeConfig } from './config.ts'
import { exits, Failure } from './failure.ts'
import { note, option, printResult, type Run, readBytes, usage } from './io.ts'
import { write } from './output.ts'
import { messageOf } from './texts.ts'

/** `og login URL`: stores a token for the console at this address. */
export async function login(run: Run): Promise<number> {
  const url = addressFor(run)
  const token = (run.env.OG_TOKEN || (run.stdin.isTTY ? await requestToken(run, url) : await pipedToken(run))).trim()
  if (token === '') throw usage(run, 'missing', { what: run.locale === 'zh-CN' ? '访问令牌' : 'access token' })
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Failure(exits.refused, messageOf(run.locale, 'badToken'))
  const { locale, signal } = run
  const name = await nameOf(
    createClient({ url, token, locale, signal, notify: sentence => run.stderr.write(`${sentence}\n`) }),
  )
  const config = readConfig(run.env)
  const path = writeConfig(run.env, { url, tokens: { ...config.tokens, [url]: token } })
  await printResult(run, { url, name, path }, 'loggedIn', { url, name: name ?? '-', path })
  return exits.ok
}

/** `og logout`: removes the token of an address from this machine. */
export async function logout(run: Run): Promise<number> {
  const url = addressFor(run)
  const { url: current, tokens } = readConfig(run.env)
  const { [url]: _, ...others } = tokens
  writeConfig(run.env, { ...(current !== undefined && current !== url && { url: current }), tokens: others })
  await printResult(run, { url }, 'loggedOut', { url })
  return exits.ok
}

function addressFor(run: Run): string {
  const [given, extra] = run.positionals
  if (extra !== undefined) throw usage(run, 'tooMany', { name: extra })
  const address = given ?? option(run, 'url') ?? (run.env.OG_URL || readConfig(run.env).url)
  if (!address) throw usage(run, 'missing', { what: run.locale === 'zh-CN' ? '控制台地址' : 'address of the console' })
  return originOf(address, run.locale)
}

/** The user of the token; null if its scopes do not include reading, which a refused token is not. */
async function nameOf(client: Client): Promise<string | null> {
  try {
    const { name, username } = await client.call(info, {})
    return name || username
  } catch (error) {
    if (error instanceof Failure && error.status === 403) return null
    throw error
  }
}

async function pipedToken(run: Run): Promise<string> {
  return new TextDecoder().decode(await readBytes(run, '-', 1))
}

async function requestToken(run: Run, url: string): Promise<string> {
  await note(run, 'whereToken', { url })
  await write(run.stderr, messageOf(run.locale, 'tokenPrompt'))
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: run.stdin, output: silent, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once('line', resolve)
      terminal.once('SIGINT', () => reject(new Failure(exits.interrupted, messageOf(run.locale, 'interrupted'))))
      terminal.once('close', () => resolve(''))
    })
  } finally {
    terminal.close()
    await write(run.stderr, '\n')
  }
}
