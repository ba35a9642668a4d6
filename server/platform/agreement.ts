/**
 * Who has every acknowledged commit, by what Patroni has agreed on in etcd: the cluster's own number, and host and port of each such server,
 * whether it is the primary, a copy, or becomes one just now.
 */
export type Agreed = { system: string; servers: readonly string[] }

/** Asks; what it tells was so at a moment after the question. Undefined: nobody can say, or no server is known to have all. */
export type Agreement = () => Promise<Agreed | undefined>

const answerMs = 500
const postgresPort = '5432'

/**
 * Of these addresses (`etcd:http://host:2379/service/scope`, or `etcd3:` where Patroni speaks the newer protocol), one for each member of
 * etcd. Members are asked in a way that only a majority can answer (a linearizable read), so that whoever answers first is right.
 */
export function openAgreement(addresses: readonly string[]): Agreement {
  const members = addresses.map(address => {
    const { url, folder, isNew } = partsOf(address)
    return () => (isNew ? readNew(url, folder) : readOld(url, folder))
  })
  return inTurns(() => Promise.any(members.map(read => read())).then(agreedOf, () => undefined))
}

/** One question at a time. Who asks while one is under way gets the answer of the next: each question begins after it was asked for. */
export function inTurns<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = () => {
    const made = ask()
    running = made
    const end = () => {
      if (running === made) running = undefined
    }
    made.then(end, end)
    return made
  }
  return () => {
    if (!running) return begin()
    const after = () => {
      next = undefined
      return begin()
    }
    next ??= running.then(after, after)
    return next
  }
}

/** What stands under Patroni's folder, by names relative to it. */
type Entries = ReadonlyMap<string, string>

/**
 * Patroni takes a standby from `sync` before commits go on without it, and names one only when it has all that was acknowledged. Who holds the
 * lock and is not the one that wrote `sync` was a synchronous standby when it took it, and is about to be the primary.
 */
export function agreedOf(entries: Entries): Agreed | undefined {
  const system = entries.get('initialize')
  const sync = objectOf(entries.get('sync'))
  // Of a quorum none is known to have all.
  if (!system || typeof sync?.leader !== 'string' || sync.quorum) return undefined
  const copies = typeof sync.sync_standby === 'string' ? sync.sync_standby.split(',').map(name => name.trim()) : []
  const holder = entries.get('leader')
  const isSettled = holder === undefined || holder === sync.leader
  const names = isSettled ? (holder === undefined ? copies : [holder, ...copies]) : copies.filter(n => n === holder)
  const servers = names.flatMap(name => serverOf(objectOf(entries.get(`members/${name}`))?.conn_url) ?? [])
  return servers.length > 0 ? { system, servers } : undefined
}

/** Host and port of a database's address; undefined where it is none. */
export function serverOf(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url?.hostname ? `${url.hostname}:${url.port || postgresPort}` : undefined
}

function objectOf(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function partsOf(address: string) {
  const url = new URL(address.replace(/^etcd3?:/, ''))
  const folder = url.pathname.replace(/\/+$/, '')
  return { url, folder, isNew: address.startsWith('etcd3:') }
}

async function ask(base: URL, path: string, body?: object): Promise<unknown> {
  const { username, password, origin } = base
  const name = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const response = await fetch(origin + path, {
    headers: {
      ...(username !== '' && { authorization: `Basic ${name}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerMs),
  })
  if (!response.ok) throw new Error(`etcd answers ${response.status}`)
  return await response.json()
}

type Node = { key: string; value?: string; nodes?: Node[] }

async function readOld(base: URL, folder: string): Promise<Entries> {
  const { node } = (await ask(base, `/v2/keys${folder}?recursive=true&quorum=true`)) as { node: Node }
  const entries = new Map<string, string>()
  const walk = ({ key, value, nodes }: Node) => {
    if (value !== undefined) entries.set(key.slice(folder.length + 1), value)
    for (const each of nodes ?? []) walk(each)
  }
  walk(node)
  return entries
}

async function readNew(base: URL, folder: string): Promise<Entries> {
  const inBase64 = (text: string) => Buffer.from(text).toString('base64')
  const inText = (text: string) => Buffer.from(text, 'base64').toString('utf8')
  // All keys that begin with the folder: up to the character after `/`.
  const range = { key: inBase64(`${folder}/`), range_end: inBase64(`${folder}0`) }
  const { kvs = [] } = (await ask(base, '/v3/kv/range', range)) as { kvs?: { key: string; value: string }[] }
  return new Map(kvs.map(({ key, value }) => [inText(key).slice(folder.length + 1), inText(value)]))
}
