import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { credibilities, stateClaims } from '#contract/claim.ts'
import { sourceSource } from '#web/features/source/source.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { claimMessages } from './messages.ts'
import type { ClaimsOf } from './use-claims.ts'

/** The source chosen last stays chosen: facts are often taken from one document after the other. */
let lastSource: number | null = null

type Props = { of: ClaimsOf; field: string; value: unknown; onStated: () => void }

/** Names the source of the value that a field shows. */
export function StateForm({ of, field, value, onStated }: Props) {
  const t = useT(claimMessages)
  const id = useId()
  const [source, setSource] = useState(lastSource)
  const [grade, setGrade] = useState<number | null>(null)
  const [url, setUrl] = useState('')
  const [quote, setQuote] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const state = async () => {
    if (source === null) return
    setIsBusy(true)
    setFault('')
    lastSource = source
    const evidence =
      url.trim() === '' ? [] : [{ type: 'address' as const, url: url.trim(), quote: quote.trim() || null }]
    try {
      await call(stateClaims, {
        body: {
          noun: of.noun,
          record_id: of.id,
          values: { [field]: value },
          said: { source_id: source, credibility: grade, evidence },
          is_shown: false,
        },
      })
      await refresh('claim', 'source')
      notifySuccess(t('stated'))
      onStated()
    } catch (error) {
      setFault(errorText(error))
    }
    setIsBusy(false)
  }
  return (
    <form
      className="stack gap-3"
      onSubmit={event => {
        event.preventDefault()
        void state()
      }}
    >
      <div className="stack gap-2">
        <label htmlFor={`${id}s`} className="small quiet">
          {t('source')}
        </label>
        <RecordPicker id={`${id}s`} source={sourceSource} value={source} onChange={setSource} />
      </div>
      <div className="stack gap-2">
        <label htmlFor={`${id}c`} className="small quiet">
          {t('credibilityLabel')}
        </label>
        <Select<number | null>
          id={`${id}c`}
          allowClear
          value={grade}
          onChange={next => setGrade(next ?? null)}
          options={credibilities.map(each => ({ value: each, label: t(`grade${each}`) }))}
        />
      </div>
      <div className="stack gap-2">
        <label htmlFor={`${id}u`} className="small quiet">
          {t('address')}
        </label>
        <Input id={`${id}u`} value={url} placeholder="https://" onChange={event => setUrl(event.target.value)} />
      </div>
      {url.trim() !== '' && (
        <div className="stack gap-2">
          <label htmlFor={`${id}q`} className="small quiet">
            {t('quote')}
          </label>
          <Input.TextArea id={`${id}q`} value={quote} rows={2} onChange={event => setQuote(event.target.value)} />
        </div>
      )}
      {fault && (
        <p role="alert" className="small danger">
          {fault}
        </p>
      )}
      <Button htmlType="submit" type="primary" loading={isBusy} disabled={source === null}>
        {t('add')}
      </Button>
    </form>
  )
}
