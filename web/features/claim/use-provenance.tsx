import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { Evidence, Provenance } from '#contract/claim.api.ts'
import { sourceSource } from '#web/features/source/source.ts'
import { useT } from '#web/platform/i18n.ts'
import { Drop } from '#web/ui/list/drop.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import css from './claim.module.css'
import { provenanceMessages } from './provenance-messages.ts'
import { SourceFields, type SourceFormValues, sourceChosenLast, toProvenance } from './source-fields.tsx'

/**
 * One attribution for everything that a form saves. Render `field` near the form's buttons and spread `toBody()` into the
 * request. `own` is evidence that the caller adds.
 */
export function useProvenance(own: readonly Evidence[] = []): {
  field: ReactNode
  toBody: () => { said?: Provenance }
} {
  const [values, setValues] = useState(sourceChosenLast)
  return {
    field: <ProvenanceField values={values} onChange={setValues} />,
    toBody: () => {
      const provenance = toProvenance(values, own)
      return provenance ? { said: provenance } : {}
    },
  }
}

function ProvenanceField({
  values,
  onChange,
}: {
  values: SourceFormValues
  onChange: (values: SourceFormValues) => void
}) {
  const t = useT(provenanceMessages)
  const id = useId()
  const isMore = values.grade !== null || values.url.trim() !== ''
  return (
    <div className={css.who}>
      <label htmlFor={id} className="small quiet rigid">
        {t('who')}
      </label>
      <div className={css.whoPicker}>
        <RecordPicker
          id={id}
          source={sourceSource}
          value={values.source}
          placeholder={t('optional')}
          onChange={source => onChange({ ...values, source })}
        />
      </div>
      {values.source !== null && (
        <Drop
          label={t('evidence')}
          content={() => (
            <div className={css.card}>
              <SourceFields values={values} onChange={onChange} isChosen />
            </div>
          )}
        >
          {opens => (
            <Button type="text" {...opens}>
              {t(isMore ? 'evidenceGiven' : 'evidence')}
            </Button>
          )}
        </Drop>
      )}
    </div>
  )
}
