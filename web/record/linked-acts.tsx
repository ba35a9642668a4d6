import { Button } from 'antd'
import { Pencil, X } from 'lucide-react'
import type { ReactElement } from 'react'

type Props = {
  can: readonly ('update' | 'delete')[]
  /** Labels that name action and record, for screen readers. */
  labels: { edit: string; remove: string }
  isBusy: boolean
  onEdit: () => void
  onRemove?: () => void
  /** Wraps the button in a confirmation, if removing cannot be undone. */
  asking?: (button: ReactElement) => ReactElement
}

/** Actions at the end of a link's row, for users who can change it. */
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
