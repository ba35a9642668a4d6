// A small IMAP server on loopback for tests: the commands that the client sends, and ways to lie.
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

export type FakeMessage = { uid: number; raw: Buffer; flags: Set<string> }
type Send = (text: string | Buffer) => void

/** Replies to commands that contain a word; `reply` gets the tag. */
export const replyTo = (word: string, reply: (tag: string) => string) => (line: string, send: Send) => {
  if (!line.includes(word)) return false
  send(reply(line.split(' ')[0] ?? ''))
  return true
}

export type FakeImap = Awaited<ReturnType<typeof openFakeImap>>

/**
 * `tls`: from the first byte; `startTls`: offered. `intercept` sees each command before it is answered, and returns true
 * if it has answered itself.
 */
export async function openFakeImap(options: { tls?: { key: string; cert: string }; startTls?: boolean } = {}) {
  const state = {
    uidValidity: 7,
    /** Stated, whether right or wrong. */
    uidNext: undefined as number | undefined,
    password: 'correct horse',
    folders: new Map<string, FakeMessage[]>([
      ['INBOX', []],
      ['Done', []],
    ]),
    commands: [] as string[],
    connections: 0,
    intercept: undefined as ((line: string, send: Send, socket: Socket) => boolean) | undefined,
    greeting: '* OK ready\r\n' as string | null,
  }
  const sockets = new Set<Socket>()
  const inbox = () => state.folders.get('INBOX') ?? []
  const add = (raw: Buffer | string, uid = Math.max(0, ...inbox().map(each => each.uid)) + 1) => {
    inbox().push({ uid, raw: Buffer.from(raw), flags: new Set() })
    return uid
  }

  function serve(plain: Socket, isSecure: boolean): void {
    let [socket, folder, rest] = [plain, 'INBOX', '']
    const send: Send = text => void (socket.destroyed || socket.write(text))
    const take = (bytes: Buffer) => {
      rest += bytes.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        state.commands.push(line)
        if (!state.intercept?.(line, send, socket)) answer(line)
      }
    }
    function answer(line: string): void {
      const [tag = '', command = '', ...args] = line.split(' ')
      const name = command.toUpperCase()
      const text = args.join(' ')
      const ok = (lines = '') => send(`${lines}${tag} OK done\r\n`)
      const list = state.folders.get(folder) ?? []
      if (name === 'CAPABILITY')
        ok(`* CAPABILITY IMAP4rev1 MOVE UIDPLUS${options.startTls && !isSecure ? ' STARTTLS' : ''}\r\n`)
      else if (name === 'LOGIN' || name === 'AUTHENTICATE') logIn(tag, name, text)
      else if (name === 'STARTTLS' && options.tls) startTls(tag)
      else if (name === 'LIST') {
        const named = [...state.folders.keys()].filter(each => text.endsWith(` ${each}`) || text.endsWith(`"${each}"`))
        ok(['', ...named].map(each => `* LIST (\\HasNoChildren) "/" "${each}"\r\n`).join(''))
      } else if (name === 'STATUS' || name === 'SELECT' || name === 'EXAMINE') {
        const path = /^"?([^"(]*?)"?( \(.*)?$/.exec(text)?.[1]?.trim() ?? ''
        const found = state.folders.get(path)
        if (!found) {
          send(`${tag} NO [NONEXISTENT] no such folder\r\n`)
          return
        }
        if (name === 'STATUS') {
          ok(`* STATUS "${path}" (MESSAGES ${found.length})\r\n`)
          return
        }
        folder = path
        const next = state.uidNext ?? Math.max(0, ...found.map(each => each.uid)) + 1
        ok(
          `* ${found.length} EXISTS\r\n* OK [UIDVALIDITY ${state.uidValidity}] ok\r\n* OK [UIDNEXT ${next}] ok\r\n* OK [PERMANENTFLAGS (\\Seen \\Flagged \\*)] ok\r\n`,
        )
      } else if (name === 'UID') onMessages(text, list, ok)
      else if (name === 'LOGOUT') ok('* BYE bye\r\n')
      else ok()
    }
    function logIn(tag: string, name: string, text: string): void {
      const given = name === 'LOGIN' ? text : Buffer.from(text.split(' ')[1] ?? '', 'base64').toString()
      if (given.includes(state.password)) send(`${tag} OK logged in\r\n`)
      else send(`${tag} NO [AUTHENTICATIONFAILED] wrong: ${given} ${text}\r\n`)
    }
    function startTls(tag: string): void {
      send(`${tag} OK begin\r\n`)
      plain.removeAllListeners('data')
      const secured = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext(options.tls) })
      secured.on('error', () => {})
      secured.on('data', take)
      socket = secured
      isSecure = true
    }
    function onMessages(text: string, list: FakeMessage[], ok: (lines?: string) => void): void {
      const [act = '', range = '', ...rest] = text.split(' ')
      if (act.toUpperCase() === 'SEARCH') {
        ok(`* SEARCH ${list.map(each => each.uid).join(' ')}\r\n`)
        return
      }
      const wanted = new Set(range.split(',').map(Number))
      const named = list.filter(each => wanted.has(each.uid))
      if (act.toUpperCase() === 'FETCH') {
        const [, start = '0', length = '0'] = /<(\d+)\.(\d+)>/.exec(text) ?? []
        for (const { uid, raw } of named) {
          const part = raw.subarray(Number(start), Number(start) + Number(length))
          send(
            `* ${list.findIndex(each => each.uid === uid) + 1} FETCH (UID ${uid} RFC822.SIZE ${raw.length} INTERNALDATE "28-Nov-2026 10:00:00 +0000" BODY[]<${start}> {${part.length}}\r\n`,
          )
          send(part)
          send(')\r\n')
        }
        ok()
        return
      }
      for (const message of named)
        if (act.toUpperCase() === 'STORE')
          for (const flag of rest.join(' ').match(/\\\w+/g) ?? []) message.flags.add(flag)
        else {
          list.splice(list.indexOf(message), 1)
          state.folders.get(rest.join(' ').replaceAll('"', ''))?.push(message)
        }
      ok()
    }
    socket.on('data', take)
    if (state.greeting !== null) send(state.greeting)
  }

  const server = createServer(plain => {
    state.connections += 1
    sockets.add(plain)
    plain.on('error', () => {})
    plain.on('close', () => sockets.delete(plain))
    if (!options.tls || options.startTls) return serve(plain, false)
    const secured = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext(options.tls) })
    secured.on('error', () => {})
    serve(secured, true)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return Object.assign(state, {
    port,
    add,
    inbox,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  })
}
