import { useMemo } from 'react'
import type { Upload } from '#contract/upload.api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { getLocale } from '#web/platform/locale.ts'
import { AccessText, accessTexts, figureText, Refs, refsText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import { instantColumn, ownerColumn } from '#web/ui/list/record-columns.tsx'
import { kindMessages, statusMessages } from './formatter-messages.ts'
import { uploadListMessages } from './messages.ts'
import { uploadSize } from './size-text.ts'
import { Count, isSearched, Notes, notesText, UploadName } from './upload-cells.tsx'
import { KindText, StatusTag } from './upload-marks.tsx'

type TranslateFn = Translate<(typeof uploadListMessages)['zh-CN']>

/** Columns for all roles that upload. */
/** No text only if the upload was searched and nothing was found: the column must not be folded as without values. */
const foundText = (upload: Upload, count: number | null) =>
  count === null || !isSearched(upload) ? '–' : figureText(count)

function commonColumns(t: TranslateFn, isTrash: boolean): Column<Upload>[] {
  return [
    {
      id: 'title',
      title: t('name'),
      cell: upload => <UploadName upload={upload} isTrash={isTrash} />,
      text: upload => upload.title,
      // The file's icon and the mark of a restricted record.
      markWidth: 46,
      width: 320,
      minWidth: 160,
      sort: 'title',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    {
      id: 'status',
      title: t('status'),
      cell: upload => <StatusTag status={upload.status} />,
      widest: Object.values(statusMessages[getLocale()]),
      markWidth: 20,
      width: 136,
    },
    {
      id: 'kind',
      title: t('kind'),
      cell: upload => <KindText kind={upload.kind} />,
      widest: Object.values(kindMessages[getLocale()]),
      width: 104,
    },
    {
      id: 'size',
      title: t('size'),
      cell: upload => uploadSize(upload.size),
      widest: ['1000.0 MB'],
      width: 96,
      sort: 'size',
      sortsDownFirst: true,
      isNumber: true,
      align: 'end',
    },
  ]
}

/** Additional columns for editors: words and names, which uploaders cannot see, links and people. */
function editorColumns(t: TranslateFn): Column<Upload>[] {
  return [
    {
      id: 'hits',
      title: t('hits'),
      cell: upload => <Count count={upload.hits} isGrave isKnown={isSearched(upload)} />,
      text: upload => foundText(upload, upload.hits),
      widest: ['10000'],
      width: 92,
      sort: 'hits',
      sortsDownFirst: true,
      isNumber: true,
      align: 'end',
    },
    {
      id: 'mentions',
      title: t('mentions'),
      cell: upload => <Count count={upload.mentions} isKnown={isSearched(upload)} />,
      text: upload => foundText(upload, upload.mentions),
      widest: ['10000'],
      width: 80,
      isNumber: true,
      align: 'end',
    },
    {
      id: 'flags',
      title: t('flags'),
      cell: upload => <Notes upload={upload} />,
      text: upload => notesText(upload),
      markWidth: 16,
      width: 200,
    },
    {
      id: 'ogs',
      title: t('og'),
      cell: upload => <Refs refs={upload.ogs} to="og_detail" />,
      text: upload => refsText(upload.ogs),
      width: 200,
    },
    {
      id: 'persons',
      title: t('person'),
      cell: upload => <Refs refs={upload.persons} to="person_detail" />,
      text: upload => refsText(upload.persons),
      width: 160,
    },
    {
      id: 'uploader',
      title: t('uploader'),
      cell: upload => upload.uploader?.name,
      text: upload => upload.uploader?.name,
      width: 160,
    },
    {
      id: 'file_name',
      title: t('fileName'),
      cell: upload => upload.file_name,
      text: upload => upload.file_name,
      width: 240,
      defaultHidden: true,
    },
    {
      id: 'source',
      title: t('source'),
      cell: upload => upload.source,
      text: upload => upload.source,
      width: 200,
      defaultHidden: true,
    },
    {
      id: 'access',
      title: t('access'),
      cell: upload => <AccessText record={upload} />,
      widest: accessTexts(),
      width: 120,
      defaultHidden: true,
    },
    ownerColumn(t('owner')),
  ]
}

/** The columns in the chosen language; uploaders see fewer. */
export function useUploadColumns({ isTrash, isEditor }: { isTrash: boolean; isEditor: boolean }): Column<Upload>[] {
  const t = useT(uploadListMessages)
  return useMemo(
    () => [
      ...commonColumns(t, isTrash),
      instantColumn('created_at', t('createdAt')),
      ...(isEditor ? editorColumns(t) : []),
      instantColumn('updated_at', t('updatedAt'), true),
    ],
    [t, isTrash, isEditor],
  )
}
