import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { issueMessage, type SchemaIssue } from '#contract/message.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { getLocale } from '#web/platform/locale.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import {
  type ComparedValues,
  type ConflictRow,
  changedValues,
  conflictRows,
  isSameValue,
  mergeValues,
  pick,
} from './compare.ts'
import { formMessages } from './messages.ts'
import { type PendingWork, useNewPending } from './pending.ts'

/** The configuration of an entity's form. `R` is the record as the server returns it. */
type RecordFormConfig<R extends { rev: number }> = {
  /** The contract's schema of all the fields together. */
  schema: z.ZodMiniType
  fields: readonly string[]
  /** The record being edited; absent for a new one. */
  record?: R | undefined
  /** Converts a record to the form's values, if they differ from the server's. */
  valuesOf?: (record: R) => ComparedValues
  /** Initial values of a new record. */
  initial: ComparedValues
  /** Sends the changed values, or all of them for a new record; `rev` is the revision that was seen. */
  save: (values: ComparedValues, rev: number | undefined) => Promise<R>
  onSaved: (record: R) => void
}

type Base<R> = { record: R | undefined; values: ComparedValues }
type Conflict<R> = { theirs: R; rows: ConflictRow[] }

export type RecordFormState = {
  form: UseFormReturn<ComparedValues>
  formRef: RefObject<HTMLFormElement | null>
  /** Pending work of fields, e.g. an upload; saving waits for it. */
  pending: PendingWork
  isBusy: boolean
  /** A sentence about the whole form: the failure, and that nothing is lost. */
  failure: string
  conflict: ConflictRow[] | null
  isDirty: () => boolean
  submit: () => Promise<void>
  settle: (rows: ConflictRow[]) => Promise<void>
  backToEditing: () => void
}

function isRecord(data: unknown): data is { rev: number } {
  return typeof data === 'object' && data !== null && 'rev' in data && typeof data.rev === 'number'
}

/**
 * State of one form: validated by the contract, sent once at a time, compared after a conflict. A failure loses no
 * input.
 */
export function useRecordForm<R extends { rev: number }>(config: RecordFormConfig<R>): RecordFormState {
  const { fields, schema, save, onSaved } = config
  const t = useT(formMessages)
  const valuesOf = config.valuesOf ?? ((record: R) => pick(record, fields))
  // The base of the form; a background refresh of the record must not change it.
  const [base, setBase] = useState<Base<R>>(() => ({
    record: config.record,
    values: config.record ? valuesOf(config.record) : config.initial,
  }))
  const form = useForm<ComparedValues>({
    defaultValues: base.values,
    resolver: useResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const formRef = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  const isSaved = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [conflict, setConflict] = useState<Conflict<R> | null>(null)
  const focusFault = useFocusFault(formRef)
  const pending = useNewPending()

  const isDirty = useCallback(
    () => !isSaved.current && fields.some(field => !isSameValue(form.getValues(field), base.values[field])),
    [fields, form, base],
  )
  useLeaveGuard(isDirty)

  async function once(run: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    setFailure('')
    try {
      await run()
    } finally {
      busy.current = false
      setIsBusy(false)
    }
  }

  async function send(values: ComparedValues, from: Base<R>): Promise<void> {
    const changes = from.record ? changedValues(from.values, values) : values
    try {
      const isUnchanged = from.record !== undefined && Object.keys(changes).length === 0
      const saved = isUnchanged && from.record ? from.record : await save(changes, from.record?.rev)
      isSaved.current = true
      setConflict(null)
      onSaved(saved)
    } catch (error) {
      await showFailure(error, values, from)
    }
  }

  async function showFailure(error: unknown, values: ComparedValues, from: Base<R>): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 409 && isRecord(error.data) && from.record) {
      const theirs = error.data as R
      const rows = conflictRows(fields, from.values, values, valuesOf(theirs))
      if (rows.length > 0) return setConflict({ theirs, rows })
      const present = { record: theirs, values: valuesOf(theirs) }
      setBase(present)
      return send(present.values, present)
    }
    setConflict(null)
    setFailure(failureOf(error))
    if (error.status === 422) showFieldErrors(error)
  }

  function failureOf(error: ApiError): string {
    if (error.status === 0) return t('notReached')
    if (error.status === 401) return t('signedOut')
    if (error.status === 404) return t('gone')
    const known = error.errors.every(({ path }) => fields.includes(path.split('.')[0] ?? ''))
    if (error.status === 422 && known && error.errors.length > 0) return ''
    return [errorText(error), ...error.errors.filter(({ path }) => path === '').map(({ message }) => message)].join(' ')
  }

  function showFieldErrors(error: ApiError): void {
    for (const { path, message } of error.errors) {
      if (fields.includes(path.split('.')[0] ?? '')) form.setError(path, { type: 'server', message })
    }
    focusFault()
  }

  /** The chosen values are put into the form before they are sent, so that another failure does not lose them. */
  async function settle(rows: ConflictRow[]): Promise<void> {
    if (!conflict) return
    const present = { record: conflict.theirs, values: valuesOf(conflict.theirs) }
    const merged = mergeValues(present.values, rows)
    setBase(present)
    for (const field of fields) form.setValue(field, merged[field], { shouldDirty: true })
    await once(() => send(merged, present))
  }

  return {
    form,
    formRef,
    pending,
    isBusy,
    failure,
    conflict: conflict?.rows ?? null,
    isDirty,
    submit: () =>
      once(async () => {
        await pending.settled()
        await form.handleSubmit(values => send(values, base), focusFault)()
      }),
    settle,
    backToEditing: () => setConflict(null),
  }
}

function useResolver(schema: z.ZodMiniType) {
  const [resolver] = useState(() => contractResolver(schema))
  return resolver
}

/** After the errors are rendered, the first one in the order of the page receives the focus. */
function useFocusFault(formRef: RefObject<HTMLFormElement | null>): () => void {
  const [requested, setRequested] = useState(0)
  useEffect(() => {
    if (requested === 0) return
    const fault = formRef.current?.querySelector('[data-fault=true]')
    const control = fault?.querySelector<HTMLElement>('input:not([type=file]), textarea, button')
    control?.focus()
    fault?.scrollIntoView?.({ block: 'nearest' })
  }, [requested, formRef])
  return useCallback(() => setRequested(count => count + 1), [])
}

/** Validates the form with the contract's schema, with the contract's messages in the chosen language. */
export function contractResolver(schema: z.ZodMiniType): Resolver<ComparedValues> {
  const judge = zodResolver(schema as z.ZodMiniType<ComparedValues, ComparedValues>, {
    error: issue => issueMessage(asLeftOut(issue as SchemaIssue), getLocale()),
  })
  return (values, ...rest) => (judge as Resolver<ComparedValues>)(withoutUntouched(values), ...rest)
}

/** Drops untouched custom fields: the form registers them as undefined, but the request must not contain them. */
function withoutUntouched({ custom, ...values }: ComparedValues): ComparedValues {
  if (typeof custom !== 'object' || custom === null) return custom === undefined ? values : { ...values, custom }
  return { ...values, custom: Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== undefined)) }
}

/** An emptied field counts as missing, not as a wrong type. */
function asLeftOut(issue: SchemaIssue): SchemaIssue {
  return issue.input === null ? { ...issue, input: undefined } : issue
}
