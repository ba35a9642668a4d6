/**
 * The servers that have every acknowledged commit, according to the state that Patroni stores in etcd. `system` is the
 * cluster's system identifier; `servers` are host and port of each such server, whether it is the primary, a standby,
 * or a standby that is being promoted.
 */
type DcsState = { system: string; servers: readonly string[] }

/**
 * Queries etcd. The answer was true at a moment after the call. Undefined: no member answers, or no server is known to
 * have every acknowledged commit.
 */
export type DcsClient = () => Promise<DcsState | undefined>

const answerMs = 500
const postgresPort = '5432'

/**
 * Opens a client for these addresses (`etcd:http://host:2379/service/scope`, or `etcd3:` where Patroni uses the newer
 * protocol), one for each member of etcd. Each read is linearizable: only a majority can answer it, so the first answer
 * is correct.
 */
export function openDcsClient(addresses: readonly string[]): DcsClient {
  const members = addresses.map(address => {
    const { url, folder, isNew } = partsOf(address)
    return () => (isNew ? readNew(url, folder) : readOld(url, folder))
  })
  return inTurns(() => Promise.any(members.map(read => read())).then(parseDcsState, () => undefined))
}

/**
 * Runs one query at a time. A caller that arrives while a query is running gets the answer of the next one: each caller
 * gets the answer of a query that began after its call.
 */
export function inTurns<T>(request: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = () => {
    const made = request()
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

/** The entries under Patroni's folder, by names relative to it. */
type Entries = ReadonlyMap<string, string>

/**
 * Patroni removes a standby from `sync` before commits continue without it, and lists one only when it has every
 * acknowledged commit. A server that holds the leader lock but did not write `sync` was a synchronous standby when it
 * took the lock, and is about to become the primary.
 */
export function parseDcsState(entries: Entries): DcsState | undefined {
  const system = entries.get('initialize')
  const sync = objectOf(entries.get('sync'))
  // With quorum commit, no single standby is known to have every acknowledged commit.
  if (!system || typeof sync?.leader !== 'string' || sync.quorum) return undefined
  const copies = typeof sync.sync_standby === 'string' ? sync.sync_standby.split(',').map(name => name.trim()) : []
  const holder = entries.get('leader')
  const isSettled = holder === undefined || holder === sync.leader
  const names = isSettled ? (holder === undefined ? copies : [holder, ...copies]) : copies.filter(n => n === holder)
  const servers = names.flatMap(name => serverOf(objectOf(entries.get(`members/${name}`))?.conn_url) ?? [])
  return servers.length > 0 ? { system, servers } : undefined
}

/** Host and port of a database address; undefined if it is not a URL. */
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

async function callDcs(base: URL, path: string, body?: object): Promise<unknown> {
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

type DcsNode = { key: string; value?: string; nodes?: DcsNode[] }

async function readOld(base: URL, folder: string): Promise<Entries> {
  const { node } = (await callDcs(base, `/v2/keys${folder}?recursive=true&quorum=true`)) as { node: DcsNode }
  const entries = new Map<string, string>()
  const walk = ({ key, value, nodes }: DcsNode) => {
    if (value !== undefined) entries.set(key.slice(folder.length + 1), value)
    for (const each of nodes ?? []) walk(each)
  }
  walk(node)
  return entries
}

async function readNew(base: URL, folder: string): Promise<Entries> {
  const inBase64 = (text: string) => Buffer.from(text).toString('base64')
  const inText = (text: string) => Buffer.from(text, 'base64').toString('utf8')
  // The range covers all keys that begin with the folder: its end is the character after `/`.
  const range = { key: inBase64(`${folder}/`), range_end: inBase64(`${folder}0`) }
  const { kvs = [] } = (await callDcs(base, '/v3/kv/range', range)) as { kvs?: { key: string; value: string }[] }
  return new Map(kvs.map(({ key, value }) => [inText(key).slice(folder.length + 1), inText(value)]))
}
