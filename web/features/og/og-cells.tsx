import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import type { Og } from '#contract/og.ts'
import { visibleUsers } from '#contract/user.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ask } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { ogListMessages } from './messages.ts'
import { useOgCates } from './og-cates.ts'
import css from './og-list.module.css'

/** The name as a link; in the trash there is no page to open. */
export function OgName({ og, isTrash = false }: { og: Og; isTrash?: boolean }) {
  const t = useT(ogListMessages)
  const isRestricted = og.read_user.length > 0 || og.write_user.length > 0
  return (
    <span className={css.name}>
      <Avatar name={og.name} src={og.icon} size={20} />
      {isTrash ? (
        <span className={css.nameText}>{og.name}</span>
      ) : (
        <PageLink to="og_detail" params={{ id: og.id }} className={css.nameText} title={og.name}>
          {og.name}
        </PageLink>
      )}
      {og.eng_name && og.eng_name !== og.name && (
        <span className={css.eng} title={og.eng_name}>
          {og.eng_name}
        </span>
      )}
      {isRestricted && <LockKeyhole size={14} className={css.lock} role="img" aria-label={t('restricted')} />}
      {og.is_demo && <span className={css.demo}>{t('demoMark')}</span>}
    </span>
  )
}

export function CateName({ id }: { id: number | null }) {
  const { names, isTooMany } = useOgCates()
  const asked = useChosenItems(ogCateSource, isTooMany && id !== null ? [id] : [])
  return id === null ? null : <span>{names.get(id) ?? asked?.get(id)?.label}</span>
}

export function RegionName({ code }: { code: string | null }) {
  const nameOf = useRegionName()
  return code === null ? null : <span>{nameOf(code)}</span>
}

export function OwnerName({ id }: { id: number | null }) {
  const { data } = useQuery({ ...ask(visibleUsers, {}), staleTime: 60_000, meta: { quiet: true } })
  const user = data?.find(each => each.id === id)
  return user ? user.name || user.username : null
}

/** Differences wait for review. */
export function Changes({ og }: { og: Og }) {
  const t = useT(ogListMessages)
  if (og.new_version <= og.version) return null
  return (
    <span
      className={css.changed}
      title={t('changedTip', { latest: String(og.new_version), reviewed: String(og.version) })}
    >
      {t('changed')}
    </span>
  )
}

export function Access({ og }: { og: Og }) {
  const t = useT(ogListMessages)
  if (og.read_user.length > 0) return t('accessRead', { count: og.read_user.length })
  if (og.write_user.length > 0) return t('accessWrite', { count: og.write_user.length })
  return <span className={css.faint}>{t('accessOpen')}</span>
}

export function OgCard({ og }: { og: Og }) {
  const t = useT(ogListMessages)
  return (
    <article className={css.cardBody}>
      <div className={css.cardTop}>
        <Avatar name={og.name} src={og.icon} size={32} />
        <div className={css.cardNames}>
          <PageLink to="og_detail" params={{ id: og.id }} className={css.cardName} title={og.name}>
            {og.name}
          </PageLink>
          <div className={css.cardSub}>{og.eng_name}</div>
        </div>
      </div>
      <div className={css.cardFacts}>
        <DangerLevelTag level={og.danger_level} />
        <CateName id={og.category_id} />
        <RegionName code={og.region} />
        <Changes og={og} />
      </div>
      <div className={css.cardFoot}>
        <span className={css.mono}>{og.host}</span>
        <time dateTime={og.updated_at}>{t('cardUpdated', { at: formatInstant(og.updated_at) })}</time>
      </div>
    </article>
  )
}
