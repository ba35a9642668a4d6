import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayOpen } from '#web/platform/access.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import { type PlainRouteName, routeOf } from '#web/platform/route.ts'
import { useRole } from '#web/platform/session.ts'
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
  /** The page that this one belongs to, if it is not its entry of the menu. */
  parent?: PlainRouteName
  children: ReactNode
}

/** The skeleton of all pages that are neither a list nor a record; its head has the same position as a list's. */
export function PageFrame({ title, meta, text, acts, isWide = false, parent, children }: Props) {
  return (
    <article className={css.frame} data-wide={isWide || undefined}>
      <header>
        <Back parent={parent} />
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

/** Leads back to the page that this one belongs to, above the title as on records. */
function Back({ parent }: { parent: PlainRouteName | undefined }) {
  const locale = useLocale()
  const role = useRole()
  const { name } = usePage()
  const target = parent ?? (routeOf(name)?.menuOf as PlainRouteName | undefined)
  const row = target && routeOf(target)
  if (!target || !row || !mayOpen(row, role)) return null
  return (
    <div className="way-back">
      <PageLink to={target}>
        <ChevronLeft size={16} aria-hidden />
        {row.title[locale]}
      </PageLink>
    </div>
  )
}
