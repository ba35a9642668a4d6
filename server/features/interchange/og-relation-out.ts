import { shareText } from '#contract/share.ts'
import type { OgRelationRow } from '#server/features/og_relation/og_relation.service.ts'
import { entity, entityId, type FtmEntity } from './ftm-model.ts'

export type OgRelationOut = OgRelationRow

/** Ownership with shares has its own schema; types without a FollowTheMoney schema are exported with their role. */
export function ogRelationOut(installation: string, row: OgRelationOut): FtmEntity {
  const { type, share_min: min, share_max: max, is_beneficial, start_time, end_time } = row
  const from = [
    row.from_og_id === null
      ? entityId(installation, 'person', row.from_person_id ?? 0)
      : entityId(installation, 'og', row.from_og_id),
  ]
  const og = [entityId(installation, 'og', row.og_id)]
  const id = entityId(installation, 'og_relation', row.id)
  const times = { startDate: [start_time], endDate: [end_time] }
  const about = { ...times, description: [row.desc] }
  if (type === 'owns')
    return entity(id, 'Ownership', {
      ...{ owner: from, asset: og, ...about },
      percentage: [min === null || max === null ? null : shareText({ min, max })],
      ownershipType: [is_beneficial ? 'beneficial' : 'direct'],
    })
  if (type === 'successor') return entity(id, 'Succession', { predecessor: from, successor: og, ...about })
  return entity(id, 'UnknownLink', { subject: from, object: og, role: [type], ...about })
}
