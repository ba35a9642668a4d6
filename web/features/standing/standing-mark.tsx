import { ShieldAlert, ShieldQuestionMark, ShieldX } from 'lucide-react'
import type { PartyEntity } from '#contract/registry.ts'
import type { SanctionStatus } from '#contract/standing.api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { sanctionMessages } from './messages.ts'
import css from './standing.module.css'
import { useSanctionStatus } from './use-sanction-status.ts'

const icons = { sanctioned: ShieldX, partial: ShieldAlert, listed: ShieldAlert, open: ShieldQuestionMark }

/** In words: the lists that a party is on, those that no longer apply, and the open hits. */
function sanctionText(
  { level, lists, open }: SanctionStatus,
  t: Translate<(typeof sanctionMessages)['zh-CN']>,
  between: string,
): string {
  const names = (all: SanctionStatus['lists']) => [...new Set(all.map(list => list.name))].join(between)
  const holding = lists.filter(list => list.level !== null)
  const [removed, reopened] = (['removed', 'reopened'] as const).map(lapse =>
    lists.filter(list => list.lapse === lapse),
  )
  return [
    level && t('on', { level: t(level), lists: names(holding) }),
    reopened!.length > 0 && t('reopened', { lists: names(reopened!) }),
    removed!.length > 0 && t('lapsed', { lists: names(removed!) }),
    open > 0 && t('open', { count: open }),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Mark next to a name: the party is on a list, or might be. It links to the party's hits. */
export function SanctionTag({ noun, id }: { noun: PartyEntity; id: number }) {
  const standing = useSanctionStatus(noun, id)
  const t = useT(sanctionMessages)
  if (!standing) return null
  const { level, lists, open } = standing
  if (level === null && open === 0) return null
  const Icon = icons[level ?? 'open']
  const text = sanctionText(standing, t, t('comma'))
  const search = {
    noun,
    record_id: String(id),
    ...(lists.some(list => list.level !== null && list.lapse === null) && { tab: 'same' }),
  }
  return (
    <PageLink to="admin_screening" search={search} className={css.mark} title={text}>
      <Icon size={14} data-level={level ?? 'open'} role="img" aria-label={text} />
    </PageLink>
  )
}
