import { Checkbox } from 'antd'
import { useState } from 'react'
import {
  type Issue,
  type IssueKind,
  type IssuePatch,
  type IssuePriority,
  issueKinds,
  issuePriorities,
  type NewIssue,
  NewIssue as schema,
} from '#contract/issue.api.ts'
import { FilePicks, sendFiles } from '#web/features/attachment/attachment.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { SelectField } from '#web/ui/form/choice-field.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDrawer } from '#web/ui/form/form-drawer.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useRecordForm } from '#web/ui/form/use-record-form.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { saveIssue, saveNewIssue } from './issue-calls.ts'
import { issueFormMessages, issueWords } from './messages.ts'

export type WrittenOn = { path: string; title: string }

type Props = {
  /** The feedback being edited; absent for a new one. */
  issue?: Issue
  /** The page on which the feedback is written; sent with it, unless the user removes it. */
  page?: WrittenOn | undefined
  kind?: IssueKind
  onClose: () => void
}

const fields = ['title', 'kind', 'priority', 'content', 'page']

/** One drawer to write and edit feedback. Its files are sent after the record is created. */
export default function IssueForm({ issue, page, kind = 'bug', onClose }: Props) {
  const t = useT(issueFormMessages)
  const go = useGo()
  const [files, setFiles] = useState<File[]>([])
  const state = useRecordForm<Issue>({
    schema,
    fields,
    record: issue,
    initial: { title: '', kind, priority: 'normal', content: '', page: page ?? null },
    save: async (values, rev) => {
      const body = { ...values, ...('content' in values && { content: values.content ?? '' }) }
      if (issue) return await saveIssue(issue.id, { ...(body as IssuePatch), rev })
      return await saveNewIssue(body as NewIssue)
    },
    onSaved: saved => {
      // The form might be closed meanwhile: failed uploads are reported in a notice.
      void sendFiles({ noun: 'issue', recordId: saved.id }, files)
      const action = { label: t('open'), run: () => go('issue', { search: { id: saved.id } }) }
      if (issue) notify({ kind: 'success', text: t('saved', { title: saved.title }) })
      else notify({ kind: 'success', text: t('created', { id: String(saved.id) }), action, durationMs: 8_000 })
      onClose()
    },
  })
  const title = issue ? t('edit') : page ? t('report') : t('create')
  return (
    <FormDrawer title={title} state={state} formatters={useIssueFormatters()} onClose={onClose}>
      <IssueFields page={issue ? (issue.page ?? undefined) : page} />
      {!issue && (
        <Field name="title" label={t('attachments')} isWide>
          {() => <FilePicks files={files} onChange={setFiles} />}
        </Field>
      )}
    </FormDrawer>
  )
}

function IssueFields({ page }: { page: WrittenOn | undefined }) {
  const t = useT(issueFormMessages)
  const word = useT(issueWords)
  const options = (values: readonly (IssueKind | IssuePriority)[]) =>
    values.map(value => ({ value, label: word(value) }))
  return (
    <>
      <TextField
        name="title"
        label={t('title')}
        placeholder={t('titlePlaceholder')}
        isRequired
        isNullable={false}
        hasFocus
        isWide
      />
      <SelectField name="kind" label={t('kind')} options={options(issueKinds)} />
      <SelectField name="priority" label={t('priority')} options={options(issuePriorities)} />
      <LongTextField name="content" label={t('content')} hint={t('contentHint')} rows={6} />
      {page && (
        <Field name="page" label={t('page')} isWide>
          {({ value, set, control: { id } }) => (
            <Checkbox id={id} checked={value !== null} onChange={event => set(event.target.checked ? page : null)}>
              {t('withPage', { title: page.title })} <code>{page.path}</code>
            </Checkbox>
          )}
        </Field>
      )}
    </>
  )
}

/** Labels and formatters of the fields for the conflict dialog. */
function useIssueFormatters(): Record<string, FieldFormatter> {
  const t = useT(issueFormMessages)
  const word = useT(issueWords)
  const asIs = (value: unknown) => String(value ?? '')
  const asWord = (value: unknown) => word(value as 'bug')
  return {
    title: { label: t('title'), show: asIs },
    content: { label: t('content'), show: asIs },
    kind: { label: t('kind'), show: asWord },
    priority: { label: t('priority'), show: asWord },
    page: { label: t('page'), show: value => (value as { path?: string } | null)?.path ?? '' },
  }
}
