import { Switch } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { emptyOf } from '#contract/field.ts'
import { dangerLevels, NewOg, type Og, type OgPatch, ogFields, ogSchema } from '#contract/og.api.ts'
import { useProvenance } from '#web/features/claim/claim.ts'
import { ContactRows, IdentifierRows } from '#web/features/identifier/form.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { CustomRows } from '#web/record/custom-rows.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { AliasField } from '#web/ui/form/alias-field.tsx'
import { RecordField, SelectField } from '#web/ui/form/choice-field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { LinesField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import { SchemaRows } from '#web/ui/schema/rows.tsx'
import { ogFormMessages } from './form-messages.ts'
import { ogCalls } from './og-calls.ts'
import css from './og-form.module.css'
import { useOgFormatters } from './og-formatters.tsx'
import { proposedAssetMb, watchOg } from './watch.ts'

type Props = {
  /** The organisation being edited; absent for a new one. */
  og?: Og | undefined
  onClose: () => void
  onSaved?: (og: Og) => void
}

const initial = { ...emptyOf(ogSchema), name: '' }

/** Creates and edits organisations: one form in a drawer. */
export default function OgForm({ og, onClose, onSaved }: Props) {
  const t = useT(ogFormMessages)
  const go = useGo()
  const [isWatched, setIsWatched] = useState(true)
  const provenance = useProvenance()
  const hadSite = og !== undefined && hasSite(og)
  const state = useRecordForm<Og>({
    schema: NewOg,
    fields: ogFields,
    record: og,
    initial,
    save: (values, rev) =>
      og
        ? ogCalls.save(og.id, { ...(values as OgPatch), ...provenance.toBody(), id: og.id, rev })
        : ogCalls.create({ ...(values as NewOg), ...provenance.toBody() }),
    onSaved: saved => {
      const open = { label: t('open'), run: () => go('og_detail', { params: { id: saved.id } }) }
      notify(
        og
          ? { kind: 'success', text: t('savedNamed', { name: saved.name }) }
          : { kind: 'success', text: t('createdNamed', { name: saved.name }), action: open },
      )
      if (!hadSite && isWatched && hasSite(saved))
        watchOg(saved, { entrances: saved.entrances, is_on: true, asset_mb: proposedAssetMb }, go).catch(showError)
      onSaved?.(saved)
      onClose()
    },
  })
  const cateIds = (state.conflict ?? [])
    .flatMap(row => (row.field === 'category_id' ? [row.base, row.mine, row.theirs] : []))
    .filter(id => typeof id === 'number')
  return (
    <FormDrawer
      title={og ? t('editNamed', { name: displayName(og) }) : t('create')}
      state={state}
      formatters={useOgFormatters(cateIds)}
      onClose={onClose}
      footerExtra={provenance.field}
    >
      <OgFields
        id={og?.id}
        owner={og?.owner}
        watch={hadSite ? null : <WatchSwitch isOn={isWatched} onChange={setIsWatched} />}
      />
    </FormDrawer>
  )
}

const hasSite = ({ host, entrances }: Pick<Og, 'host' | 'entrances'>) => host !== null || entrances.length > 0

/** Switch next to the addresses of a new site: whether it is crawled from now on. */
function WatchSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useT(ogFormMessages)
  const id = useId()
  return (
    <div className={css.watch}>
      <Switch id={id} checked={isOn} onChange={onChange} aria-describedby={`${id}n`} />
      <div>
        <label htmlFor={id}>{t('watch')}</label>
        <p id={`${id}n`} className="small quiet">
          {t('watchHint')}
        </p>
      </div>
    </div>
  )
}

type Fields = { id: number | undefined; owner: number | null | undefined; watch: ReactNode }

function OgFields({ id, owner, watch }: Fields) {
  const t = useT(ogFormMessages)
  const levels = dangerLevels.map(level => ({ value: level, label: <DangerLevelTag level={level} /> }))
  return (
    <>
      <FormSection title={t('basics')} />
      <SchemaRows
        schema={ogSchema}
        section="basics"
        special={{
          aliases: row => <AliasField {...row} />,
          danger_level: row => <SelectField {...row} options={levels} />,
          category_id: row => <RecordField {...row} source={ogCateSource} placeholder={t('categoryPlaceholder')} />,
        }}
      />
      <FormSection title={t('site')}>{t('siteText')}</FormSection>
      <SchemaRows
        schema={ogSchema}
        section="site"
        special={{
          entrances: row => (
            <>
              <LinesField {...row} placeholder="https://www.example.org/" isMono />
              {watch}
            </>
          ),
          forbidden_rules: row => <LinesField {...row} isMono />,
        }}
      />
      <FormSection title={t('links')} />
      <SchemaRows schema={ogSchema} section="links" />
      <ContactRows />
      <IdentifierRows noun="og" id={id} />
      <CustomRows noun="og" />
      <FormSection title={t('access')} />
      <AccessFields owner={owner} />
    </>
  )
}
