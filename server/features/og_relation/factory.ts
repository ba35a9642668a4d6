import type { Ctx } from '#server/platform/ctx.ts'
import { insertOgRelations, type OgRelationColumns, type OgRelationEnds } from './og_relation.queries.ts'

type OgRelationDraft = Partial<OgRelationColumns & OgRelationEnds> & {
  og_id: number
  share?: number | readonly [number, number]
}

/**
 * A link between two organisations, or of a person to an organisation, for tests: by default an ownership with the
 * given share.
 */
export async function anOgRelation(ctx: Ctx, { share, ...given }: OgRelationDraft): Promise<{ id: number }> {
  const [share_min = null, share_max = share_min] = share === undefined ? [] : [share].flat()
  const [id] = await insertOgRelations(ctx, [
    {
      ...{ from_og_id: null, from_person_id: null, type: 'owns', is_beneficial: false, desc: null },
      ...{ start_time: null, end_time: null, share_min, share_max },
      ...given,
    },
  ])
  return { id: id! }
}
