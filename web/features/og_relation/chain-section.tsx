import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { ogOwnership, personOwnership } from '#contract/ownership.api.ts'
import { shareText } from '#contract/share.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { BlockedNote, ControlNote } from './blocked-note.tsx'
import { chainMessages } from './chain-messages.ts'
import type { LinkOwner } from './link-calls.ts'
import { NodeName } from './node-name.tsx'
import css from './og-relation.module.css'
import { SanctionedNote } from './sanctioned-note.tsx'
import { Tree } from './tree.tsx'

const thresholds = ['10', '25', '50'] as const

/** Chains of ownership: the record's owners up to the ultimate ones, and its holdings. */
export function ChainSection({ of, mayMark }: { of: LinkOwner; mayMark: boolean }) {
  const t = useT(chainMessages)
  const [threshold, setThreshold] = useState<(typeof thresholds)[number]>('25')
  const endpoint = { og: ogOwnership, person: personOwnership }[of.noun]
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(endpoint, { params: { id: of.id }, query: { threshold } }),
    placeholderData: before => before,
  })
  if (!data && error)
    return (
      <p role="alert">
        {t('failedChain')} {errorText(error)}
        <Button type="link" loading={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </p>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4, width: '100%' }} aria-label={t('loading')} />
  const nodes = new Map(data.nodes.map(node => [node.key, node]))
  const { owners, holdings, ultimate, sanctioned, blocked, control, owners_sum, is_cut } = data
  if (owners.length + holdings.length === 0) return null
  return (
    <>
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
