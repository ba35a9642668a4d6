import type { ChainRow } from '#contract/ownership.api.ts'
import { shareText } from '#contract/share.ts'
import { useT } from '#web/platform/i18n.ts'
import { chainMessages } from './chain-messages.ts'
import { type ChainNode, NodeName } from './node-name.tsx'
import css from './og-relation.module.css'

type TreeProps = { title: string; rows: readonly ChainRow[]; nodes: ReadonlyMap<string, ChainNode> }

/** A row per holding, below its parent, with the direct share and the effective share relative to the root record. */
export function Tree({ title, rows, nodes }: TreeProps) {
  const t = useT(chainMessages)
  return (
    <section aria-label={title}>
      <div className={css.treeHead}>
        <h3>{title}</h3>
        <span>{t('step')}</span>
        <span>{t('effective')}</span>
      </div>
      <ul>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same node can be in several rows, which are rendered together.
          <li key={index} className={css.line} style={{ '--depth': row.depth - 1 } as object}>
            <span className={css.node}>
              <NodeName node={nodes.get(row.node)} />
              <span className="small quiet">
                {[
                  row.step.share === null && t('controls'),
                  row.step.is_beneficial && t('beneficial'),
                  row.ends && t(row.ends),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className={css.figure}>{row.step.share && shareOrUnknown(row.step.share, t('unknown'))}</span>
            <span className={css.figure}>{row.depth > 1 && row.share && shareOrUnknown(row.share, t('unknown'))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const shareOrUnknown = (share: { min: number; max: number }, unknown: string) =>
  share.min === 0 && share.max === 100 ? unknown : shareText(share)
