import { Button } from 'antd'
import { useState } from 'react'
import { stateClaims } from '#contract/claim.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { claimMessages } from './messages.ts'
import { SourceFields, sourceChosenLast, toProvenance } from './source-fields.tsx'
import type { ClaimsOf } from './use-claims.ts'

/** `stated`: values by field. */
type Props = { of: ClaimsOf; stated: Record<string, unknown>; onStated: () => void }

/** Names the source of the displayed values. */
export function StateForm({ of, stated, onStated }: Props) {
  const t = useT(claimMessages)
  const [values, setValues] = useState(sourceChosenLast)
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const state = async () => {
    const provenance = toProvenance(values)
    if (!provenance) return
    setIsBusy(true)
    setFault('')
    try {
      await call(stateClaims, {
        body: { noun: of.noun, record_id: of.id, values: stated, said: provenance, is_shown: false },
      })
      await refresh('claim', 'source', 'fact_check', of.noun)
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
      <SourceFields values={values} onChange={setValues} />
      {fault && <Failure>{fault}</Failure>}
      <Button htmlType="submit" type="primary" loading={isBusy} disabled={values.source === null}>
        {t('add')}
      </Button>
    </form>
  )
}
