import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import css from './record.module.css'

/** Placeholder of the record page while it loads, with the same size, so that the layout does not shift. */
export function RecordSkeleton({ label }: { label: string }) {
  return (
    <div className="shrink" role="status" aria-busy aria-label={label}>
      <div className="way-back">
        <Skeleton.Button active size="small" style={{ width: 80, height: 22 }} />
      </div>
      <div className={css.header}>
        <Skeleton.Button active style={{ width: 280, height: 28 }} />
      </div>
      <div className={css.columns}>
        <Skeleton active title={false} paragraph={{ rows: 9, width: '70%' }} />
        <Skeleton active title={{ width: 220 }} paragraph={{ rows: 7 }} />
      </div>
    </div>
  )
}

type MessageProps = { title: string; text: string; children: ReactNode }

/** Shown instead of a record that does not exist or could not be read. */
export function RecordMessage({ title, text, children }: MessageProps) {
  return (
    <section className="message" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="row wrap middle gap-3 above-3">{children}</div>
    </section>
  )
}
