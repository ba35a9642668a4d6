import { deleteMembership, readMembershipsOf } from '#server/features/membership/membership.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Link = { og_id: number; role: string | null; start_time: string | null; end_time: string | null }

const keyOf = ({ og_id, role, start_time, end_time }: Link) => JSON.stringify([og_id, role, start_time, end_time])

/** Takes memberships that an import made off a person, those that are still as it made them. */
export async function unlinkPerson(ctx: Ctx, id: number, field: string, gone: readonly unknown[]): Promise<void> {
  if (field !== 'memberships') return
  const keys = new Set(gone.map(link => keyOf(link as Link)))
  const present = (await readMembershipsOf(ctx, [id])).get(id) ?? []
  for (const link of present) if (keys.has(keyOf(link))) await deleteMembership(ctx, link.id)
}
