import * as duplicate from '#contract/duplicate.api.ts'
import * as groups from '#contract/duplicate_group.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './duplicate.service.ts'
import * as group from './group.ts'
import { listMerges, mergeRecords } from './merge.ts'
import { undoMerge } from './undo.ts'

export function duplicateRoutes(bind: Bind): void {
  bind(duplicate.listDuplicates, (ctx, { query }) => service.listDuplicates(ctx, query))
  bind(duplicate.findDuplicates, (ctx, { body }) => service.findDuplicates(ctx, body.noun))
  bind(duplicate.getDuplicateRun, (ctx, { query }) => service.getDuplicateRun(ctx, query.noun))
  bind(duplicate.decideDuplicate, (ctx, { params, body }) => service.decideDuplicate(ctx, { params, body }))
  bind(duplicate.mergeRecords, (ctx, { body }) => mergeRecords(ctx, body))
  bind(duplicate.listMerges, (ctx, { query }) => listMerges(ctx, query))
  bind(duplicate.undoMerge, (ctx, { params }) => undoMerge(ctx, params.id))
  bind(groups.listDuplicateGroups, (ctx, { query }) => group.listDuplicateGroups(ctx, query.noun))
  bind(groups.decideDuplicateGroup, (ctx, { body }) => group.decideDuplicateGroup(ctx, body))
  bind(groups.listDuplicateBatches, (ctx, { query }) => group.listDuplicateBatches(ctx, query.noun))
  bind(groups.undoDuplicateBatch, (ctx, { params }) => group.undoDuplicateBatch(ctx, params.id))
}
