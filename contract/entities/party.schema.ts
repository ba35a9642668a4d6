// Fields that organisations and persons share; each schema lists them in its own order.
import * as z from 'zod/mini'
import { AliasNoteRead, AliasNotes } from '../alias.ts'
import * as field from '../field.ts'
import { ContactRead, Contacts, IdentifierRead, Identifiers } from '../identifier.api.ts'

/** Kinds and languages of aliases; the form shows them in the row of the aliases. */
export const aliasNotes = () =>
  field.field(
    { kind: 'parts', read: z.array(AliasNoteRead), write: AliasNotes, empty: [] },
    { label: field.bilingual('别名说明', 'Kinds of aliases') },
  )

export const picture = () =>
  field.address({
    label: field.bilingual('图片网址', 'Picture address'),
    section: 'basics',
    hint: field.bilingual('只保存网址，不会下载', 'Only the address is stored; the picture is not downloaded'),
    headings: [
      ...['image', 'imageurl', 'picture', 'pictureurl', 'photo', 'photourl', 'logo', 'logourl'],
      ...['图片', '照片网址'],
    ],
    isFact: true,
  })

export const identifiers = () =>
  field.field(
    { kind: 'parts', read: z.array(IdentifierRead), write: Identifiers, empty: [] },
    {
      label: field.bilingual('证照与编号', 'Identifiers'),
      section: 'identifiers',
      isFact: true,
      likeness: 'identifiers',
    },
  )

export const contacts = () =>
  field.field(
    { kind: 'parts', read: z.array(ContactRead), write: Contacts, empty: [] },
    {
      label: field.bilingual('更多账号与联系方式', 'More accounts and contacts'),
      section: 'identifiers',
      isFact: true,
      likeness: 'contacts',
    },
  )
