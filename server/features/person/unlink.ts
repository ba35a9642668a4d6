import { deleteMembership, plainMembership, readMembershipsOf } from '#server/features/membership/membership.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Link = ReturnType<typeof plainMembership>

const keyOf = ({ og_id, role, start_time, end_time, area, term, on_behalf_of }: Link) =>
  JSON.stringify([og_id, role, start_time, end_time, area, term, on_behalf_of])

/** Removes memberships that an import added to a person, if they are unchanged since. */
export async function unlinkPerson(ctx: Ctx, id: number, field: string, gone: readonly unknown[]): Promise<void> {
  if (field !== 'memberships') return
  const keys = new Set(gone.map(link => keyOf(link as Link)))
  const present = (await readMembershipsOf(ctx, [id])).get(id) ?? []
  for (const link of present) if (keys.has(keyOf(plainMembership(link)))) await deleteMembership(ctx, link.id)
}
