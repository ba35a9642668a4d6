// SCIM 2.0 (RFC 7643, RFC 7644) under `/scim/v2`: the standard gives paths, media type and the form of errors.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorSentence, errors } from '#contract/error.ts'
import * as contract from '#contract/scim.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { codeOfFault } from '#server/platform/http/faults.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { excessOf } from '#server/platform/http/json.ts'
import type { RateLimit } from '#server/platform/jobs/quota.ts'
import {
  configAt,
  groupKind,
  type Kind,
  listOf,
  resourceTypesAt,
  resultsAtMost,
  schemasAt,
  userKind,
} from './attributes.ts'
import { readFilter } from './filter.ts'
import {
  createScimGroup,
  deleteScimGroup,
  getGroupRow,
  groupVersion,
  patchGroupRow,
  replaceGroup,
  showGroup,
} from './groups.ts'
import { findGroupPage, findUserPage } from './scim.queries.ts'
import type { ScimCtx } from './scim.service.ts'
import * as service from './scim.service.ts'
import { notFound, ScimError } from './scim-error.ts'
import {
  createScimUser,
  deleteScimUser,
  getUserRow,
  patchUserRow,
  replaceUser,
  showUser,
  userVersion,
} from './users.ts'
import { project } from './values.ts'

const prefix = '/scim/v2'
const mediaType = 'application/scim+json'
const bodyBytes = 1_048_576
const mostValues = 40_000

type Options = { base: Pick<Ctx, 'db' | 'blobs' | 'now' | 'log' | 'boundFactor'>; pace: RateLimit; publicUrl: string }

export function scimCredentialRoutes(bind: Bind, publicUrl: string): void {
  bind(contract.listScimCredentials, (ctx, { params }) => service.listCredentials(ctx, params.id, publicUrl + prefix))
  bind(contract.createScimCredential, (ctx, { params, body }) => service.createCredential(ctx, params.id, body))
  bind(contract.deleteScimCredential, (ctx, { params }) =>
    service.deleteCredential(ctx, params.id, params.credential_id),
  )
}

/** The functions for each kind of resource. */
const resources = [
  {
    kind: userKind,
    find: findUserPage,
    get: getUserRow,
    create: createScimUser,
    replace: replaceUser,
    patch: patchUserRow,
    remove: deleteScimUser,
    show: showUser,
    versionOf: userVersion,
  },
  {
    kind: groupKind,
    find: findGroupPage,
    get: getGroupRow,
    create: createScimGroup,
    replace: replaceGroup,
    patch: patchGroupRow,
    remove: deleteScimGroup,
    show: showGroup,
    versionOf: groupVersion,
  },
] as const

