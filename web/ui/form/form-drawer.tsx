import { Button, Drawer } from 'antd'
import { type ReactNode, useId } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { formMessages } from './messages.ts'
import { RecordForm } from './record-form.tsx'
import type { RecordFormState } from './use-record-form.ts'

type Props = {
  title: string
  state: RecordFormState
  formatters: FieldFormatters
  onClose: () => void
  /** Content next to the buttons that applies to everything that is saved. */
  footerExtra?: ReactNode
  children: ReactNode
}

const widthPx = 760
/** A fast save shows no spinner: one that appears only for a moment can remain visible. */
const busyShownAfterMs = 200

/** A form in a wide drawer, full width on a narrow screen. Closing needs a confirmation if changes would be lost. */
export function FormDrawer({ title, state, formatters, onClose, footerExtra, children }: Props) {
  const t = useT(formMessages)
  const modal = useModal()
  const formId = useId()

  async function close() {
    if (state.isBusy) return
    const mayClose =
      !state.isDirty() ||
      (await modal.confirm({
        title: t('discardTitle'),
        content: t('discardText'),
        okText: t('discard'),
        okButtonProps: { type: 'default' },
        cancelText: t('keepEditing'),
        focusable: { autoFocusButton: 'cancel' },
      }))
    if (mayClose) onClose()
  }

  return (
    <Drawer
      open
      title={
        <div className="ellipsis" title={title}>
          {title}
        </div>
      }
      size={`min(${widthPx}px, 100vw)`}
      onClose={() => void close()}
      styles={{ title: { minWidth: 0 } }}
      closable={{ 'aria-label': t('close') }}
      footer={
        <div className="flex wrap to-end gap-3">
          {footerExtra}
          <Button onClick={() => void close()}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={state.isBusy && { delay: busyShownAfterMs }}>
            {t('save')}
          </Button>
        </div>
      }
    >
      <RecordForm state={state} id={formId} label={title} formatters={formatters}>
        {children}
      </RecordForm>
    </Drawer>
  )
}
