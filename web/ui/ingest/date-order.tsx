import { Radio } from 'antd'
import { type DateOrder, dateOrders } from '#contract/list-mapping.ts'
import { useT } from '#web/platform/i18n.ts'
import { ingestMessages } from './messages.ts'

type Props = { label: string; value: DateOrder | null; onChange: (order: DateOrder) => void }

/** The order of day and month in the ambiguous dates of a column. */
export function DateOrderChoice({ label, value, onChange }: Props) {
  const t = useT(ingestMessages)
  return (
    <Radio.Group
      size="small"
      aria-label={`${label}: ${t('order')}`}
      value={value}
      options={dateOrders.map(order => ({ value: order, label: t(`order_${order}`) }))}
      onChange={event => onChange(event.target.value)}
    />
  )
}
