import { randomInt } from 'node:crypto'
import { errorCodes, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { type BoundSetting, boundSettings } from '#contract/bound.ts'
import { type Endpoint, placeHeader, type Received, type Reply } from '#contract/endpoint.ts'
import { type ErrorCode, errorSentence, errors, type Locale } from '#contract/error.ts'
import { type Issue, issueMessage, issuePath, issuesByField, message } from '#contract/message.ts'
import type { Pace } from './bound.ts'
import { breathe } from './breathe.ts'
import { type Ctx, nobody } from './ctx.ts'
import { AppError } from './errors.ts'
import { codeOfFault } from './faults.ts'
import type { Frozen } from './frozen.ts'
import type { Replicas } from './replicas.ts'
import { noteAsker } from './request-log.ts'

/** What a routes file is given: the server and the one way to bind an endpoint to an operation. */
export type Bind = <E extends Endpoint>(endpoint: E, operation: Operation<E>) => void

/** `raw` is for the few endpoints whose body or reply is a file. */
export type Operation<E extends Endpoint> = (
  ctx: Ctx,
  input: Received<E>,
  raw: { request: FastifyRequest; reply: FastifyReply },
) => Promise<Reply<E> | Frozen<Reply<E>>> | Reply<E>

/** Tells who asks, or throws `unauthenticated`; given by the session feature. `ctx` is nobody's yet. */
export type Identify = (request: FastifyRequest, ctx: Ctx) => Promise<Pick<Ctx, 'actor' | 'snapshot' | 'place'>>

/** Receives each answer before it is sent, with its request; throws to withhold the answer. */
export type NoteAnswer = (
  ctx: Ctx,
  endpoint: Endpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  data: unknown,
) => Promise<void>

/** What every request's context begins with. */
export type Base = Omit<Ctx, 'actor' | 'reqId' | 'address' | 'locale'>

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForms?: boolean
  }
}

/** Fields of a form, where an endpoint takes them: a form of any page is sent without asking, JSON is not. */
export function takeForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string' }, ({ routeOptions }, body, done) => {
    if (routeOptions.config.takesForms) done(null, Object.fromEntries(new URLSearchParams(String(body))))
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
  })
}

/** Makes the `bind` that every noun's routes use: session, role, input, operation, reply, envelope. */
export function binder(
  app: FastifyInstance,
  base: Base,
  identify: Identify,
  pace: Pace,
  { replicas, noteAnswer }: { replicas?: Replicas | undefined; noteAnswer?: NoteAnswer } = {},
): Bind {
  return (endpoint, operation) => {
    const { roles, params, query, body } = endpoint
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(endpoint.limitBytes && { bodyLimit: endpoint.limitBytes }),
      config: { takesForms: endpoint.accepts === 'form' },
      handler: async (request, reply) => {
        const open = (base: Base) => contextOf(base, identify, roles, request, pace)
        const answer = async (ctx: Ctx) => {
          const startedAt = performance.now()
          const input = {
            params: params && parse(params, request.params),
            query: query && parse(query, request.query),
            body: body && parse(body, request.body ?? {}),
          } as Received<typeof endpoint>
          await breatheAfter(startedAt)
          if (endpoint.bound) await pace.call(ctx, endpoint.bound)
          const work = (ctx: Ctx) => Promise.resolve(operation(ctx, input, { request, reply }))
          const data =
            replicas && endpoint.readsFrom === 'replica' && !ctx.isReadOnly
              ? await readFrom(replicas, ctx, request.headers[placeHeader], work)
              : await work(ctx)
          await noteAnswer?.(ctx, endpoint, input, data)
          if (replicas && endpoint.method !== 'GET') await tellPlace(replicas, ctx, reply)
          return endpoint.replies === 'stream' ? data : (written(data) ?? (await write(endpoint, data)))
        }
        const standIn = maySurvive(endpoint) ? replicas?.standIn : undefined
        const answered = standIn
          ? await standIn.read({ open: db => open(db ? { ...base, db, isReadOnly: true } : base), answer })
          : await answer(await open(base))
        if (endpoint.replies === 'stream') return answered
        return reply.type('application/json; charset=utf-8').send(answered)
      },
    })
  }
}

/** Whoever is signed in may read while the primary is away. What would write fails there, as it does at the primary; a file comes but once. */
function maySurvive({ method, bound, accepts, replies, roles }: Endpoint): boolean {
  const isRead = method === 'GET' || (bound === 'read' && (accepts ?? 'json') === 'json')
  return isRead && replies !== 'stream' && roles !== 'public'
}

/** What is remembered of replicas is remembered apart: who reads from the primary waits for no read that may fail there. */
function readFrom<T>(replicas: Replicas, ctx: Ctx, given: unknown, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, place: now, snapshot } = ctx
  return replicas.read({ db, now, given }, (db, isCopy) =>
    work({ ...ctx, db, snapshot: isCopy && snapshot ? `${snapshot} replica` : snapshot }),
  )
}

/** Where the log was when a write was done: what has come there shows it. */
async function tellPlace(replicas: Replicas, { db }: Ctx, reply: FastifyReply): Promise<void> {
  const place = await replicas.place(db)
  if (place) reply.header(placeHeader, place)
}

