import { Checkbox } from 'antd'
import type { ErasurePassage } from '#contract/erasure.api.ts'
import { erasurePlaceName, erasureTableName } from '#contract/erasure-place.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import css from './erasure.module.css'
import { erasureMessages } from './messages.ts'

type Props = {
  passages: readonly ErasurePassage[]
  more: number
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/**
 * Passages that contain the name and may refer to another person, grouped by their record. Selected passages are
 * blanked.
 */
export function Passages({ passages, more, chosen, onChange }: Props) {
  const t = useT(erasureMessages)
  const locale = useLocale()
  const groups = Map.groupBy(passages, ({ noun, record_id, title }) => `${noun} ${record_id ?? ''} ${title ?? ''}`)
  const chosenIds = new Set(chosen)
  const set = (ids: readonly string[], isOn: boolean) =>
    onChange([...chosen.filter(id => !ids.includes(id)), ...(isOn ? ids : [])])
  return (
    <>
      <p className="quiet">
        {t('passagesHint')} {t('passagesChosen', { chosen: chosen.length, count: passages.length })}
      </p>
      {[...groups].map(([key, list]) => {
        const ids = list.map(each => each.id)
        const on = ids.filter(id => chosenIds.has(id)).length
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
              {list.map(({ id, place, noun, texts }) => (
                <li key={id}>
                  <Checkbox checked={chosenIds.has(id)} onChange={event => set([id], event.target.checked)}>
                    <span className="quiet">{erasurePlaceName(place, locale, noun)}</span>
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

/** The record that contains the passage, with details that distinguish it from others of the same name. */
function Title({ passage: { noun, record_id, title, about = [] } }: { passage: ErasurePassage }) {
  const t = useT(erasureMessages)
  const locale = useLocale()
  const region = useRegionName()
  const hints = about.map(({ kind, value }) => {
    if (kind === 'born' || kind === 'year') return t(kind, { year: value })
    if (kind === 'region') return region(value)
    return kind === 'at' ? formatInstant(value) : value
  })
  // Without details, the id distinguishes two records with the same title.
  const name = title ?? (record_id === null ? '' : `#${record_id}`)
  if (title !== null && hints.length === 0 && record_id !== null) hints.push(`#${record_id}`)
  return (
    <>
      <strong>
        {erasureTableName(noun, locale)} {name}
      </strong>
      {hints.length > 0 && <span className="quiet"> {hints.join(' · ')}</span>}
    </>
  )
}
