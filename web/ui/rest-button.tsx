import { Button } from 'antd'
import { defineMessages, useT } from '#web/platform/i18n.ts'

const messages = defineMessages({
  more: ['再显示 {count, number} 个', 'Show {count, number} more'],
  fewer: ['收起', 'Show fewer'],
})

type Props = { rest: number; isOpen: boolean; onToggle: () => void }

/** Shows or folds the rest of a row of names: “+12”. */
export function RestButton({ rest, isOpen, onToggle }: Props) {
  const t = useT(messages)
  const label = t(isOpen ? 'fewer' : 'more', { count: rest })
  return (
    <Button type="link" size="small" aria-expanded={isOpen} aria-label={label} onClick={onToggle}>
      {isOpen ? label : `+${rest}`}
    </Button>
  )
}
