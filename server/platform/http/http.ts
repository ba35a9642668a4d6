import { randomInt } from 'node:crypto'
import { errorCodes, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { type Endpoint, positionHeader, type Received, type Reply } from '#contract/endpoint.ts'
import { type ErrorCode, errorSentence, errors, type Locale } from '#contract/error.ts'
import { type LimitSetting, limitSettings } from '#contract/limit.ts'
import { issueMessage, issuePath, issuesByField, message, type SchemaIssue } from '#contract/message.ts'
import { isInScopes, scopeOf, type TokenScope, tokenPrefix } from '#contract/token.api.ts'
import { type Ctx, nobody } from '../ctx.ts'
import type { RateLimit } from '../jobs/quota.ts'
import { yieldToEventLoop } from '../process/yield-to-event-loop.ts'
import type { Replicas } from '../replica/replicas.ts'
import { checkConfirmed } from './confirmation.ts'
import { AppError } from './errors.ts'
import { codeOfFault } from './faults.ts'
import type { Immutable } from './immutable.ts'
import { mayCall } from './may-call.ts'
import { noteRequester } from './request-log.ts'

/** The parameter of a routes file: the only way to bind an endpoint to an operation. */
export type Bind = <E extends Endpoint>(endpoint: E, operation: Operation<E>) => void

/** `raw` is for the few endpoints whose body or reply is a file. */
type Operation<E extends Endpoint> = (
  ctx: Ctx,
  input: Received<E>,
  raw: { request: FastifyRequest; reply: FastifyReply },
) => Promise<Reply<E> | Immutable<Reply<E>>> | Reply<E>

/** Identifies the requester, or throws `unauthenticated`; implemented by the session feature. `ctx` has no user yet. */
export type Identify = (request: FastifyRequest, ctx: Ctx) => Promise<Pick<Ctx, 'actor' | 'snapshot' | 'place'>>

/** Receives each answer with its request before it is sent; throws to withhold the answer. */
export type NoteAnswer = (
  ctx: Ctx,
  endpoint: Endpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  data: unknown,
) => Promise<void>

/** The part of the context that all requests share. */
type BaseContext = Omit<Ctx, 'actor' | 'reqId' | 'address' | 'locale'>

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForms?: boolean
  }
}

/**
 * Accepts form fields on endpoints that declare it. Browsers send a form from any page without a preflight request,
 * JSON not.
 */
export function parseForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string' }, ({ routeOptions }, body, done) => {
    if (routeOptions.config.takesForms) done(null, Object.fromEntries(new URLSearchParams(String(body))))
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
  })
}

