import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/reconcile.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './reconcile.service.ts'

/** Requests from any page are allowed: only the address grants access, and no browser sends it automatically. */
const sent = (reply: FastifyReply, type: string, content: string) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .type(`${type}; charset=utf-8`)
    .send(content)
const json = (reply: FastifyReply, data: unknown) => sent(reply, 'application/json', JSON.stringify(data))

export function reconcileRoutes(bind: Bind, { publicUrl }: { publicUrl: string | undefined }): void {
  const baseOf = ({ protocol, host }: FastifyRequest) => (publicUrl ?? `${protocol}://${host}`).replace(/\/$/, '')
  bind(contract.listReconcileAddresses, ctx => service.listAddresses(ctx))
  bind(contract.createReconcileAddress, (ctx, { body }) => service.createAddress(ctx, body.name))
  bind(contract.deleteReconcileAddress, (ctx, { params }) => service.deleteAddress(ctx, params.id))
  bind(contract.readReconcile, async (ctx, { params, query }, { request, reply }) =>
    json(
      reply,
      query.queries === undefined
        ? await service.manifest(ctx, params.token, baseOf(request))
        : await service.answerQueries(ctx, params.token, query.queries),
    ),
  )
  bind(contract.postReconcile, async (ctx, { params, body }, { reply }) =>
    json(reply, await service.answerQueries(ctx, params.token, body.queries)),
  )
  bind(contract.viewReconciled, async (ctx, { params, query }, { reply }) =>
    sent(reply, 'text/html', await service.view(ctx, params.token, query.id)),
  )
}
