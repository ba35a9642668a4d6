import { Input, Select } from 'antd'
import { useId } from 'react'
import { credibilities, type Evidence, type Provenance } from '#contract/claim.api.ts'
import { sourceSource } from '#web/features/source/source.ts'
import { useT } from '#web/platform/i18n.ts'
import { onSessionEnd } from '#web/platform/session.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { claimMessages } from './messages.ts'

/** The attribution as a form holds it. */
export type SourceFormValues = { source: number | null; grade: number | null; url: string; quote: string }

/** The last chosen source stays selected: users often take several facts from one document. */
let lastSource: number | null = null
onSessionEnd(() => {
  lastSource = null
})

export const noSource: SourceFormValues = { source: null, grade: null, url: '', quote: '' }
export const sourceChosenLast = (): SourceFormValues => ({ ...noSource, source: lastSource })

/**
 * Converts the form's values to the attribution that is sent; undefined if no source is named. `own` is evidence that
 * the caller adds.
 */
export function toProvenance(
  { source, grade, url, quote }: SourceFormValues,
  own: readonly Evidence[] = [],
): Provenance | undefined {
  lastSource = source
  if (source === null) return undefined
  const typed: Evidence[] = url.trim() === '' ? [] : [{ type: 'address', url: url.trim(), quote: quote.trim() || null }]
  return { source_id: source, credibility: grade, evidence: [...own, ...typed] }
}

/** True if a quotation or an address was entered without a source: it would be lost. */
export const lacksSource = ({ source, url, quote }: SourceFormValues): boolean =>
  source === null && (url.trim() !== '' || quote.trim() !== '')

type Props = {
  values: SourceFormValues
  onChange: (values: SourceFormValues) => void
  fault?: string | undefined
  /** The source is already shown next to these fields. */
  isChosen?: boolean
  /** The caller supplies the evidence, so the form has no input for it. */
  hasEvidence?: boolean
}

/** Inputs for the source of a statement, its credibility and the quotation. */
export function SourceFields({ values, onChange, fault, isChosen = false, hasEvidence = false }: Props) {
  const t = useT(claimMessages)
  const id = useId()
  const set = (changed: Partial<SourceFormValues>) => onChange({ ...values, ...changed })
  return (
    <>
      {!isChosen && (
        <div className="stack gap-2">
          <label htmlFor={`${id}s`} className="small quiet">
            {t('source')}
          </label>
          <RecordPicker
            id={`${id}s`}
            source={sourceSource}
            value={values.source}
            onChange={source => set({ source })}
          />
          {fault && <Failure>{fault}</Failure>}
        </div>
      )}
      <div className="stack gap-2">
        <label htmlFor={`${id}c`} className="small quiet">
          {t('credibilityLabel')}
        </label>
        <Select<number | null>
          id={`${id}c`}
          allowClear
          value={values.grade}
          onChange={next => set({ grade: next ?? null })}
          options={credibilities.map(each => ({ value: each, label: t(`grade${each}`) }))}
        />
      </div>
      {!hasEvidence && (
        <div className="stack gap-2">
          <label htmlFor={`${id}u`} className="small quiet">
            {t('address')}
          </label>
          <Input
            id={`${id}u`}
            value={values.url}
            placeholder="https://"
            onChange={event => set({ url: event.target.value })}
          />
        </div>
      )}
      {!hasEvidence && values.url.trim() !== '' && (
        <div className="stack gap-2">
          <label htmlFor={`${id}q`} className="small quiet">
            {t('quote')}
          </label>
          <Input.TextArea
            id={`${id}q`}
            value={values.quote}
            rows={2}
            onChange={event => set({ quote: event.target.value })}
          />
        </div>
      )}
    </>
  )
}
