import * as figure from '#contract/figure.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './figure.service.ts'

export function figureRoutes(bind: Bind): void {
  bind(figure.getPageFigures, (ctx, { params }) => service.getPageFigures(ctx, params.id))
  bind(figure.createFigureAlert, (ctx, { body }) => service.createFigureAlert(ctx, body))
  bind(figure.deleteFigureAlert, (ctx, { params }) => service.deleteFigureAlert(ctx, params.id))
}
