import type { ReactNode } from 'react'
import css from './page-frame.module.css'

type Props = {
  title: string
  /** Muted content next to the title: a total, a time of measurement. */
  meta?: ReactNode
  /** The purpose of the page, in one line. */
  text?: ReactNode
  /** Actions at the right of the title. */
  acts?: ReactNode
  /** True for the full width, as lists have it; otherwise the width of pages for reading and forms. */
  isWide?: boolean
  children: ReactNode
}

/** The skeleton of all pages that are neither a list nor a record; its head has the same position as a list's. */
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
