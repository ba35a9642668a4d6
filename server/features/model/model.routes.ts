import * as model from '#contract/model.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { draft } from './draft.ts'
import { getMark, setMark } from './mark.ts'
import * as service from './model.service.ts'
import { getSentence, hideSentence, writeSentence } from './sentence.ts'
import { translate } from './translation.ts'

export function modelRoutes(bind: Bind, deps: service.ModelDeps): void {
  bind(model.getModel, ctx => service.getState(ctx))
  bind(model.getModelAdmin, ctx => service.getAdmin(ctx))
  bind(model.setModelKey, (ctx, { body }) => service.setKey(ctx, body.key))
  bind(model.testModel, ctx => service.test(ctx, deps))
  bind(model.getDiffSentence, (ctx, { params }) => getSentence(ctx, deps, params.id))
  bind(model.writeDiffSentence, (ctx, { params }) => writeSentence(ctx, deps, params.id))
  bind(model.hideDiffSentence, (ctx, { params }) => hideSentence(ctx, deps, params.id))
  bind(model.translatePassage, (ctx, { body }) => translate(ctx, deps, body))
  bind(model.draftByModel, (ctx, { body }) => draft(ctx, deps, body))
  bind(model.getModelMark, (ctx, { query }) => getMark(ctx, deps.call, query))
  bind(model.setModelMark, (ctx, { body: { is_kept, ...of } }) => setMark(ctx, deps.call, of, is_kept))
}
