import { Button } from 'antd'
import { Pencil, X } from 'lucide-react'
import type { ReactElement } from 'react'

type Props = {
  can: readonly ('update' | 'delete')[]
  /** What each does to whom, for who hears the page. */
  labels: { edit: string; remove: string }
  isBusy: boolean
  onEdit: () => void
  onRemove?: () => void
  /** Asks before it is removed, where that cannot be taken back. */
  asking?: (button: ReactElement) => ReactElement
}

/** At the end of a link's row, for who may change it. */
export function LinkedActs({ can, labels, isBusy, onEdit, onRemove, asking = button => button }: Props) {
  return (
    <>
      {can.includes('update') && (
        <Button
          type="text"
          size="small"
          icon={<Pencil size={14} aria-hidden />}
          aria-label={labels.edit}
          onClick={onEdit}
        />
      )}
      {can.includes('delete') &&
        asking(
          <Button
            type="text"
            size="small"
            loading={isBusy && { delay: 200 }}
            icon={<X size={14} aria-hidden />}
            aria-label={labels.remove}
            onClick={onRemove}
          />,
        )}
    </>
  )
}
