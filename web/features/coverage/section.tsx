import { type ReactNode, useId } from 'react'
import css from './coverage.module.css'

/** One table of the page under its heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className="quiet below-3">{text}</p>}
      {children}
    </section>
  )
}
