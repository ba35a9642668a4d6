import type { Og } from '#contract/og.api.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { SanctionTag } from '#web/features/standing/standing.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { namesOf } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import cells from '#web/ui/list/cells.module.css'
import { DemoMark, RestrictedMark } from '#web/ui/list/cells.tsx'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { ogListMessages } from './messages.ts'
import { useOgCates } from './og-cates.ts'
import css from './og-list.module.css'

/** The name as a link; in the trash it is plain text, because deleted organisations have no page. */
export function OgName({ og, isTrash = false }: { og: Og; isTrash?: boolean }) {
  const [name, second] = namesOf(og, useLocale())
  return (
    <span className={cells.name}>
      <Avatar name={name} src={og.icon} size={20} />
      {isTrash ? (
        <span className={cells.nameText}>{name}</span>
      ) : (
        <PageLink to="og_detail" params={{ id: og.id }} className={cells.nameText} title={name}>
          {name}
        </PageLink>
      )}
      {second && (
        <span className={cells.second} title={second}>
          {second}
        </span>
      )}
      {!isTrash && <SanctionTag noun="og" id={og.id} />}
      <RestrictedMark record={og} />
      {og.is_demo && <DemoMark />}
    </span>
  )
}

export function CateName({ id }: { id: number | null }) {
  const { names, isTooMany } = useOgCates()
  const chosenItems = useChosenItems(ogCateSource, isTooMany && id !== null ? [id] : [])
  return id === null ? null : <span>{names.get(id) ?? chosenItems?.get(id)?.label}</span>
}

function RegionName({ code }: { code: string | null }) {
  const nameOf = useRegionName()
  return code === null ? null : <span>{nameOf(code)}</span>
}

/** The number of unread differences; reviewers get a link to them. */
export function Changes({ og, isShort = false }: { og: Og; isShort?: boolean }) {
  const t = useT(ogListMessages)
  if (og.new_version <= og.version) return null
  return (
    <PageLink
      to="admin_diff"
      search={{ og_id: og.id }}
      className={css.changed}
      title={t('changedTip', { latest: String(og.new_version), reviewed: String(og.version) })}
    >
      <span className={isShort ? 'visually-hidden' : undefined}>{t('changed')}</span>
    </PageLink>
  )
}

export function OgCard({ og }: { og: Og }) {
  const t = useT(ogListMessages)
  const [name, second] = namesOf(og, useLocale())
  return (
    <article className="stack gap-3 pad-4">
      <div className={cells.cardTop}>
        <Avatar name={name} src={og.icon} size={32} />
        <div className="shrink">
          <PageLink to="og_detail" params={{ id: og.id }} className={`block shrink ${cells.nameText}`} title={name}>
            {name}
          </PageLink>
          <div className={cells.cardSub}>{second}</div>
        </div>
      </div>
      <div className={cells.cardFacts}>
        <DangerLevelTag level={og.danger_level} />
        <CateName id={og.category_id} />
        <RegionName code={og.region} />
        <Changes og={og} />
      </div>
      <div className={cells.cardFoot}>
        <span className="mono">{og.host}</span>
        <time dateTime={og.updated_at}>{t('updatedOn', { at: formatInstant(og.updated_at) })}</time>
      </div>
    </article>
  )
}
