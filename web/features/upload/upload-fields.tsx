import { ogOrNewSource } from '#web/features/og/og.ts'
import { personOrNewSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { RecordsField } from '#web/ui/form/choice-field.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { fieldMessages } from './field-messages.ts'

type Props = {
  hasTitle: boolean
  isTitleRequired: boolean
  titleHint?: string
  /** Only editors link records and restrict access. */
  isEditor: boolean
  accessText?: string
  owner?: number | null | undefined
}

/** The fields of an upload, before it is sent and afterwards. */
export function UploadFields({ hasTitle, isTitleRequired, titleHint, isEditor, accessText, owner }: Props) {
  const t = useT(fieldMessages)
  return (
    <>
      <FormSection title={t('basics')} />
      {hasTitle && (
        <TextField
          name="title"
          label={t('title')}
          isRequired={isTitleRequired}
          isNullable={!isTitleRequired}
          hint={titleHint}
          hasFocus
          isWide
        />
      )}
      <TextField name="source" label={t('source')} hint={t('sourceHint')} isWide />
      <LongTextField name="note" label={t('note')} rows={3} />
      {isEditor && (
        <>
          <FormSection title={t('links')} />
          <RecordsField name="ogs" label={t('ogs')} source={ogOrNewSource} placeholder={t('ogsPlaceholder')} />
          <RecordsField
            name="persons"
            label={t('persons')}
            source={personOrNewSource}
            placeholder={t('personsPlaceholder')}
          />
          <FormSection title={t('access')}>{accessText}</FormSection>
          <AccessFields owner={owner} />
        </>
      )}
    </>
  )
}
