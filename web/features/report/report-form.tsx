import { NewReport, type Report, type ReportPatch } from '#contract/report.api.ts'
import { ogOrNewSource } from '#web/features/og/og.ts'
import { personOrNewSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { AccessFields } from '#web/ui/form/access-fields.tsx'
import { RecordsField, SelectField } from '#web/ui/form/choice-field.tsx'
import { type ComparedValues, pick } from '#web/ui/form/compare.ts'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { FormSection } from '#web/ui/form/record-form.tsx'
import { TagsField } from '#web/ui/form/suggest-field.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import type { ReportPreset } from './draft-of-diff.ts'
import { eventSource } from './event-source.ts'
import { reportFieldMessages, reportFormMessages } from './form-messages.ts'
import { reportCalls, reportLabels } from './report-calls.ts'
import { useReportFormatters } from './report-formatters.tsx'
import { templateMessages } from './template/template-messages.ts'
import { useTemplate } from './template/use-template.ts'

type Props = {
  /** The report whose details are edited; absent for a new one. */
  report?: Report | undefined
  preset?: ReportPreset | undefined
  onClose: () => void
}

/** After creation, title and summary belong to the editor. */
const detailFields = [
  'labels',
  'marking',
  'ogs',
  'persons',
  'events',
  'read_user',
  'write_user',
  'read_group',
  'write_group',
] as const
const newFields = ['title', 'summary', ...detailFields] as const

const newValues: ComparedValues = {
  title: '',
  summary: null,
  labels: [],
  marking: null,
  ogs: [],
  persons: [],
  events: [],
  read_user: [],
  write_user: [],
  read_group: [],
  write_group: [],
}

function valuesOf(report: Report): ComparedValues {
  const idsOf = (refs: readonly { id: number }[]) => refs.map(ref => ref.id)
  return {
    ...pick(report, ['title', 'summary', ...detailFields]),
    ogs: idsOf(report.ogs),
    persons: idsOf(report.persons),
    events: idsOf(report.events),
  }
}

/** The details around the text. A new report starts with them, so that it can be restricted from its first moment. */
export default function ReportForm({ report, preset, onClose }: Props) {
  const t = useT(reportFormMessages)
  const go = useGo()
  const { body, ...given } = preset ?? {}
  const state = useRecordForm<Report>({
    schema: NewReport,
    fields: report ? detailFields : newFields,
    record: report,
    valuesOf,
    initial: { ...newValues, ...given },
    save: (values, rev) =>
      report
        ? reportCalls.save(report.id, { ...(values as ReportPatch), rev })
        : reportCalls.create({ ...(values as NewReport), ...(body && { body }) }),
    onSaved: saved => {
      notifySuccess(report ? t('savedNamed', { name: saved.title }) : t('created', { number: saved.number }))
      onClose()
      if (!report) go('report_detail', { params: { id: saved.id }, search: { edit: 'true' } })
    },
  })
  const compared = (state.conflict ?? []).flatMap(({ field, base, mine, theirs }) =>
    [base, mine, theirs].map(value => ({ field, value })),
  )
  return (
    <FormDrawer
      title={report ? t('details', { name: report.title }) : t('create')}
      state={state}
      formatters={useReportFormatters(compared)}
      onClose={onClose}
    >
      <ReportFields report={report} hasText={body !== undefined} />
    </FormDrawer>
  )
}

function ReportFields({ report, hasText }: { report: Report | undefined; hasText: boolean }) {
  const t = useT(reportFormMessages)
  const label = useT(reportFieldMessages)
  return (
    <>
      {!report && (
        <>
          <FormSection title={t('basics')}>{t(hasText ? 'textReady' : 'textFollows')}</FormSection>
          <TextField name="title" label={label('title')} isRequired isNullable={false} hasFocus isWide />
          <LongTextField name="summary" label={label('summary')} />
        </>
      )}
      <FormSection title={t('links')}>{t('linksText')}</FormSection>
      <RecordsField name="ogs" label={label('ogs')} source={ogOrNewSource} placeholder={t('ogsPlaceholder')} />
      <RecordsField
        name="persons"
        label={label('persons')}
        source={personOrNewSource}
        placeholder={t('personsPlaceholder')}
      />
      <RecordsField name="events" label={label('events')} source={eventSource} placeholder={t('eventsPlaceholder')} />
      <TagsField name="labels" label={label('labels')} hint={t('labelsHint')} suggest={reportLabels} />
      <MarkingField current={report?.marking ?? null} />
      <FormSection title={t('access')} />
      <AccessFields owner={report?.owner} />
    </>
  )
}

/** Choice of the deployment's markings; a report keeps its own marking even if it is not offered any more. */
function MarkingField({ current }: { current: string | null }) {
  const label = useT(reportFieldMessages)
  const t = useT(templateMessages)
  const { data } = useTemplate()
  const words = [...new Set([...(data?.markings ?? []), ...(current ? [current] : [])])]
  if (words.length === 0) return null
  return (
    <SelectField
      name="marking"
      label={label('marking')}
      hint={data?.marking ? t('houseDefault', { marking: data.marking }) : t('houseNone')}
      hasNone
      options={words.map(value => ({ value, label: value }))}
    />
  )
}
