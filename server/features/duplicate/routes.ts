import * as duplicate from '#contract/duplicate.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './duplicate.ts'
import { listMerges, mergeRecords } from './merge.ts'
import { undoMerge } from './undo.ts'

export function duplicateRoutes(bind: Bind): void {
  bind(duplicate.listDuplicates, (ctx, { query }) => door.listDuplicates(ctx, query))
  bind(duplicate.findDuplicates, (ctx, { body }) => door.findDuplicates(ctx, body.noun))
  bind(duplicate.getDuplicateRun, (ctx, { query }) => door.getDuplicateRun(ctx, query.noun))
  bind(duplicate.decideDuplicate, (ctx, { params, body }) => door.decideDuplicate(ctx, { params, body }))
  bind(duplicate.mergeRecords, (ctx, { body }) => mergeRecords(ctx, body))
  bind(duplicate.listMerges, (ctx, { query }) => listMerges(ctx, query))
  bind(duplicate.undoMerge, (ctx, { params }) => undoMerge(ctx, params.id))
}