type Resource<Row> = {
  kind: Kind
  find: (
    ctx: ScimCtx,
    providerId: number,
    part: { filter: ReturnType<typeof readFilter>; offset: number; limit: number },
  ) => Promise<{ total: number; rows: Row[] }>
  get: (ctx: ScimCtx, id: string) => Promise<Row>
  create: (ctx: ScimCtx, body: unknown) => Promise<Row>
  replace: (ctx: ScimCtx, id: string, body: unknown, version: string | undefined) => Promise<Row>
  patch: (ctx: ScimCtx, id: string, body: unknown, version: string | undefined) => Promise<Row>
  remove: (ctx: ScimCtx, id: string, version: string | undefined) => Promise<void>
  show: (row: Row, base: string) => Record<string, unknown>
  versionOf: (row: Row) => string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Handle = (ctx: ScimCtx, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export async function scimRoutes(app: FastifyInstance, { base, pace, publicUrl }: Options): Promise<void> {
  const at = publicUrl + prefix
  await app.register(
    async scim => {
      parseScim(scim)
      scim.setErrorHandler(answerScimError)
      scim.all('/*', (_request, reply) => sendError(reply, new ScimError(404, 'There is no such endpoint.')))
      const route = (method: Method, url: string, handle: Handle) =>
        scim.route({
          ...{ method, url, exposeHeadRoute: false, bodyLimit: bodyBytes },
          // The credential is checked before the body is read.
          onRequest: async request => {
            const ctx = contextOf(base, request)
            opened.set(request, await service.openScim(ctx, pace, request.headers.authorization))
          },
          handler: async (request, reply) => {
            const ctx = opened.get(request) as ScimCtx
            if (method !== 'GET') await pace.call(ctx, 'write')
            const answer = await handle(ctx, request, reply)
            reply.type(`${mediaType}; charset=utf-8`)
            return answer === undefined ? reply.status(204).send() : reply.send(JSON.stringify(answer))
          },
        })
      // Rows of users and of groups differ; each resource's functions pass on only their own.
      for (const resource of resources) bindResource(route, resource as unknown as Resource<unknown>, at)
      bindAbout(route, at)
    },
    { prefix },
  )
}

const opened = new WeakMap<FastifyRequest, ScimCtx>()

function contextOf(base: Options['base'], request: FastifyRequest): Ctx {
  if (!request.ip) throw new AppError('unavailable')
  const actor = { kind: 'nobody', id: null, username: 'nobody', role: 'device', keys: [] } as const
  return { ...base, actor, reqId: request.id, address: request.ip, locale: 'en-US', log: request.log }
}

/** Both media types, with the limits of every other JSON body; keys that reach a prototype are refused. */
function parseScim(scim: FastifyInstance): void {
  const parse = scim.getDefaultJsonParser('error', 'error')
  scim.removeContentTypeParser('application/json')
  scim.addContentTypeParser(['application/json', mediaType], { parseAs: 'buffer' }, (request, body, done) => {
    if (excessOf(body as Buffer, mostValues)) done(new ScimError(413, 'The body is too large.'), undefined)
    else parse(request, (body as Buffer).toString('utf8'), done)
  })
}

function bindResource<Row>(
  route: (method: Method, url: string, handle: Handle) => void,
  of: Resource<Row>,
  at: string,
) {
  const { kind, versionOf } = of
  const id = (request: FastifyRequest) => String((request.params as { id: string }).id)
  const answer = (request: FastifyRequest, reply: FastifyReply, row: Row) => {
    const shown = of.show(row, at)
    const { location } = shown.meta as { location: string }
    reply.headers({ etag: versionOf(row), location })
    return project(shown, textsOf(request.query))
  }
  const ifMatch = (request: FastifyRequest) => request.headers['if-match']

  route('GET', `/${kind.plural}`, async (ctx, request) => {
    const query = textsOf(request.query)
    const filter = query.filter === undefined ? [] : readFilter(query.filter)
    const startIndex = Math.max(1, wholeOf(query.startIndex, 1))
    const count = Math.min(resultsAtMost, Math.max(0, wholeOf(query.count, 100)))
    const { total, rows } = await of.find(ctx, ctx.scim.providerId, { filter, offset: startIndex - 1, limit: count })
    const shown = rows.map(row => project(of.show(row, at), query))
    return listOf(shown, { totalResults: total, itemsPerPage: shown.length, startIndex })
  })
  route('GET', `/${kind.plural}/:id`, async (ctx, request, reply) => {
    const row = await of.get(ctx, id(request))
    const known = (request.headers['if-none-match'] ?? '').split(',').map(each => each.trim())
    if (!known.includes(versionOf(row))) return answer(request, reply, row)
    reply.header('etag', versionOf(row)).status(304)
    return ''
  })
  route('POST', `/${kind.plural}`, async (ctx, request, reply) => {
    const row = await of.create(ctx, request.body)
    reply.status(201)
    return answer(request, reply, row)
  })
  route('PUT', `/${kind.plural}/:id`, async (ctx, request, reply) =>
    answer(request, reply, await of.replace(ctx, id(request), request.body, ifMatch(request))),
  )
  route('PATCH', `/${kind.plural}/:id`, async (ctx, request, reply) =>
    answer(request, reply, await of.patch(ctx, id(request), request.body, ifMatch(request))),
  )
  route('DELETE', `/${kind.plural}/:id`, async (ctx, request) => of.remove(ctx, id(request), ifMatch(request)))
}

/** The abilities of the server, and what it does not support. */
function bindAbout(route: (method: Method, url: string, handle: Handle) => void, at: string): void {
  route('GET', '/ServiceProviderConfig', async () => configAt(at))
  const lists = { Schemas: schemasAt(at), ResourceTypes: resourceTypesAt(at) }
  for (const [name, items] of Object.entries(lists)) {
    route('GET', `/${name}`, async (_ctx, request) => {
      if (textsOf(request.query).filter !== undefined) throw new ScimError(403, `${name} cannot be filtered.`)
      return listOf(items)
    })
    route('GET', `/${name}/:id`, async (_ctx, request) => {
      const wanted = String((request.params as { id: string }).id)
      const found = items.find(({ id }) => id === wanted)
      if (!found) throw notFound(name, wanted)
      return found
    })
  }
  const unsupported = async () => {
    throw new ScimError(501, 'This is not supported.')
  }
  const readOnly = async () => {
    throw new ScimError(405, 'This can only be read.')
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    for (const name of ['ServiceProviderConfig', ...Object.keys(lists)]) route(method, `/${name}`, readOnly)
  route('POST', '/Bulk', unsupported)
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) route(method, '/Me', unsupported)
}

type Texts = Record<'filter' | 'startIndex' | 'count' | 'attributes' | 'excludedAttributes', string | undefined>

/** Parameters that are texts; one that is given twice is refused. */
function textsOf(query: unknown): Texts {
  const given = Object.entries((query ?? {}) as Record<string, unknown>)
  const named = given.map(([name, value]) => {
    if (typeof value !== 'string') throw new ScimError(400, 'A parameter is given twice.', 'invalidSyntax')
    return [name, value] as const
  })
  return Object.fromEntries(named) as Texts
}

function wholeOf(text: string | undefined, standard: number): number {
  if (text === undefined) return standard
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, 'startIndex and count must be integers.', 'invalidValue')
  return Number(text)
}

function sendError(reply: FastifyReply, { status, scimType, message: detail }: ScimError): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"')
  return reply
    .status(status)
    .type(`${mediaType}; charset=utf-8`)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(scimType && { scimType }),
        detail,
      }),
    )
}

function answerScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ScimError) return sendError(reply, error)
  const known = error instanceof AppError ? undefined : codeOfFault(error)
  if (known?.isOurs || (!known && !(error instanceof AppError))) request.log.error({ err: error }, 'request failed')
  const code = error instanceof AppError ? error.code : (known?.code ?? 'internal')
  const { detail = {}, faults = [] } = error instanceof AppError ? error : {}
  const { status } = errors[code]
  if (status === 429) reply.header('retry-after', String((detail as { seconds?: number }).seconds ?? 60))
  if (status === 503) reply.header('retry-after', '5')
  const sentence = errorSentence(code, 'en-US', detail)
  if (code === 'bad_json') return sendError(reply, new ScimError(400, sentence, 'invalidSyntax'))
  if (code === 'duplicate') return sendError(reply, new ScimError(409, sentence, 'uniqueness'))
  if (code === 'invalid')
    return sendError(
      reply,
      new ScimError(400, `${sentence} ${faults.map(({ path }) => path).join(', ')}`, 'invalidValue'),
    )
  return sendError(reply, new ScimError(status, sentence))
}