/** The context of a request by somebody of these roles; whoever is not signed in or has another role is refused. */
export async function contextOf(
  base: Base,
  identify: Identify,
  roles: Endpoint['roles'],
  request: FastifyRequest,
  pace: Pace,
): Promise<Ctx> {
  const locale = localeOf(request)
  // Their connection ended meanwhile: nobody would hear the answer, and nobody could say from where it was asked.
  if (!request.ip) throw new AppError('unavailable')
  const ctx: Ctx = { ...base, actor: nobody, reqId: request.id, address: request.ip, locale, log: request.log }
  const found = roles === 'public' ? {} : await identify(request, ctx)
  // What is remembered by a snapshot is of the primary.
  const known = { ...ctx, ...found, ...(ctx.isReadOnly && { snapshot: undefined, place: undefined }) }
  noteAsker(request, known.actor.id)
  await pace.request(known)
  if (roles !== 'public' && !roles.includes(known.actor.role)) throw new AppError('forbidden')
  return known
}

const heldMs = 10

/** Envelopes of what is remembered (`rememberRead`): checked and written once. Only what is frozen cannot become another. */
const envelopes = new WeakMap<object, string>()

function written(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null ? envelopes.get(data) : undefined
}

async function write(endpoint: Endpoint, data: unknown): Promise<string> {
  const startedAt = performance.now()
  const checked = endpoint.reply.safeParse(data)
  if (!checked.success) throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${checked.error}`)
  await breatheAfter(startedAt)
  const envelope = JSON.stringify({ code: 200, message: 'ok', data: checked.data })
  if (typeof data === 'object' && data !== null && Object.isFrozen(data)) envelopes.set(data, envelope)
  return envelope
}

/** Where checking something large has held the loop, others have their turn before the next piece of work. */
async function breatheAfter(startedAt: number): Promise<void> {
  if (performance.now() - startedAt > heldMs) await breathe()
}

/** The value as the schema has it, or 422 with what is wrong. */
export function parse(schema: NonNullable<Endpoint['query']>, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw new InputError(result.error.issues as Issue[])
}

class InputError extends Error {
  readonly issues: Issue[]
  constructor(issues: Issue[]) {
    super('invalid input')
    this.issues = issues
  }
}

/** zh-CN unless the first language asked for is English. */
export function localeOf(request: FastifyRequest): Locale {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en-US' : 'zh-CN'
}

const alphanumerics = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The client's Req_id if it has the form of one, else a fresh one. */
export function requestId(headers: Record<string, string | string[] | undefined>): string {
  const given = headers.req_id
  if (typeof given === 'string' && /^[a-z0-9]{16}$/.test(given)) return given
  return Array.from({ length: 16 }, () => alphanumerics[randomInt(36)]).join('')
}

/** The one place where failures become replies. */
export function answerError(error: FastifyError | AppError | InputError, request: FastifyRequest, reply: FastifyReply) {
  const locale = localeOf(request)
  const send = (code: ErrorCode, detail = {}, more: Record<string, unknown> = {}) => {
    const { status } = errors[code]
    if (status === 503) reply.header('retry-after', '5')
    if (status === 429) reply.header('retry-after', String((detail as { seconds?: number }).seconds ?? 60))
    // An address that cannot be read is refused before any hook.
    reply.header('cache-control', 'no-store')
    return reply.status(status).send({
      code: status,
      message: errorSentence(code, locale, inWords(detail, locale)),
      req_id: request.id,
      ...more,
    })
  }
  if (error instanceof InputError)
    return send(
      'invalid',
      {},
      {
        errors: issuesByField(error.issues)
          .slice(0, 50)
          .map(issue => ({ path: issuePath(issue), message: issueMessage(issue, locale) })),
      },
    )
  if (error instanceof AppError)
    return send(error.code, error.detail, {
      ...(error.faults.length > 0 && {
        errors: error.faults.map(fault => ({ path: fault.path, message: message(fault.code, locale, fault.detail) })),
      }),
      ...(error.data !== undefined && { data: error.data }),
    })
  const known = codeOfFault(error)
  if (known?.isOurs) request.log.error({ err: error }, 'request failed')
  else if (known?.isOdd) request.log.warn({ err: error }, 'the database refused a value that the contract let through')
  if (known) return send(known.code)
  request.log.error({ err: error }, 'request failed')
  return send('internal')
}

/** The bound that was reached, as the system page calls it. */
function inWords(detail: { bound?: BoundSetting }, locale: Locale): Record<string, unknown> {
  if (detail.bound === undefined) return detail
  const { label, help } = boundSettings[detail.bound]
  return { ...detail, what: label[locale], help: help[locale] }
}

/** The methods of each address of the contract. */
const methodsByPattern = Map.groupBy(api, ({ endpoint }) => endpoint.path)
  .entries()
  .map(([path, rows]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    methods: rows.map(({ endpoint }) => endpoint.method),
  }))
  .toArray()

/** Methods that an address takes; empty where there is none. */
function methodsOf(path: string): string[] {
  const found = methodsByPattern.filter(({ pattern }) => pattern.test(path))
  return [...new Set(found.flatMap(({ methods }) => methods))].sort()
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url.split('?')[0] ?? '')
    if (methods.length === 0) return answerError(new AppError('not_found'), request, reply)
    reply.header('allow', methods.join(', '))
    return answerError(new AppError('no_method', { methods: methods.join(', ') }), request, reply)
  })
}
