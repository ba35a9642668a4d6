import { Modal } from 'antd'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { useT } from '#web/platform/i18n.ts'
import type { BulkDialogProps } from '#web/ui/list/list-config.ts'
import { mergeMessages } from './bulk-messages.ts'
import MergeDialog from './merge-dialog.tsx'
import { duplicateMessages } from './messages.ts'

const most = 51

/** Merges selected rows. The selection must be explicit, with at least two rows. */
function MergeSelected({ noun, target, onClose, onDone }: BulkDialogProps & { noun: MergeEntity }) {
  const t = useT(duplicateMessages)
  const tMerge = useT(mergeMessages)
  const count = 'ids' in target ? target.ids.length : Number.NaN
  if ('ids' in target && count >= 2 && count <= most)
    return <MergeDialog noun={noun} ids={target.ids} onClose={onClose} onDone={onDone} />
  const text = Number.isNaN(count) ? t('selectRows') : count < 2 ? t('tooFew') : t('tooMany')
  return (
    <Modal open title={tMerge('mergeRows')} onCancel={onClose} onOk={onClose} cancelButtonProps={{ hidden: true }}>
      <p>{text}</p>
    </Modal>
  )
}

export const MergeOgs = (props: BulkDialogProps) => <MergeSelected noun="og" {...props} />
export const MergePersons = (props: BulkDialogProps) => <MergeSelected noun="person" {...props} />
export const MergeEvents = (props: BulkDialogProps) => <MergeSelected noun="event" {...props} />