/** Creates the `bind` that all routes use: session, role, input, operation, reply, envelope. */
export function binder(
  app: FastifyInstance,
  base: BaseContext,
  identify: Identify,
  pace: RateLimit,
  { replicas, noteAnswer }: { replicas?: Replicas | undefined; noteAnswer?: NoteAnswer } = {},
): Bind {
  return (endpoint, operation) => {
    const { params, query, body } = endpoint
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(endpoint.limitBytes && { bodyLimit: endpoint.limitBytes }),
      config: { takesForms: endpoint.accepts === 'form' },
      handler: async (request, reply) => {
        const open = (base: BaseContext) =>
          contextOf(base, identify, { ...endpoint, scope: scopeOf(endpoint) }, request, pace)
        const answer = async (ctx: Ctx) => {
          const startedAt = performance.now()
          const input = {
            params: params && parse(params, request.params),
            query: query && parse(query, request.query),
            body: body && parse(body, request.body ?? {}),
          } as Received<typeof endpoint>
          await breatheAfter(startedAt)
          checkConfirmed(ctx, endpoint, input)
          if (endpoint.bound) await pace.call(ctx, endpoint.bound)
          const work = (ctx: Ctx) => Promise.resolve(operation(ctx, input, { request, reply }))
          const data =
            replicas && endpoint.readsFrom === 'replica' && !ctx.isReadOnly
              ? await readFrom(replicas, ctx, request.headers[positionHeader], work)
              : await work(ctx)
          await noteAnswer?.(ctx, endpoint, input, data)
          if (replicas && endpoint.method !== 'GET') await sendLogPosition(replicas, ctx, reply)
          return endpoint.replies === 'stream' ? data : (serialisedReply(data) ?? (await write(endpoint, data)))
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

/**
 * Whether a signed-in user may use the endpoint while the primary is unavailable. A write fails there, as it does at
 * the primary; a file body can be read only once, so it cannot be retried.
 */
function maySurvive({ method, bound, accepts, replies, roles }: Endpoint): boolean {
  const isRead = method === 'GET' || (bound === 'read' && (accepts ?? 'json') === 'json')
  return isRead && replies !== 'stream' && roles !== 'public'
}

/**
 * Results from replicas are cached separately: a reader of the primary must not wait for a read that may fail on a
 * replica.
 */
function readFrom<T>(replicas: Replicas, ctx: Ctx, given: unknown, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, place: now, snapshot } = ctx
  return replicas.read({ db, now, given }, (db, isCopy) =>
    work({ ...ctx, db, snapshot: isCopy && snapshot ? `${snapshot} replica` : snapshot }),
  )
}

/** Adds the log position after a write to the reply: a server that has reached it shows the write. */
async function sendLogPosition(replicas: Replicas, { db }: Ctx, reply: FastifyReply): Promise<void> {
  const place = await replicas.place(db)
  if (place) reply.header(positionHeader, place)
}

/**
 * The context of a request by a user of these roles; throws if the requester is not signed in, has another role, or acts
 * with a token of other scopes.
 */
export async function contextOf(
  base: BaseContext,
  identify: Identify,
  {
    roles,
    scope,
    isForEnrolment,
    isReview,
  }: Pick<Endpoint, 'roles' | 'isForEnrolment' | 'isReview'> & { scope: TokenScope | 'session' },
  request: FastifyRequest,
  pace: RateLimit,
): Promise<Ctx> {
  const locale = localeOf(request)
  // The connection has ended meanwhile: no one would receive the answer, and the requester's address is unknown.
  if (!request.ip) throw new AppError('unavailable')
  const ctx: Ctx = { ...base, actor: nobody, reqId: request.id, address: request.ip, locale, log: request.log }
  const found = roles === 'public' ? {} : await identify(request, ctx)
  // Results cached by snapshot belong to the primary.
  const known = { ...ctx, ...found, ...(ctx.isReadOnly && { snapshot: undefined, place: undefined }) }
  noteRequester(request, known.actor.id)
  await pace.request(known)
  if (!mayCall(known.actor, { roles, isReview })) throw new AppError('forbidden')
  if (known.actor.kind === 'user' && known.actor.mustEnrol && !isForEnrolment) throw new AppError('factor_needed')
  const token = known.actor.kind === 'user' ? known.actor.token : undefined
  if (token && !isInScopes(token.scopes, scope)) throw new AppError('token_scope', { scope })
  return known
}

/** The same for channels that only programs use: a session is no token. */
export async function tokenContextOf(...given: Parameters<typeof contextOf>): Promise<Ctx> {
  const [, , , request] = given
  if (!request.headers.authorization?.startsWith(`Bearer ${tokenPrefix}`)) throw new AppError('unauthenticated')
  return await contextOf(...given)
}

const yieldAfterMs = 10

/**
 * Envelopes of cached results (`rememberRead`), validated and written once. Only frozen values may be cached, because
 * they cannot change.
 */
const envelopes = new WeakMap<object, string>()

function serialisedReply(data: unknown): string | undefined {
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

/** After a validation that took long, yields to the event loop so that other requests have their turn. */
async function breatheAfter(startedAt: number): Promise<void> {
  if (performance.now() - startedAt > yieldAfterMs) await yieldToEventLoop()
}

/** Parses the value by the schema; throws 422 with the faults if it does not match. */
export function parse(schema: NonNullable<Endpoint['query']>, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw new InputError(result.error.issues as SchemaIssue[])
}

class InputError extends Error {
  readonly issues: SchemaIssue[]
  constructor(issues: SchemaIssue[]) {
    super('invalid input')
    this.issues = issues
  }
}

/** The language of the answer: zh-CN unless the first accepted language is English. */
function localeOf(request: FastifyRequest): Locale {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en-US' : 'zh-CN'
}

const alphanumerics = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The client's Req_id if it has the right form, else a new one. */
export function requestId(headers: Record<string, string | string[] | undefined>): string {
  const given = headers.req_id
  if (typeof given === 'string' && /^[a-z0-9]{16}$/.test(given)) return given
  return Array.from({ length: 16 }, () => alphanumerics[randomInt(36)]).join('')
}

/** The one place that turns failures into replies. */
export function answerError(error: FastifyError | AppError | InputError, request: FastifyRequest, reply: FastifyReply) {
  const locale = localeOf(request)
  const send = (code: ErrorCode, detail = {}, more: Record<string, unknown> = {}) => {
    const { status } = errors[code]
    if (status === 503) reply.header('retry-after', '5')
    if (status === 429) reply.header('retry-after', String((detail as { seconds?: number }).seconds ?? 60))
    // An unreadable address is refused before any hook, so this header is set here.
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
  else if (known?.isOdd) request.log.warn({ err: error }, 'http: database rejected a value that the schema accepts')
  if (known) return send(known.code)
  request.log.error({ err: error }, 'request failed')
  return send('internal')
}

/** A failure in words, for channels that do not reply with a status. */
export function explain(error: unknown, locale: Locale): { code: ErrorCode; message: string; faults: string[] } {
  if (error instanceof InputError) {
    const faults = issuesByField(error.issues)
      .slice(0, 20)
      .map(issue => `${issuePath(issue)}: ${issueMessage(issue, locale)}`)
    return { code: 'invalid', message: errorSentence('invalid', locale, {}), faults }
  }
  if (error instanceof AppError) {
    const faults = error.faults.map(fault => `${fault.path}: ${message(fault.code, locale, fault.detail)}`)
    return { code: error.code, message: errorSentence(error.code, locale, inWords(error.detail, locale)), faults }
  }
  const code = codeOfFault(error as FastifyError)?.code ?? 'internal'
  return { code, message: errorSentence(code, locale, {}), faults: [] }
}

/** The exceeded limit, as the system page names it. */
function inWords(detail: { bound?: LimitSetting }, locale: Locale): Record<string, unknown> {
  if (detail.bound === undefined) return detail
  const { label, help } = limitSettings[detail.bound]
  return { ...detail, what: label[locale], help: help[locale] }
}

/** The methods of each path of the contract. */
const methodsByPattern = Map.groupBy(api, ({ endpoint }) => endpoint.path)
  .entries()
  .map(([path, rows]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    methods: rows.map(({ endpoint }) => endpoint.method),
  }))
  .toArray()

/** Methods that a path accepts; empty if the path does not exist. */
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
