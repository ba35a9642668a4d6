import { useQuery } from '@tanstack/react-query'
import { CopyCheck } from 'lucide-react'
import { listDuplicates, type MergeEntity } from '#contract/duplicate.api.ts'
import { editors } from '#contract/role.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import css from './duplicate.module.css'
import { duplicateMessages } from './messages.ts'
import { useSideText } from './side-text.ts'

/** Names the record that might be a duplicate of this one; renders nothing if there is none. */
export default function DuplicateBanner({ noun, id }: { noun: MergeEntity; id: number }) {
  const t = useT(duplicateMessages)
  const sideText = useSideText()
  const role = useRole()
  const query = { noun, record: String(id), pageSize: 1 } as const
  const { data } = useQuery({
    ...endpointQuery(listDuplicates, { query }),
    enabled: role !== null && editors.includes(role),
  })
  const pair = data?.items[0]
  if (!data || !pair) return null
  const other = pair.a.id === id ? pair.b : pair.a
  return (
    <aside className={css.banner} aria-label={t('title')}>
      <CopyCheck size={16} aria-hidden />
      <span className="grow ellipsis">
        {data.total > 1
          ? t('bannerMany', { name: displayName(other), count: data.total })
          : t('bannerOne', { name: displayName(other) })}
        <span className="small faint"> {sideText(other)}</span>
      </span>
      <PageLink to="admin_duplicate" search={{ noun, record: String(id) }}>
        {t('compare')}
      </PageLink>
    </aside>
  )
}
