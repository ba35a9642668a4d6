import { editors, ogReaders } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { failedWith, type StepsOf, type StepWork } from '#server/ingest/staging/step.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { interchanges, type StoredExchange } from './interchange.queries.ts'

export type ExchangeWork = StepWork<StoredExchange>

export const exchangeSteps: StepsOf<StoredExchange> = {
  table: interchanges,
  log: 'data exchange: run failed',
  /** A user who has lost the role, or the account, writes and reads nothing more. */
  asOwner: async (ctx, { owner, direction }) => {
    const found = asUser(ctx, await findUser(ctx, owner), direction === 'export' ? ogReaders : editors)
    if (!found) throw new IngestFault('not_allowed')
    return found
  },
  fail: async (ctx, { id }, fault) => {
    await interchanges.change(ctx, id, failedWith(ctx, fault))
  },
}
