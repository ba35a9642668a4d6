import { Checkbox, Input, Modal, Segmented, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { OgRelation } from '#contract/og_relation.api.ts'
import { lacksSource, noSource, SourceFields, type SourceFormValues, toProvenance } from '#web/features/claim/claim.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { personOrNewSource } from '#web/features/person/person.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import form from '#web/ui/form/form.module.css'
import { Failure } from '#web/ui/frame/failure.tsx'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { addLink, changeLink, type LinkOwner, linkFromOwner } from './link-calls.ts'
import {
  blankOf,
  entitiesFor,
  faultsOf,
  isOwning,
  type LinkFault,
  type LinkFaults,
  type LinkFormValues,
  linkPartsOf,
  rolesOf,
  valuesOf,
  writtenOf,
} from './link-values.ts'
import { ogRelationMessages } from './messages.ts'
import css from './og-relation.module.css'
import { linkedMessages, linkingMessages } from './type-names.ts'

const sources = { og: ogOrNewSource, person: personOrNewSource }

type Props = { of: LinkOwner; name: string; link?: OgRelation | undefined; onClose: () => void }

/** Links a record to another, or edits share and dates of a link; the source is recorded in the same step. */
export default function LinkDialog({ of, name, link, onClose }: Props) {
  const t = useT(ogRelationMessages)
  const linked = useT(linkedMessages)
  const linking = useT(linkingMessages)
  const id = useId()
  const [values, setValues] = useState<LinkFormValues>(link ? valuesOf(of, link) : blankOf(of))
  const [source, setSource] = useState(noSource)
  const [faults, setFaults] = useState<LinkFaults>({})
  const [isBusy, setIsBusy] = useState(false)
  const set = (changed: Partial<LinkFormValues>) => {
    setValues(before => ({ ...before, ...changed }))
    setFaults({})
  }
  const setWho = (next: SourceFormValues) => {
    setSource(next)
    setFaults({})
  }
  const { side, type } = linkPartsOf(values.role)
  const nouns = entitiesFor(values.role)
  const otherNoun = nouns.includes(values.noun) ? values.noun : 'og'

  async function save() {
    if (isBusy) return
    const written = writtenOf(values)
    if (written === undefined) return setFaults({ share: t('shareWrong') })
    if (values.other === null) return setFaults({ other: t('pick') })
    if (lacksSource(source)) return setFaults({ said: t('sourceLacks') })
    setIsBusy(true)
    const provenance = toProvenance(source)
    const body = { ...written, ...(provenance && { said: provenance }) }
    try {
      const other: LinkOwner = { noun: otherNoun, id: values.other }
      const saved = link ? await changeLink(link.id, body) : await addLink(of, { ...body, side, type, other })
      notifySuccess(t(link ? 'changed' : 'added', { name: displayName(linkFromOwner(of, saved).other) }))
      onClose()
    } catch (error) {
      setFaults(faultsOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  const row = (field: LinkFault, label: string, control: (props: object) => ReactNode, hint?: string) => {
    const fault = faults[field]
    const note = fault ? { 'aria-invalid': true, 'aria-describedby': `${id}${field}n`, status: 'error' } : {}
    return (
      <div className={form.field}>
        <label className={form.label} htmlFor={`${id}${field}`}>
          {label}
        </label>
        {control({ id: `${id}${field}`, ...note })}
        <div id={`${id}${field}n`} className={fault ? form.fault : form.hint} aria-live="polite">
          {fault ?? hint}
        </div>
      </div>
    )
  }
  const text = (field: 'share' | 'start_time' | 'end_time' | 'desc', label: string, hint?: string) =>
    row(
      field,
      label,
      props => <Input {...props} value={values[field]} onChange={event => set({ [field]: event.target.value })} />,
      hint,
    )
  const options = rolesOf(of).map(({ side, types }) => ({
    label: t(side === 'from' ? 'actors' : 'others'),
    options: types.map(type => ({
      value: `${side} ${type}` as const,
      label: side === 'from' ? linking(type) : linked(type),
    })),
  }))

  return (
    <Modal
      open
      title={link ? t('linkWith', { name: displayName(linkFromOwner(of, link).other) }) : t('addTo', { name })}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Failure>{faults.form}</Failure>
      {!link &&
        row('type', t('what'), props => (
          <Select {...props} value={values.role} options={options} onChange={role => set({ role })} />
        ))}
      {!link && nouns.length > 1 && (
        <Segmented<LinkOwner['noun']>
          aria-label={t('kindOfEnd')}
          className="below-3"
          value={values.noun}
          options={[
            { value: 'og', label: t('og') },
            { value: 'person', label: t('person') },
          ]}
          onChange={noun => set({ noun, other: null })}
        />
      )}
      {!link &&
        row('other', t(otherNoun), props => (
          <RecordPicker
            {...props}
            key={otherNoun}
            source={sources[otherNoun]}
            placeholder={t('create')}
            value={values.other}
            onChange={other => set({ other })}
          />
        ))}
      {isOwning(values.role) && (
        <div className={css.pair}>
          {text('share', t('share'), t('shareHint'))}
          {row('held', t('held'), props => (
            <Checkbox
              {...props}
              checked={values.is_beneficial}
              onChange={event => set({ is_beneficial: event.target.checked })}
            >
              {t('beneficial')}
            </Checkbox>
          ))}
        </div>
      )}
      <div className={css.pair}>
        {text('start_time', t('from'))}
        {text('end_time', t('to'))}
      </div>
      {text('desc', t('description'))}
      <h3 className={css.section}>{t('said')}</h3>
      <p className="small quiet below-3">{t('saidHint')}</p>
      <div className="stack gap-3">
        <SourceFields values={source} onChange={setWho} fault={faults.said} />
      </div>
    </Modal>
  )
}
