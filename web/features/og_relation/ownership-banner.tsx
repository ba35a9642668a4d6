import { useQuery } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import { ogOwnership } from '#contract/ownership.api.ts'
import { shareText } from '#contract/share.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { chainMessages } from './chain-messages.ts'
import css from './og-relation.module.css'

/** On an organisation's page: that sanctioned parties own half of it in sum, or control it without a share. */
export default function OwnershipBanner({ id }: { noun: 'og'; id: number }) {
  const t = useT(chainMessages)
  const { data } = useQuery(endpointQuery(ogOwnership, { params: { id }, query: { threshold: '25' } }))
  if (!data) return null
  const { sanctioned, control } = data
  const names = new Map(data.nodes.map(node => [node.key, displayName(node)]))
  const controllers = [...new Set(control.filter(({ og }) => og === `o${id}`).map(({ from }) => names.get(from) ?? ''))]
  const lines = [
    ...(sanctioned ? [t(sanctioned.is_certain ? 'surely' : 'possibly', { share: shareText(sanctioned.share) })] : []),
    ...(controllers.length > 0 ? [t('controlledBy', { names: controllers.join(t('comma')) })] : []),
  ]
  return lines.map(line => (
    <aside key={line} className={css.banner} aria-label={t('ownership')}>
      <ShieldX size={16} aria-hidden />
      <span className="grow">{line}</span>
      <PageLink to="og_detail" params={{ id }} search={{ tab: 'ownership' }}>
        {t('showOwners')}
      </PageLink>
    </aside>
  ))
}
