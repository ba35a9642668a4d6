import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import {
  type DuplicateGroup,
  decideDuplicateGroup,
  type groupActs,
  listDuplicateGroups,
} from '#contract/duplicate_group.api.ts'
import { call } from '#web/platform/api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText, refresh, showError } from '#web/platform/query.ts'
import { Message } from '#web/ui/frame/message.tsx'
import { Batches, useGroupWords } from './batches.tsx'
import css from './duplicate.module.css'
import { duplicateMessages } from './messages.ts'
import { useSideText } from './side-text.ts'

type GroupAct = (typeof groupActs)[number]
const sampleInList = 2

/**
 * Undecided pairs grouped by their evidence; each group can be decided at once. The runs of such decisions are above.
 */
export function Groups({ noun }: { noun: MergeEntity }) {
  const t = useT(duplicateMessages)
  const { isActive } = usePage()
  const [chosen, setChosen] = useState<{ key: string; act: GroupAct } | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(listDuplicateGroups, { query: { noun } }),
    enabled: isActive,
  })
  if (error && !data)
    return (
      <Message role="alert" title={t('pairsFailed')} text={errorText(error)}>
        <Button loading={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </Message>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} aria-label={t('loading')} />
  // The present state: pairs found while the dialog is open are counted.
  const group = chosen && data.items.find(each => each.key === chosen.key)
  return (
    <>
      <Batches noun={noun} />
      {data.items.length === 0 ? (
        <Message title={t('emptyGroups')} text={t('emptyGroupsText')} />
      ) : (
        <>
          <p className="quiet">{t('groupsText')}</p>
          <ul className="rows panel">
            {data.items.map(group => (
              <GroupLine key={group.key} group={group} onAct={act => setChosen({ key: group.key, act })} />
            ))}
          </ul>
        </>
      )}
      {group && <Confirm noun={noun} group={group} act={chosen.act} onClose={() => setChosen(null)} />}
    </>
  )
}

function GroupLine({ group, onAct }: { group: DuplicateGroup; onAct: (act: GroupAct) => void }) {
  const t = useT(duplicateMessages)
  const words = useGroupWords()
  return (
    <li className={css.group}>
      <div className="stack shrink gap-2">
        <h3>
          {words(group.reasons)} <span className="small faint">{t('groupCount', { count: group.count })}</span>
        </h3>
        <Sample group={group} most={sampleInList} />
      </div>
      <div className={css.groupActs}>
        {group.mergeable > 0 && (
          <Button onClick={() => onAct('merge')}>{t('mergeGroup', { count: group.mergeable })}</Button>
        )}
        <Button onClick={() => onAct('different')}>{t('differGroup')}</Button>
      </div>
    </li>
  )
}

function Sample({ group, most }: { group: DuplicateGroup; most?: number }) {
  const t = useT(duplicateMessages)
  const sideText = useSideText()
  const side = (one: DuplicateGroup['sample'][number]['a']) =>
    [displayName(one), sideText(one)].filter(Boolean).join(' · ')
  return (
    <div className="small quiet">
      <p>{t('groupSample')}</p>
      <ul>
        {group.sample.slice(0, most).map(pair => (
          <li key={pair.id} className="break">
            {side(pair.a)} – {side(pair.b)}
          </li>
        ))}
      </ul>
    </div>
  )
}

type ConfirmProps = { noun: MergeEntity; group: DuplicateGroup; act: GroupAct; onClose: () => void }

/** Confirms a bulk decision: how many pairs, which ones, and the consequences. */
function Confirm({ noun, group, act, onClose }: ConfirmProps) {
  const t = useT(duplicateMessages)
  const words = useGroupWords()
  const [isSending, setIsSending] = useState(false)
  const isMerge = act === 'merge'
  const count = isMerge ? group.mergeable : group.count
  async function send() {
    setIsSending(true)
    try {
      await call(decideDuplicateGroup, { body: { noun, key: group.key, act, expected: count } })
      onClose()
    } catch (error) {
      showError(error)
    }
    setIsSending(false)
    await refresh('duplicate')
  }
  return (
    <Modal
      open
      title={t(isMerge ? 'mergeGroupTitle' : 'differGroupTitle', { count })}
      okText={t(isMerge ? 'doMerge' : 'differDo')}
      okButtonProps={{ loading: isSending }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="stack gap-3">
        <p className="strong">{words(group.reasons)}</p>
        <Sample group={group} />
        <p>{t(isMerge ? 'mergeGroupText' : 'differGroupText')}</p>
      </div>
    </Modal>
  )
}
