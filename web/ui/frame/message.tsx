import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  /** The purpose of the place and how it fills, or the cause of the failure. */
  text?: ReactNode
  /** `alert` for a failure, which offers another try; `status` for a place without content. */
  role?: 'alert' | 'status'
  /** False where the surroundings are a surface already. */
  isPanel?: boolean
  /** Actions, the first step first. */
  children?: ReactNode
}

/** The only layout of a place that is empty or has failed: the same position everywhere, no picture. */
export function Message({ title, text, role = 'status', isPanel = true, children }: Props) {
  return (
    <div className={isPanel ? 'message panel' : 'message'} role={role}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div className="row wrap middle gap-3 above-3">{children}</div>}
    </div>
  )
}
