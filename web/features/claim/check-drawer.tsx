import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { FactCheck } from '#contract/fact_check.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { detailOf } from '#web/record/record-address.ts'
import { actOnChecks } from './check-acts.ts'
import { Happened, tabOfFact } from './check-columns.tsx'
import { SettleNote } from './check-forms.tsx'
import { checkMessages } from './check-messages.ts'
import { ClaimCard } from './claim-card.tsx'
import { useFactDialog } from './fact-acts.tsx'
import { useFieldLabels } from './use-claims.ts'

/** Shows one fact with the statements of its sources and all actions on it. */
export function CheckDrawer({ check, onClose }: { check: FactCheck; onClose: () => void }) {
  const t = useT(checkMessages)
  const labelOf = useFieldLabels()
  const [note, setNote] = useState<string | null>(null)
  const { open, dialog } = useFactDialog()
  const [isBusy, setIsBusy] = useState(false)
  const act = async (name: 'clear' | 'settle' | 'reopen') => {
    setIsBusy(true)
    try {
      const { done } = await actOnChecks({ act: name, ...(note && { note }) }, { ids: [check.id] })
      if (done > 0) {
        notify({ kind: 'success', text: t(`${name}Done`, { count: done }) })
        onClose()
      } else notify({ kind: 'error', text: t('nothingDone') })
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  const isOwners = check.kind === 'over_owned'
  const mayWrite = check.can.includes('update')
  return (
    <Drawer
      open
      size="min(480px, 100vw)"
      title={
        <div className="ellipsis" title={check.title}>
          {isOwners ? t('owners') : labelOf(check.noun, check.field)} · {check.title}
        </div>
      }
      styles={{ title: { minWidth: 0 } }}
      closable={{ 'aria-label': t('close') }}
      onClose={onClose}
      footer={
        mayWrite && (
          <div className="flex wrap to-end gap-3">
            {!isOwners && (
              <Button danger disabled={isBusy || check.value === null} onClick={() => void act('clear')}>
                {t('clear')}
              </Button>
            )}
            {check.settled_at ? (
              <Button disabled={isBusy} onClick={() => void act('reopen')}>
                {t('reopen')}
              </Button>
            ) : note === null ? (
              <Button disabled={isBusy} onClick={() => setNote('')}>
                {t('settle')}
              </Button>
            ) : (
              <Button type="primary" disabled={isBusy} onClick={() => void act('settle')}>
                {t('settle')}
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="stack gap-4">
        <div className="flex wrap baseline spread gap-3">
          <Happened check={check} isWhole />
          <PageLink
            to={detailOf(check.noun)}
            params={{ id: check.record_id }}
            search={tabOfFact(check)}
            className="rigid"
          >
            {t(isOwners ? 'toOwners' : 'openRecord')}
          </PageLink>
        </div>
        {note !== null && <SettleNote value={{ note }} onChange={next => setNote(next?.note ?? '')} />}
        {!isOwners && <ClaimCard of={{ noun: check.noun, id: check.record_id }} field={check.field} onAct={open} />}
        {dialog}
      </div>
    </Drawer>
  )
}
