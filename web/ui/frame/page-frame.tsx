import type { ReactNode } from 'react'
import css from './page-frame.module.css'

type Props = {
  title: string
  /** Beside the title, quiet: how many there are, when it was measured. */
  meta?: ReactNode
  /** One line: what is done here. */
  text?: ReactNode
  /** At the right of the title. */
  acts?: ReactNode
  /** Takes the whole width, as lists do; else the one width of pages that are read and filled in. */
  isWide?: boolean
  children: ReactNode
}

/** The one skeleton of pages that are no list and no record: its head stands where a list has its own. */
export function PageFrame({ title, meta, text, acts, isWide = false, children }: Props) {
  return (
    <article className={css.frame} data-wide={isWide || undefined}>
      <header>
        <div className={css.head}>
          <h1>{title}</h1>
          {meta && <span className="faint">{meta}</span>}
          {acts && <div className={css.acts}>{acts}</div>}
        </div>
        {text && <p className={css.text}>{text}</p>}
      </header>
      {children}
    </article>
  )
}
