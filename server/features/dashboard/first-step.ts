import { firstStepNames, type firstSteps } from '#contract/dashboard.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { createList } from '#contract/list.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findDoneSteps } from './first-step.queries.ts'

/** The first steps that are open for the caller. Only roles that can add a list see that step. */
export async function readFirstSteps(ctx: Ctx): Promise<Reply<typeof firstSteps>> {
  const done = await findDoneSteps(ctx)
  const canAddList = createList.roles.includes(ctx.actor.role)
  return { open: firstStepNames.filter(step => !done[step] && (step !== 'list' || canAddList)) }
}
