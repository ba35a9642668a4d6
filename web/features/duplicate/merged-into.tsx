import { useQuery } from '@tanstack/react-query'
import { listMerges, type Merge, type MergeEntity } from '#contract/duplicate.api.ts'
import { editors } from '#contract/role.ts'
import type { ListPage } from '#contract/wire.ts'
import { call } from '#web/platform/api.ts'
import { displayName, type Named } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { detailOf } from '#web/record/record-address.ts'
import { duplicateMessages } from './messages.ts'

const longest = 5

/** Finds the record that this one was merged into; that one may have been merged as well. */
async function findTarget(noun: MergeEntity, id: number, signal: AbortSignal) {
  let found: ({ id: number } & Named) | null = null
  for (let step = 0; step < longest; step += 1) {
    const record: number = found?.id ?? id
    const { items }: ListPage<Merge> = await call(listMerges, { query: { noun, record: String(record) } }, { signal })
    const merge = items.find(each => each.undone_at === null && each.sources.some(source => source.id === record))
    if (!merge) return found
    found = merge.target
  }
  return found
}

/**
 * On the page of a record that does not exist: links to the record that it was merged into, if the user can read it.
 */
export default function MergedInto({ noun, id }: { noun: MergeEntity; id: number }) {
  const t = useT(duplicateMessages)
  const role = useRole()
  const { data: target } = useQuery({
    queryKey: ['merge', 'target', noun, id],
    queryFn: ({ signal }) => findTarget(noun, id, signal),
    enabled: role !== null && editors.includes(role),
  })
  if (!target) return null
  return (
    <span>
      {t('mergedInto')}{' '}
      <PageLink to={detailOf(noun)} params={{ id: target.id }}>
        {displayName(target)}
      </PageLink>
    </span>
  )
}
