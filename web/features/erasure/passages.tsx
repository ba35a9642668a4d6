import { Checkbox } from 'antd'
import type { ErasurePassage } from '#contract/erasure.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './erasure.module.css'
import { erasureMessages } from './messages.ts'

type Props = {
  passages: readonly ErasurePassage[]
  more: number
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Words that hold the name and may be about somebody else, by the record they stand in; what is ticked is blanked. */
export function Passages({ passages, more, chosen, onChange }: Props) {
  const t = useT(erasureMessages)
  const groups = Map.groupBy(passages, ({ noun, record_id, title }) => `${noun} ${record_id ?? ''} ${title ?? ''}`)
  const isChosen = new Set(chosen)
  const set = (ids: readonly string[], isOn: boolean) =>
    onChange([...chosen.filter(id => !ids.includes(id)), ...(isOn ? ids : [])])
  return (
    <>
      <p className={css.quiet}>
        {t('passagesHint')} {t('passagesChosen', { chosen: chosen.length, count: passages.length })}
      </p>
      {[...groups].map(([key, list]) => {
        const ids = list.map(each => each.id)
        const on = ids.filter(id => isChosen.has(id)).length
        return (
          <fieldset key={key} className={css.group}>
            <legend>
              <Checkbox
                checked={on === ids.length}
                indeterminate={on > 0 && on < ids.length}
                onChange={event => set(ids, event.target.checked)}
              >
                <Title passage={list[0]!} /> · {t('passagesAll', { count: ids.length })}
              </Checkbox>
            </legend>
            <ul className={css.passages}>
              {list.map(({ id, place, texts }) => (
                <li key={id}>
                  <Checkbox checked={isChosen.has(id)} onChange={event => set([id], event.target.checked)}>
                    <code className={css.quiet}>{place}</code>
                    {texts.map(({ text, start, end }) => (
                      <span key={`${start} ${text}`} className={css.passage}>
                        {text.slice(0, start)}
                        <mark>{text.slice(start, end)}</mark>
                        {text.slice(end)}
                      </span>
                    ))}
                  </Checkbox>
                </li>
              ))}
            </ul>
          </fieldset>
        )
      })}
      {more > 0 && <p>{t('passagesMore', { count: more })}</p>}
    </>
  )
}

const titled: ReadonlySet<string> = new Set([
  'page',
  'report',
  'upload',
  'event',
  'issue',
  'import',
  'interchange',
  'person',
  'og',
])

function Title({ passage: { noun, record_id, title } }: { passage: ErasurePassage }) {
  const t = useT(erasureMessages)
  if (!titled.has(noun)) return <code>{record_id === null ? noun : `${noun} #${record_id}`}</code>
  return (
    <strong>
      {t(`in_${noun}` as 'in_page')} {title ?? `#${record_id}`}
    </strong>
  )
}
