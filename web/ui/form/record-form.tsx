import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import css from './form.module.css'
import { PendingProvider } from './pending.ts'
import type { RecordFormState } from './use-record-form.ts'

const Conflict = lazy(() => import('./conflict.tsx'))

type Props = {
  state: RecordFormState
  id: string
  label: string
  formatters: FieldFormatters
  children: ReactNode
}

/** The form without buttons: those are in the footer of its drawer. */
export function RecordForm({ state, id, label, formatters, children }: Props) {
  const { form, formRef, failure, conflict } = state
  useSaveKey(state)
  return (
    <FormProvider {...form}>
      <PendingProvider value={state.pending}>
        <form
          id={id}
          ref={formRef}
          className={css.grid}
          aria-label={label}
          aria-busy={state.isBusy}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            event.stopPropagation()
            void state.submit()
          }}
        >
          <div className={css.failure} role="alert">
            {failure}
          </div>
          {children}
        </form>
        {conflict && (
          <Suspense>
            <Conflict
              rows={conflict}
              formatters={formatters}
              isBusy={state.isBusy}
              onSettle={state.settle}
              onBack={state.backToEditing}
            />
          </Suspense>
        )}
      </PendingProvider>
    </FormProvider>
  )
}

/** A heading inside the form. */
export function FormSection({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={css.section}>
      <h2>{title}</h2>
      {children && <p className="faint">{children}</p>}
    </div>
  )
}

/** Ctrl or Cmd with S or Enter saves, also during text input. */
function useSaveKey({ submit, conflict, formRef }: RecordFormState): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isSave = (event.ctrlKey || event.metaKey) && (event.key === 's' || event.key === 'Enter')
      const isHere = formRef.current?.closest('[role=dialog]')?.contains(event.target as Node)
      if (!isSave || !isHere || conflict || event.isComposing) return
      event.preventDefault()
      void submit()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
