import type { ReactNode } from 'react'
import { type UploadField, uploadFields } from '#contract/upload.api.ts'
import { type UploadStatus, uploadStatuses } from '#contract/upload-state.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { GroupNames } from '#web/ui/picker/group-names.tsx'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { fieldMessages } from './field-messages.ts'
import { StatusTag } from './upload-marks.tsx'

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isStatus = (value: unknown): value is UploadStatus => uploadStatuses.some(status => status === value)

/** The records that values of link fields refer to. */
type LinkedIds = { ogs: readonly number[]; persons: readonly number[] }

/** Collects the ids in values of the fields `ogs` and `persons`. */
export function uploadLinkedIds(values: readonly { field: string; value: unknown }[]): LinkedIds {
  const idsOf = (name: string) => [
    ...new Set(values.filter(each => each.field === name).flatMap(each => asList(each.value).map(Number))),
  ]
  return { ogs: idsOf('ogs'), persons: idsOf('persons') }
}

/** Fields that reviews write, not the form; the history shows them. */
type ReviewField = 'status' | 'reason' | 'reviewer' | 'reviewed_at'
const reviewFields = ['status', 'reason', 'reviewer', 'reviewed_at'] as const satisfies ReviewField[]

/** Label and formatter of each field of an upload. */
export function useUploadFormatters(ids: LinkedIds): Record<UploadField | ReviewField, FieldFormatter> {
  const t = useT(fieldMessages)
  const { nameOf } = useVisibleUsers()
  const ogs = useChosenItems(ogSource, ids.ogs)
  const persons = useChosenItems(personSource, ids.persons)
  const lines = (value: unknown, show: (each: unknown) => string) => asList(value).map(show).join('\n')
  const showUsers = (value: unknown): ReactNode => lines(value, id => nameOf(Number(id)))
  const shows: Partial<Record<UploadField | ReviewField, (value: unknown) => ReactNode>> = {
    ogs: value => lines(value, id => ogs?.get(Number(id))?.label ?? `#${String(id)}`),
    persons: value => lines(value, id => persons?.get(Number(id))?.label ?? `#${String(id)}`),
    read_user: showUsers,
    write_user: showUsers,
    read_group: value => <GroupNames ids={value} />,
    write_group: value => <GroupNames ids={value} />,
    status: value => (isStatus(value) ? <StatusTag status={value} /> : String(value)),
    reviewer: value => nameOf(Number(value)),
    reviewed_at: value => formatInstant(String(value)),
  }
  const formatters = [...uploadFields, ...reviewFields].map(field => [
    field,
    { label: t(field), show: shows[field] ?? String },
  ])
  return Object.fromEntries(formatters) as Record<UploadField | ReviewField, FieldFormatter>
}
