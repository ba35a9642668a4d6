import { useQueryClient } from '@tanstack/react-query'
import { dangerLevels, NewOg, type Og, type OgPatch, ogFields } from '#contract/og.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { RecordField, RegionField, SelectField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { IconField } from '#web/ui/form/icon-field.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { LinesField, LongTextField, NumberField, PartialDateField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { ogFieldMessages, ogFormMessages } from './form-messages.ts'
import { saveNewOg, saveOg } from './og-calls.ts'
import { useOgLooks } from './og-looks.tsx'

type Props = {
  /** The organisation being edited; absent when one is made. */
  og?: Og | undefined
  onClose: () => void
  onSaved?: (og: Og) => void
}

const initial: Omit<NewOg, 'id'> = {
  name: '',
  eng_name: null,
  aliases: [],
  icon: null,
  desc: null,
  category_id: null,
  host: null,
  entrances: [],
  version_keep: 0,
  forbidden_rules: [],
  twitter: null,
  facebook: null,
  youtube: null,
  register_time: null,
  scale: null,
  weight: 0,
  region: null,
  danger_level: '待定',
  external_id: null,
  read_user: [],
  write_user: [],
}

/** Create and edit: one form in a drawer. */
export default function OgForm({ og, onClose, onSaved }: Props) {
  const t = useT(ogFormMessages)
  const client = useQueryClient()
  const go = useGo()
  const state = useRecordForm<Og>({
    schema: NewOg,
    fields: ogFields,
    record: og,
    initial,
    save: (values, rev) =>
      og ? saveOg(client, { ...(values as OgPatch), id: og.id, rev }) : saveNewOg(client, values as NewOg),
    onSaved: saved => {
      const open = { label: t('open'), run: () => go('og_detail', { params: { id: saved.id } }) }
      notify(
        og
          ? { kind: 'success', text: t('saved', { name: saved.name }) }
          : { kind: 'success', text: t('created', { name: saved.name }), action: open },
      )
      onSaved?.(saved)
      onClose()
    },
  })
  const cateIds = (state.conflict ?? [])
    .flatMap(row => (row.field === 'category_id' ? [row.base, row.mine, row.theirs] : []))
    .filter(id => typeof id === 'number')
  return (
    <FormDrawer
      title={og ? t('edit', { name: og.name }) : t('create')}
      state={state}
      looks={useOgLooks(cateIds)}
      onClose={onClose}
    >
      <OgFields owner={og?.owner} />
    </FormDrawer>
  )
}

function OgFields({ owner }: { owner: number | null | undefined }) {
  const t = useT(ogFormMessages)
  const label = useT(ogFieldMessages)
  const levels = dangerLevels.map(level => ({ value: level, label: <DangerLevelTag level={level} /> }))
  return (
    <>
      <FormSection title={t('basics')} />
      <TextField name="name" label={label('name')} isRequired isNullable={false} hasFocus />
      <TextField name="eng_name" label={label('eng_name')} />
      <SelectField name="danger_level" label={label('danger_level')} options={levels} />
      <RecordField
        name="category_id"
        label={label('category_id')}
        source={ogCateSource}
        placeholder={t('categoryPlaceholder')}
      />
      <RegionField name="region" label={label('region')} />
      <NumberField name="weight" label={label('weight')} min={0} max={100} hint={t('weightHint')} />
      <PartialDateField name="register_time" label={label('register_time')} />
      <TextField name="scale" label={label('scale')} />
      <LinesField name="aliases" label={label('aliases')} hint={t('aliasesHint')} />
      <IconField name="icon" label={label('icon')} />
      <LongTextField name="desc" label={label('desc')} />
      <FormSection title={t('site')}>{t('siteText')}</FormSection>
      <TextField name="host" label={label('host')} hint={t('hostHint')} />
      <NumberField name="version_keep" label={label('version_keep')} min={0} max={10_000} hint={t('versionKeepHint')} />
      <LinesField
        name="entrances"
        label={label('entrances')}
        hint={t('entrancesHint')}
        placeholder="https://www.example.org/"
        isMono
      />
      <LinesField name="forbidden_rules" label={label('forbidden_rules')} hint={t('rulesHint')} isMono />
      <FormSection title={t('links')} />
      <TextField name="twitter" label={label('twitter')} />
      <TextField name="facebook" label={label('facebook')} />
      <TextField name="youtube" label={label('youtube')} />
      <TextField name="external_id" label={label('external_id')} hint={t('externalIdHint')} />
      <FormSection title={t('access')} />
      <AccessFields owner={owner} />
    </>
  )
}
