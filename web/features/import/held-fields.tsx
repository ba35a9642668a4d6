import { Button, Segmented } from 'antd'
import { useState } from 'react'
import type { Import } from '#contract/import.ts'
import { useT } from '#web/platform/i18n.ts'
import steps from '#web/ui/file-steps.module.css'
import type { FieldLooks } from '#web/ui/look.ts'
import { labelOf } from './field-label.ts'
import { importMessages } from './messages.ts'

type Props = { import: Import; looks: FieldLooks; isChecking: boolean; onCheck: (take: string[]) => void }

/** Fields in which the file says otherwise than a person has decided, or a better source states: kept unless taken. */
export function HeldFields({ import: current, looks, isChecking, onCheck }: Props) {
  const t = useT(importMessages)
  const { held, plan } = current
  const before = plan.take ?? []
  const [take, setTake] = useState<readonly string[]>(before)
  const counts = new Map(held.map(each => [each.field, each.count]))
  const fields = [...new Set([...counts.keys(), ...before])]
  if (fields.length === 0) return null
  const isChanged = fields.some(field => take.includes(field) !== before.includes(field))
  return (
    <section className="below-5">
      <h3 className={steps.heading}>{t('held')}</h3>
      <p className="small quiet">{t('heldHint')}</p>
      <table className={steps.table}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col" className={steps.number}>
              {t('nameRows')}
            </th>
            <th scope="col">{t('heldAct')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(field => (
            <tr key={field}>
              <th scope="row">{labelOf(current, looks, field)}</th>
              <td className={steps.number}>{counts.get(field)?.toLocaleString()}</td>
              <td>
                <Segmented
                  aria-label={labelOf(current, looks, field)}
                  value={take.includes(field) ? 'take' : 'keep'}
                  options={[
                    { value: 'keep', label: t('heldKeep') },
                    { value: 'take', label: t('heldTake') },
                  ]}
                  onChange={value =>
                    setTake([...take.filter(each => each !== field), ...(value === 'take' ? [field] : [])])
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isChanged && (
        <Button className="above-3" loading={isChecking} onClick={() => onCheck([...take])}>
          {t('applyNames')}
        </Button>
      )}
    </section>
  )
}
