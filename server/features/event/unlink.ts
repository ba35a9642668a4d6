import type { Ctx } from '#server/platform/ctx.ts'
import { getEvent, updateEvent } from './event.service.ts'

/** Removes links that an import added to an event, if they still exist. */
export async function unlinkEvent(ctx: Ctx, id: number, field: string, gone: readonly unknown[]): Promise<void> {
  if (field !== 'ogs' && field !== 'persons') return
  const event = await getEvent(ctx, id)
  const present = event[field].map(ref => ref.id)
  const left = present.filter(each => !gone.includes(each))
  if (left.length < present.length) await updateEvent(ctx, id, { [field]: left })
}
