import css from './count-mark.module.css'

const most = 999

/** The number of waiting items, next to an entry of the menu; hidden at zero. */
export function CountMark({ count, title }: { count: number; title: string }) {
  if (count === 0) return null
  return (
    <span className={css.mark} title={title}>
      {count > most ? `${most}+` : count}
    </span>
  )
}
