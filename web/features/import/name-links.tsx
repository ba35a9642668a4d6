import { Button } from 'antd'
import { useState } from 'react'
import type { Import, ImportPlan } from '#contract/import.api.ts'
import { useT } from '#web/platform/i18n.ts'
import steps from '#web/ui/ingest/file-steps.module.css'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import type { RecordSource } from '#web/ui/picker/record-source.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import css from './import.module.css'
import { importMessages } from './messages.ts'

type Suggestion = Import['links'][number]['suggestions'][number]
type Choices = NonNullable<ImportPlan['links']>
type Props = {
  import: Import
  source: RecordSource
  isChecking: boolean
  /** Checks the rows again with these choices. */
  onCheck: (links: Choices) => void
}

/** Details that distinguish an organisation from others of the same name. */
function factsOf(
  { og_id: id, region, host, external_id: code }: Suggestion,
  nameOf: (region: string) => string,
): string {
  return [region && nameOf(region), host, code, `#${id}`].filter(Boolean).join(' · ')
}

/** Names shown at first; the rest are one press away. */
const initialCount = 10

/** The organisations that names in the file refer to, and the choice for names without one. */
export function NameLinks({ import: current, source, isChecking, onCheck }: Props) {
  const t = useT(importMessages)
  const regionName = useRegionName()
  const before = current.plan.links ?? {}
  const [choices, setChoices] = useState<Choices>(before)
  const [isWhole, setIsWhole] = useState(false)
  const open = current.links.filter(link => link.how === 'none' || link.how === 'chosen')
  const count = (how: Import['links'][number]['how']) => current.links.filter(link => link.how === how).length
  const suggested = open.flatMap(link => {
    const clear = link.suggestions.find(each => each.is_clear)
    return clear && !(link.name in choices) ? [[link.name, clear.og_id] as const] : []
  })
  const unclear = open.filter(
    link => link.suggestions.length > 0 && !link.suggestions.some(each => each.is_clear) && !(link.name in choices),
  )
  const isChanged = JSON.stringify(choices) !== JSON.stringify(before)
  const choose = (name: string, id: number | null) => setChoices(all => ({ ...all, [name]: id }))
  return (
    <section aria-labelledby="name-links">
      <h3 id="name-links" className={steps.heading}>
        {t('names')}
      </h3>
      <p className="small quiet">
        {t('namesFound', {
          exact: count('exact'),
          alias: count('alias'),
          chosen: count('chosen'),
          none: count('none'),
        })}
      </p>
      {open.length > 0 && (
        <>
          <p className="small quiet">{t('namesHint')}</p>
          <table className={steps.table}>
            <thead>
              <tr>
                <th>{t('name')}</th>
                <th className={steps.number}>{t('nameRows')}</th>
                <th className={css.nameCell}>{t('nameMeans')}</th>
              </tr>
            </thead>
            <tbody>
              {open.slice(0, isWhole ? undefined : initialCount).map(link => (
                <tr key={link.name}>
                  <th scope="row">{link.name}</th>
                  <td className={steps.number}>{link.count}</td>
                  <td>
                    <RecordPicker
                      source={source}
                      value={choices[link.name] ?? null}
                      onChange={id => choose(link.name, id)}
                      placeholder={t('keepName')}
                      aria-label={`${link.name}: ${t('nameMeans')}`}
                    />
                    {link.suggestions
                      .filter(each => each.og_id !== choices[link.name])
                      .map(each => (
                        <Button
                          key={each.og_id}
                          type="link"
                          size="small"
                          className={css.suggestion}
                          onClick={() => choose(link.name, each.og_id)}
                        >
                          <span>
                            {t('useSuggestion', { name: each.og_name })}{' '}
                            <span className="small quiet">{factsOf(each, regionName)}</span>
                          </span>
                        </Button>
                      ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {unclear.length > 0 && <p className="small quiet above-3">{t('unclearNames', { count: unclear.length })}</p>}
          <div className="flex wrap gap-3 above-4 below-5">
            {!isWhole && open.length > initialCount && (
              <Button onClick={() => setIsWhole(true)}>{t('allNames', { count: open.length })}</Button>
            )}
            {suggested.length > 0 && (
              <Button onClick={() => setChoices(all => ({ ...Object.fromEntries(suggested), ...all }))}>
                {t('takeSuggestions', { count: suggested.length })}
              </Button>
            )}
            <Button disabled={!isChanged} loading={isChecking} onClick={() => onCheck(choices)}>
              {t('applyNames')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
