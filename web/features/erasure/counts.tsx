import css from './erasure.module.css'

/** How many rows, by table or column. */
export function Counts({ rows }: { rows: readonly { place: string; count: number }[] }) {
  return (
    <dl className={css.counts}>
      {rows
        .filter(({ count }) => count > 0)
        .map(({ place, count }) => (
          <div key={place}>
            <dt>
              <code>{place}</code>
            </dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
    </dl>
  )
}
