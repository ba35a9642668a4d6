import type { BlockedControl, BlockedHolding } from '#contract/ownership.api.ts'
import { shareText } from '#contract/share.ts'
import { useT } from '#web/platform/i18n.ts'
import { DangerLevelMark } from '#web/ui/danger-level.tsx'
import { chainMessages } from './chain-messages.ts'
import { type ChainNode, NodeName } from './node-name.tsx'
import css from './og-relation.module.css'

type Nodes = { nodes: ReadonlyMap<string, ChainNode> }

/** Organisations blocked by the holdings of sanctioned parties, alone or together. */
export function BlockedNote({ blocked, nodes }: Nodes & { blocked: readonly BlockedHolding[] }) {
  const t = useT(chainMessages)
  return (
    <section className={css.note} aria-label={t('blocked')}>
      <div className="flex gap-3 baseline">
        <DangerLevelMark level="受制裁" />
        <strong>{t('blocked')}</strong>
      </div>
      <ul className={css.ways}>
        {blocked.map(({ node, share, is_certain, is_alone }) => (
          <li key={node} className={css.way}>
            <NodeName node={nodes.get(node)} />
            <span className={css.figure}>{shareText(share)}</span>
            <span className="small quiet">
              {[t(is_alone ? 'alone' : 'together'), !is_certain && t('perhaps')].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="small quiet">{t('rule')}</p>
    </section>
  )
}

/** Control without a share: listed next to the sums, never included in them. */
export function ControlNote({ control, nodes }: Nodes & { control: readonly BlockedControl[] }) {
  const t = useT(chainMessages)
  return (
    <section className={css.note} aria-label={t('control')}>
      <strong>{t('control')}</strong>
      <ul className={css.ways}>
        {control.map(({ from, og, type, is_certain }) => (
          <li key={`${from} ${og} ${type}`} className={css.way}>
            <NodeName node={nodes.get(from)} />
            <span className="quiet">{t(`does_${type}`)}</span>
            <NodeName node={nodes.get(og)} />
            {!is_certain && <span className="small quiet">{t('perhaps')}</span>}
          </li>
        ))}
      </ul>
      <p className="small quiet">{t('controlText')}</p>
    </section>
  )
}
