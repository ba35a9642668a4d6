import type { dashboardEvents, dashboardNumbers } from '#contract/dashboard.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import { rememberRead } from '#server/core/list.ts'
import { briefsOf } from '#server/features/event/event.service.ts'
import { countOgsByKind } from '#server/features/og/og.service.ts'
import { countPersons } from '#server/features/person/person.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { countEvents, findEventsNear } from './dashboard.queries.ts'
import { daysAround } from './days.ts'

export { findLastSignIn } from './digest.queries.ts'
export { readDigest } from './digest.ts'

const numbersDays = 7
const panelDays = 14
const listedAtMost = 20

type Zone = Received<typeof dashboardNumbers>['query']

export function readNumbers(ctx: Ctx, zone: Zone): Promise<Reply<typeof dashboardNumbers>> {
  const days = daysAround(ctx, zone, numbersDays)
  return rememberRead(ctx, `dashboard numbers ${days.coming.from}`, async () => {
    const [ogs, persons, coming, past] = await Promise.all([
      countOgsByKind(ctx),
      countPersons(ctx),
      countEvents(ctx, days.coming),
      countEvents(ctx, days.past),
    ])
    const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
    return {
      ogs: sum(ogs),
      sanctioned_ogs: sum(ogs.filter(each => each.danger_level === '受制裁')),
      persons: persons.all,
      focus_persons: persons.focus,
      events_coming: { count: coming, ...days.coming },
      events_past: { count: past, ...days.past },
    }
  })
}

export function readEvents(ctx: Ctx, zone: Zone): Promise<Immutable<Reply<typeof dashboardEvents>>> {
  const days = daysAround(ctx, zone, panelDays)
  return rememberRead(ctx, `dashboard events ${days.coming.from}`, async () => {
    const [coming, past] = await Promise.all([
      findEventsNear(ctx, days.coming, 'asc', listedAtMost),
      findEventsNear(ctx, days.past, 'desc', listedAtMost),
    ])
    return {
      coming: await briefsOf(ctx, coming),
      past: await briefsOf(
        ctx,
        past.filter(id => !coming.includes(id)),
      ),
    }
  })
}
