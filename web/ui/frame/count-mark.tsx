import css from './count-mark.module.css'

const most = 999

/** How many wait for a person, beside an entry of the menu; nothing where none does. */
export function CountMark({ count, title }: { count: number; title: string }) {
  if (count === 0) return null
  return (
    <span className={css.mark} title={title}>
      {count > most ? `${most}+` : count}
    </span>
  )
}
