import { useQuery } from '@tanstack/react-query'
import { Segmented, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import {
  type BlockedControl,
  type BlockedHolding,
  type ChainRow,
  ogOwnership,
  personOwnership,
  type SanctionedShare,
} from '#contract/ownership.api.ts'
import { partyKey } from '#contract/party-key.ts'
import { shareText } from '#contract/share.ts'
import { ChainPicture } from '#web/features/relation/relation.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { DangerLevelMark } from '#web/ui/danger-level.tsx'
import { Failure } from '#web/ui/frame/failure.tsx'
import { chainMessages } from './chain-messages.ts'
import type { LinkOwner } from './link-calls.ts'
import { type ChainNode, NodeName } from './node-name.tsx'
import css from './og-relation.module.css'
import { SanctionedNote } from './sanctioned-note.tsx'

type TreeProps = { title: string; rows: readonly ChainRow[]; nodes: ReadonlyMap<string, ChainNode> }

/** A row per holding, below its parent, with the direct share and the effective share relative to the root record. */
function Tree({ title, rows, nodes }: TreeProps) {
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

const keyOfOwner = ({ noun, id }: LinkOwner) => partyKey(noun, id)

const thresholds = ['10', '25', '50'] as const

/** Chains of ownership: the record's owners up to the ultimate ones, and its holdings. */
export function ChainSection({ of, mayMark }: { of: LinkOwner; mayMark: boolean }) {
  const t = useT(chainMessages)
  const [threshold, setThreshold] = useState<(typeof thresholds)[number]>('25')
  const ruleText = useRuleText()
  const endpoint = { og: ogOwnership, person: personOwnership }[of.noun]
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(endpoint, { params: { id: of.id }, query: { threshold } }),
    placeholderData: before => before,
  })
  if (!data && error)
    return (
      <Failure isWhole onRetry={() => void refetch()} isRetrying={isFetching}>
        {t('failedChain')} {errorText(error)}
      </Failure>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4, width: '100%' }} aria-label={t('loading')} />
  const nodes = new Map(data.nodes.map(node => [node.key, node]))
  const { owners, holdings, ultimate, sanctioned, blocked, control, owners_sum, is_cut } = data
  if (owners.length + holdings.length === 0) return null
  const root = keyOfOwner(of)
  const own = nodes.get(root)
  return (
    <>
      <figure className={css.figureBox}>
        <Suspense>
          <ChainPicture root={root} chains={data} />
        </Suspense>
        <figcaption className={css.caption}>{ruleText(own ? displayName(own) : '', sanctioned)}</figcaption>
      </figure>
      {sanctioned && <SanctionedNote of={of} sanctioned={sanctioned} nodes={nodes} mayMark={mayMark} />}
      {blocked.length > 0 && <BlockedNote blocked={blocked} nodes={nodes} />}
      {control.length > 0 && <ControlNote control={control} nodes={nodes} />}
      {owners_sum !== null && <p className="warning below-4">{t('ownersSum', { sum: String(owners_sum) })}</p>}
      <div className={css.chains}>
        {owners.length > 0 && <Tree title={t('owners')} rows={owners} nodes={nodes} />}
        {holdings.length > 0 && <Tree title={t('holdings')} rows={holdings} nodes={nodes} />}
      </div>
      {owners.length > 0 && (
        <section className={css.ultimate} aria-label={t('ultimate')}>
          <div className="row wrap gap-4">
            <h3>{t('ultimate')}</h3>
            <Segmented
              size="small"
              aria-label={t('threshold')}
              value={threshold}
              onChange={setThreshold}
              options={thresholds.map(value => ({ value, label: t('atLeast', { percent: value }) }))}
            />
          </div>
          {ultimate.length === 0 && <p className="quiet above-2">{t('nobody', { percent: threshold })}</p>}
          <ul>
            {ultimate.map(({ node, share, is_certain }) => (
              <li key={node} className={css.way}>
                <NodeName node={nodes.get(node)} />
                <span className={css.figure}>{shareText(share)}</span>
                {!is_certain && <span className="small quiet">{t('perhaps')}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {is_cut && <p className="small quiet above-3">{t('cut')}</p>}
    </>
  )
}

/** The 50 % rule in one sentence, about this record where sanctioned parties have a share in it. */
function useRuleText() {
  const t = useT(chainMessages)
  return (name: string, sanctioned: SanctionedShare | null) => {
    if (!sanctioned) return t('ruleSentence')
    return t(sanctioned.is_certain ? 'ruleSurely' : 'rulePossibly', { name, share: shareText(sanctioned.share) })
  }
}

type Nodes = { nodes: ReadonlyMap<string, ChainNode> }

/** Organisations blocked by the holdings of sanctioned parties, alone or together. */
function BlockedNote({ blocked, nodes }: Nodes & { blocked: readonly BlockedHolding[] }) {
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
    </section>
  )
}

/** Control without a share: listed next to the sums, never included in them. */
function ControlNote({ control, nodes }: Nodes & { control: readonly BlockedControl[] }) {
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
