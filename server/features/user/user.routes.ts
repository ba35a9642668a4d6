import { info } from '#contract/session.api.ts'
import * as user from '#contract/user.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { isReviewer } from '#server/platform/http/may-call.ts'
import { getSetting } from '../setting/setting.service.ts'
import { endAccess, endUserFeed, listUserFeeds } from './access.ts'
import { updateProfile } from './profile.ts'
import { deleteUser } from './remove.ts'
import { endSessions, listSessions } from './sessions.ts'
import * as service from './user.service.ts'

export function userRoutes(bind: Bind): void {
  bind(info, async ctx => ({
    ...(await service.getOneself(ctx)),
    setting: await getSetting(ctx),
    ...(isReviewer(ctx.actor) && { is_reviewer: true as const }),
    must_enrol: ctx.actor.kind === 'user' && ctx.actor.mustEnrol === true,
  }))
  bind(user.listUsers, (ctx, { query }) => service.listUsers(ctx, query))
  bind(user.createUser, (ctx, { body }) => service.createUser(ctx, body))
  bind(user.getUser, (ctx, { params }) => service.getUser(ctx, params.id))
  bind(user.updateProfile, (ctx, { params, body }) => updateProfile(ctx, params.id, body))
  bind(user.updateUser, (ctx, { params, body }) => service.updateUser(ctx, params.id, body))
  bind(user.deleteUser, (ctx, { params, query }) => deleteUser(ctx, params.id, query.heir))
  bind(user.visibleUsers, ctx => service.listVisibleUsers(ctx))
  bind(user.listSessions, (ctx, { params }) => listSessions(ctx, params.id))
  bind(user.endSessions, (ctx, { params, query }) => endSessions(ctx, params.id, query.session))
  bind(user.listUserFeeds, (ctx, { params }) => listUserFeeds(ctx, params.id))
  bind(user.endUserFeed, (ctx, { params }) => endUserFeed(ctx, params.id, params.feed_id))
  bind(user.endAccess, (ctx, { params }) => endAccess(ctx, params.id))
}
