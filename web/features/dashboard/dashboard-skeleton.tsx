import { Skeleton } from 'antd'
import css from './dashboard.module.css'

/** Of the same size as what comes, so that nothing jumps. */
export function DashboardSkeleton({ label }: { label: string }) {
  return (
    <div className={css.page} role="status" aria-busy aria-label={label}>
      <div className={css.numbers}>
        {[1, 2, 3, 4, 5, 6].map(each => (
          <div key={each} className={css.number}>
            <Skeleton active title={{ width: '60%' }} paragraph={{ rows: 1, width: '40%' }} />
          </div>
        ))}
      </div>
      <div className={css.columns}>
        {[1, 2, 3, 4].map(each => (
          <div key={each} className={css.panel}>
            <Skeleton active title={{ width: 96 }} paragraph={{ rows: 8, width: '100%' }} />
          </div>
        ))}
      </div>
    </div>
  )
}
