import { Select } from 'antd'
import css from './queue.module.css'

type Props = { label: string; sort: string; orders: { value: string; label: string }[]; onSort: (sort: string) => void }

/** The sort order of a queue. */
export function QueueOrder({ label, sort, orders, onSort }: Props) {
  return <Select<string> aria-label={label} className={css.order} value={sort} options={orders} onChange={onSort} />
}
