import { Button } from 'antd'
import { useState } from 'react'
import type { Import, ImportPlan } from '#contract/import.ts'
import { useT } from '#web/platform/i18n.ts'
import steps from '#web/ui/file-steps.module.css'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import type { RecordSource } from '#web/ui/picker/record-source.ts'
import css from './import.module.css'
import { importMessages } from './messages.ts'

type Suggestion = Import['links'][number]['suggestions'][number]
type Choices = NonNullable<ImportPlan['links']>
type Props = {
  import: Import
  source: RecordSource
  isChecking: boolean
  /** Tries the rows again with these choices. */
  onCheck: (links: Choices) => void
}

/** Two of one name are told apart by their numbers. */
function nameAmong({ og_id: id, og_name: name }: Suggestion, all: readonly Suggestion[]): string {
  return all.some(each => each.og_name === name && each.og_id !== id) ? `${name} #${id}` : name
}

/** Names shown at once; the rest are one press away. */
const firstShown = 10

/** Which organisations the names in the file mean, and the choice for those that mean none. */
export function NameLinks({ import: current, source, isChecking, onCheck }: Props) {
  const t = useT(importMessages)
  const before = current.plan.links ?? {}
  const [choices, setChoices] = useState<Choices>(before)
  const [isWhole, setIsWhole] = useState(false)
  const open = current.links.filter(link => link.how === 'none' || link.how === 'chosen')
  const count = (how: Import['links'][number]['how']) => current.links.filter(link => link.how === how).length
  const suggested = open.flatMap(link => (link.suggestions[0] ? [[link.name, link.suggestions[0].og_id] as const] : []))
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
              {open.slice(0, isWhole ? undefined : firstShown).map(link => (
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
                          {t('useSuggestion', { name: nameAmong(each, link.suggestions) })}
                        </Button>
                      ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="flex wrap gap-3 above-4 below-5">
            {!isWhole && open.length > firstShown && (
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
