import { useQuery } from '@tanstack/react-query'
import { Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { compareReportVersions } from '#contract/report-version.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './work.module.css'
import { workMessages } from './work-messages.ts'

type DiffBlock = Reply<typeof compareReportVersions>['blocks'][number]
type CompareLayout = 'unified' | 'sides'
type Props = { reportId: number; from: number; to: number; onClose: () => void }

/** Changes between two versions, block by block and word by word. */
export default function CompareDialog({ reportId, from, to, onClose }: Props) {
  const t = useT(workMessages)
  const [look, setLook] = useState<CompareLayout>('unified')
  const { data, isError } = useQuery({
    ...endpointQuery(compareReportVersions, {
      params: { id: reportId },
      query: { from: String(from), to: String(to) },
    }),
  })
  const isSame = data?.blocks.every(block => block.kind === 'same')
  return (
    <Modal
      open
      title={t('compareTitle', { from: String(from), to: String(to) })}
      width="min(1120px, calc(100vw - 32px))"
      footer={null}
      onCancel={onClose}
    >
      {isError && <Failure>{t('failed')}</Failure>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label={t('loading')}>
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      )}
      {isSame && <p>{t('compareSame')}</p>}
      {data && !isSame && (
        <>
          <Segmented<CompareLayout>
            value={look}
            options={(['unified', 'sides'] as const).map(value => ({ value, label: t(value) }))}
            onChange={setLook}
          />
          <div className={css.compared} data-look={look}>
            {foldSame(data.blocks).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of compared blocks does not change.
              <Row key={index} row={row} look={look} />
            ))}
          </div>
        </>
      )}
    </Modal>
  )
}

type FoldedBlocks = { kind: 'folded'; count: number }
const contextBlocks = 1

/** Folds long unchanged stretches to one line; a block on either side of a change stays. */
function foldSame(blocks: readonly DiffBlock[]): (DiffBlock | FoldedBlocks)[] {
  const isNear = (index: number) =>
    blocks.slice(Math.max(0, index - contextBlocks), index + contextBlocks + 1).some(block => block.kind !== 'same')
  const rows: (DiffBlock | FoldedBlocks)[] = []
  for (const [index, block] of blocks.entries()) {
    const last = rows.at(-1)
    if (isNear(index)) rows.push(block)
    else if (last?.kind === 'folded') last.count += 1
    else rows.push({ kind: 'folded', count: 1 })
  }
  return rows
}

function Row({ row, look }: { row: DiffBlock | FoldedBlocks; look: CompareLayout }) {
  const t = useT(workMessages)
  if (row.kind === 'folded') return <p className={css.folded}>{t('compareFolded', { count: row.count })}</p>
  if (look === 'unified' || row.kind === 'same')
    return (
      <div className={css.block} data-kind={row.kind} data-type={row.type}>
        <Pieces pieces={row.pieces} />
      </div>
    )
  return (
    <div className={css.pair}>
      <div className={css.block} data-kind={row.kind === 'added' ? 'none' : 'removed'} data-type={row.type}>
        <Pieces pieces={row.pieces.filter(piece => piece.kind !== 'added')} />
      </div>
      <div className={css.block} data-kind={row.kind === 'removed' ? 'none' : 'added'} data-type={row.type}>
        <Pieces pieces={row.pieces.filter(piece => piece.kind !== 'removed')} />
      </div>
    </div>
  )
}

function Pieces({ pieces }: { pieces: DiffBlock['pieces'] }) {
  return pieces.map(({ kind, text }, index) => {
    const key = `${index}${kind}`
    if (kind === 'added') return <ins key={key}>{text}</ins>
    if (kind === 'removed') return <del key={key}>{text}</del>
    return <span key={key}>{text}</span>
  })
}
