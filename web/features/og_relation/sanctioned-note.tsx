import { Button } from 'antd'
import { lazy, useState } from 'react'
import type { SanctionedShare } from '#contract/ownership.api.ts'
import { shareText } from '#contract/share.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { DangerLevelMark } from '#web/ui/danger-level.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { chainMessages } from './chain-messages.ts'
import type { LinkOwner } from './link-calls.ts'
import { type ChainNode, NodeName } from './node-name.tsx'
import css from './og-relation.module.css'

const MarkDialog = lazy(() => import('./mark-dialog.tsx'))

type Props = { of: LinkOwner; sanctioned: SanctionedShare; nodes: ReadonlyMap<string, ChainNode>; mayMark: boolean }

/** The total share of sanctioned parties, the chains that it is held through, and the action that a user can take. */
export function SanctionedNote({ of, sanctioned, nodes, mayMark }: Props) {
  const t = useT(chainMessages)
  const [isMarking, setIsMarking] = useState(false)
  const { share, is_certain, holders } = sanctioned
  const own = nodes.get(`o${of.id}`)
  const nameOf = (key: string) => {
    const node = nodes.get(key)
    return node ? displayName(node) : ''
  }
  const ways = holders.map(({ path, share }) => `${path.map(nameOf).join(' → ')} ${shareText(share)}`)
  return (
    <section className={css.note} aria-label={t('mark')}>
      <div className="flex gap-3 baseline">
        <DangerLevelMark level="受制裁" />
        <strong>{t(is_certain ? 'surely' : 'possibly', { share: shareText(share) })}</strong>
      </div>
      <ul className={css.ways}>
        {holders.map(({ node, path, share, is_certain: isSure }) => (
          <li key={node} className={css.way}>
            {path.map((key, n) => (
              <span key={key} className="inline-row gap-2">
                {n > 0 && <span className="quiet">→</span>}
                <NodeName node={nodes.get(key)} />
              </span>
            ))}
            <span className={css.figure}>{shareText(share)}</span>
            {!isSure && <span className="small quiet">{t('perhaps')}</span>}
          </li>
        ))}
      </ul>
      <p className="small quiet">{t('suggestion')}</p>
      {mayMark && own?.danger_level !== '受制裁' && (
        <Button className="rigid above-3" onClick={() => setIsMarking(true)}>
          {t('mark')}
        </Button>
      )}
      {isMarking && own && (
        <LazyDialog>
          <MarkDialog
            og={own}
            reason={t('reason', { share: shareText(share), ways: ways.join(t('comma')) })}
            onClose={() => setIsMarking(false)}
          />
        </LazyDialog>
      )}
    </section>
  )
}
