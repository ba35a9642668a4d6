import { Button, Input, Modal } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { Membership } from '#contract/membership.api.ts'
import type { Og } from '#contract/og.api.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { personOrNewSource } from '#web/features/person/person.ts'
import { ApiError } from '#web/platform/api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import form from '#web/ui/form/form.module.css'
import { normaliseDate } from '#web/ui/form/text.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { addMember, changeMember, type MemberValues } from './member-calls.ts'
import css from './membership.module.css'
import { memberMessages } from './messages.ts'

type MemberField = keyof MemberValues
type MemberFaults = Partial<Record<MemberField | 'form', string>>
type Props = { og: Og; member?: Membership | undefined; onClose: () => void }

const blank: MemberValues = { person_id: null, role: null, start_time: null, end_time: null }

/** Adds a person to the organisation, or edits the person's role and dates there. */
export default function MemberDialog({ og, member, onClose }: Props) {
  const t = useT(memberMessages)
  const id = useId()
  const [values, setValues] = useState<MemberValues>(member ? valuesOf(member) : blank)
  const [faults, setFaults] = useState<MemberFaults>({})
  const [existing, setExisting] = useState<Membership | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [hasSeat, setHasSeat] = useState(!!(member?.on_behalf_of || member?.area || member?.term))
  const set = (field: MemberField, value: string | number | null) => {
    setValues(before => ({ ...before, [field]: value }))
    setFaults({})
    setExisting(null)
  }

  async function save() {
    if (isBusy) return
    if (values.person_id === null) return setFaults({ person_id: t('needPerson') })
    setIsBusy(true)
    const sent = { ...values, start_time: dateOf(values.start_time), end_time: dateOf(values.end_time) }
    try {
      const saved = member ? await changeMember(member.id, sent) : await addMember(og.id, sent)
      notifySuccess(t(member ? 'changed' : 'added', { name: saved.person_name }))
      onClose()
    } catch (error) {
      const same = error instanceof ApiError && error.status === 409 ? (error.data as Membership | null) : null
      setExisting(same?.person_id ? same : null)
      setFaults(same?.person_id ? {} : faultsOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  const row = (field: MemberField, label: string, control: (props: object) => ReactNode) => {
    const fault = faults[field]
    const note = fault ? { 'aria-invalid': true, 'aria-describedby': `${id}${field}n`, status: 'error' } : {}
    return (
      <div className={form.field}>
        <label className={form.label} htmlFor={`${id}${field}`}>
          {label}
        </label>
        {control({ id: `${id}${field}`, ...note })}
        <div id={`${id}${field}n`} className={form.fault} aria-live="polite">
          {fault}
        </div>
      </div>
    )
  }
  const text = (field: 'role' | 'start_time' | 'end_time' | 'area' | 'term', label: string, placeholder?: string) =>
    row(field, label, props => (
      <Input
        {...props}
        value={values[field] ?? ''}
        placeholder={placeholder}
        autoComplete="off"
        onChange={event => set(field, event.target.value === '' ? null : event.target.value)}
        onPressEnter={() => void save()}
      />
    ))

  return (
    <Modal
      open
      title={member ? t('editTitle', { name: member.person_name }) : t('addTitle', { name: displayName(og) })}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Failure>{existing ? <Existing member={existing} /> : faults.form}</Failure>
      {!member &&
        row('person_id', t('person'), props => (
          <RecordPicker
            {...props}
            source={personOrNewSource}
            placeholder={t('personHint')}
            value={values.person_id}
            onChange={next => set('person_id', next)}
            style={{ width: '100%' }}
          />
        ))}
      {text('role', t('role'))}
      <div className={css.pair}>
        {text('start_time', t('from'), '1998-10')}
        {text('end_time', t('to'), '2003')}
      </div>
      {hasSeat ? (
        <>
          {row('on_behalf_of', t('onBehalfOf'), props => (
            <RecordPicker
              {...props}
              source={ogOrNewSource}
              value={values.on_behalf_of ?? null}
              onChange={next => set('on_behalf_of', next)}
              style={{ width: '100%' }}
            />
          ))}
          <div className={css.pair}>
            {text('area', t('area'))}
            {text('term', t('term'))}
          </div>
        </>
      ) : (
        <Button type="link" size="small" className={css.more} onClick={() => setHasSeat(true)}>
          {t('more')}
        </Button>
      )}
    </Modal>
  )
}

/** Names the membership that exists, with a link to its person. */
function Existing({
  member: { person_id: id, person_name: name, role, term, start_time: from },
}: {
  member: Membership
}) {
  const t = useT(memberMessages)
  const what = [role || t('plainMember'), term, from && t('since', { from })].filter(Boolean).join(', ')
  return (
    <>
      {t('exists', { name, what })}{' '}
      <PageLink to="person_detail" params={{ id }}>
        {t('showExisting', { name })}
      </PageLink>
    </>
  )
}

/** Absent fields stay absent, so that their stored values remain. */
function valuesOf({
  person_id,
  role,
  start_time,
  end_time,
  area,
  term,
  on_behalf_of: party,
}: Membership): MemberValues {
  const more = { ...(area && { area }), ...(term && { term }), ...(party && { on_behalf_of: party.id }) }
  return { person_id, role, start_time, end_time, ...more }
}

const dateOf = (text: string | null) => (text === null ? null : normaliseDate(text))

/** Assigns each error to its field; the others are shown above the fields. */
function faultsOf(error: unknown): MemberFaults {
  const known: readonly string[] = [...Object.keys(blank), 'area', 'term', 'on_behalf_of']
  const own = error instanceof ApiError ? error.errors.filter(({ path }) => known.includes(path)) : []
  if (own.length === 0) return { form: errorText(error) }
  return Object.fromEntries(own.map(({ path, message }) => [path, message]))
}
