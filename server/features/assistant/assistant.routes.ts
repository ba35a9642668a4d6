import { isIP } from 'node:net'
import { type AuthInfo, localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/assistant.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Call } from '#server/platform/http/calls.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { openAssistant } from './assistant.service.ts'
import { getDraft, settleDraft } from './draft.ts'

type Options = {
  publicUrl: string | undefined
  version: string
  /** The context of a request by a token with the scope `assistant`; throws for any other. */
  contextOf(request: FastifyRequest): Promise<Ctx>
}

export function assistantDraftRoutes(bind: Bind): void {
  bind(contract.getAssistantDraft, (ctx, { query }) => getDraft(ctx, query.noun, query.record_id))
  bind(contract.settleAssistantDraft, (ctx, { params }) => settleDraft(ctx, params.id))
}

const bodyLimit = 262_144

/**
 * The protocol of assistants at `/mcp`. The token is checked before the body is read, so that a request without one gets 401
 * whatever they send.
 */
export function assistantRoutes(app: FastifyInstance, call: Call, { publicUrl, version, contextOf }: Options): void {
  const handler = openAssistant(call, version)
  const allowed = publicUrl ? new URL(publicUrl) : undefined
  const names = [...localhostAllowedHostnames(), ...(allowed ? [allowed.hostname] : [])]
  const contexts = new WeakMap<FastifyRequest, Ctx>()

  /** A page of another site can neither reach a private console under its own name nor use one from a browser. */
  function checkPlace({ headers, host }: FastifyRequest): void {
    const given = headers.host ?? ''
    const bare = given.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
    if (isIP(bare) === 0 && !validateHostHeader(given, names).ok) throw new AppError('forbidden')
    const { origin } = headers
    if (origin === undefined || origin === allowed?.origin) return
    if (!URL.canParse(origin) || new URL(origin).host !== host) throw new AppError('forbidden')
  }

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    bodyLimit,
    onRequest: async (request, reply) => {
      checkPlace(request)
      try {
        contexts.set(request, await contextOf(request))
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthenticated')
          reply.header('www-authenticate', 'Bearer realm="og-group", scope="assistant"')
        if (error instanceof AppError && error.code === 'token_scope')
          reply.header('www-authenticate', 'Bearer error="insufficient_scope", scope="assistant"')
        throw error
      }
    },
    handler: async (request, reply) => {
      const ctx = contexts.get(request) as Ctx
      // A batch would do any number of calls under the rate of one request.
      if (Array.isArray(request.body)) throw new AppError('bad_request')
      const scopes = ctx.actor.kind === 'user' ? [...(ctx.actor.token?.scopes ?? [])] : []
      const authInfo: AuthInfo = { token: '', clientId: ctx.actor.username, scopes, extra: { ctx } }
      const answer = await handler.fetch(asWeb(request), { authInfo, parsedBody: request.body })
      return await sendWeb(reply, answer)
    },
  })
  app.addHook('preClose', () => handler.close())
}

function asWeb({ method, url, headers, body }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    name === 'authorization' || name === 'cookie' || name === 'content-length' || value === undefined
      ? []
      : [[name, String(value)] as [string, string]],
  )
  const init = { method, headers: given, ...(method === 'POST' && { body: JSON.stringify(body ?? null) }) }
  return new Request(new URL(url, 'http://console.invalid'), init)
}

async function sendWeb(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const name of ['content-type', 'allow', 'mcp-protocol-version']) {
    const value = answer.headers.get(name)
    if (value) reply.header(name, value)
  }
  return reply.code(answer.status).send(await answer.text())
}
