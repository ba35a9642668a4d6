import { type DateOrder, partyKinds, type UnreadableColumn, type UnreadColumn } from '#contract/list-mapping.ts'
import { useT } from '#web/platform/i18n.ts'
import { DateOrderChoice } from './date-order.tsx'
import { ingestMessages } from './messages.ts'
import { WordMeanings } from './word-meanings.tsx'

/** Values that cannot be read become notes of their entry or are skipped, or their row is quarantined. */
type UnreadFate = 'note' | 'skip' | 'row'
type Settings = { order: DateOrder | null; meanings: Readonly<Record<string, string>> }
type Props = Settings & {
  means: 'birth_date' | 'country' | 'kind'
  seen: UnreadableColumn
  fate: UnreadFate
  onChange: (change: { order?: DateOrder; meanings?: Record<string, string> }) => void
}

/**
 * Values of a column that cannot be read with the chosen meaning, shown before anything is loaded; the user decides on
 * them.
 */
export function ColumnPreview({ means, seen, fate, order, meanings, onChange }: Props) {
  const t = useT(ingestMessages)
  const { dmy, mdy, open } = seen.dates
  const isOpen = means === 'birth_date' && open > 0 && dmy > 0 === mdy > 0
  const isSettled = (value: string) => Object.hasOwn(meanings, value)
  const { count, values } = seen[means]
  const settled = values.reduce((sum, each) => sum + (isSettled(each.value) ? each.count : 0), 0)
  // Ambiguous dates become readable when an order is chosen.
  const unread = count - settled - (isOpen && order ? open : 0)
  const examples = values.map(({ value }) => value).filter(value => !isSettled(value))
  const change = (word: string, meaning: string | null) => {
    const { [word]: _, ...others } = meanings
    onChange({ meanings: { ...others, ...(meaning && { [word]: meaning }) } })
  }
  return (
    <div className="small stack gap-1">
      {isOpen && (
        <div className="stack gap-1">
          <span className="warning">{t(dmy > 0 ? 'orderMixed' : 'orderOpen', { count: open })}</span>
          <DateOrderChoice label={seen.heading} value={order} onChange={order => onChange({ order })} />
        </div>
      )}
      {unread <= 0 && <span className="quiet">{t('allRead', { count: seen.filled })}</span>}
      {unread > 0 && (
        <span className="warning break">{t(`notRead_${fate}`, { count: unread, examples: quote(examples, t) })}</span>
      )}
      {means !== 'birth_date' && values.length > 0 && (
        <WordMeanings
          words={values.map(({ value, count }) => ({ word: value, count }))}
          meanings={meanings}
          choices={means === 'kind' ? partyKinds.map(kind => ({ value: kind, label: t(`kind_${kind}`) })) : undefined}
          onChange={change}
        />
      )}
    </div>
  )
}

const mostExamples = 3
const quote = (examples: readonly string[], t: (key: 'comma') => string) =>
  examples
    .slice(0, mostExamples)
    .map(each => `“${each}”`)
    .join(t('comma'))

/** The values of a loaded or compared file that could not be read, by column. */
export function UnreadValues({
  columns,
  fate,
}: {
  columns: readonly UnreadColumn[]
  fate: Exclude<UnreadFate, 'row'>
}) {
  const t = useT(ingestMessages)
  return columns.map(({ heading, count, examples }) => (
    <div key={heading} className="small warning break">
      {t(`unread_${fate}`, { heading, count, examples: quote(examples, t) })}
    </div>
  ))
}
