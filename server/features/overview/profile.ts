import type { FieldDefinition, Fields } from '#contract/field.ts'
import type { Og } from '#contract/og.api.ts'
import type { Person } from '#contract/person.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'
import { cutText } from '#contract/text.ts'
import type { ExportCell } from '#server/features/export/export.service.ts'
import { getOg, ogExport } from '#server/features/og/og.service.ts'
import { getPerson, personExport } from '#server/features/person/person.service.ts'
import {
  clean,
  contentOf,
  type ExportData,
  exportWords,
  fileName,
  houseOf,
  mediaTypes,
  setFile,
} from '#server/features/report/report.service.ts'
import type { OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fitPicture } from '#server/platform/files/image.ts'
import { readOverview } from './overview.service.ts'
import { blocksOfProfile } from './profile-blocks.ts'
import { profileWords } from './profile-words.ts'

/** The limit of a fact's text; readers who need more open the record. */
const factChars = 120

type ProfileOptions = { reason: string; publicUrl: string | undefined }

/** A record on two pages, compiled from data that its requester may read; the export is recorded with its reason. */
export async function exportProfile(
  ctx: Ctx,
  noun: PartyEntity,
  id: number,
  { reason, publicUrl }: ProfileOptions,
): Promise<OutgoingFile> {
  const record = await { og: getOg, person: getPerson }[noun](ctx, id)
  const [overview, facts, house, face] = await Promise.all([
    readOverview(ctx, noun, id),
    factsOf(ctx, noun, record),
    houseOf(ctx),
    faceOf(ctx, record.icon),
  ])
  const words = profileWords[ctx.locale]
  const data: ExportData = {
    locale: ctx.locale,
    form: 'profile',
    house,
    number: `${words[noun]} #${id}`,
    title: clean(record.name),
    author: ctx.actor.username,
    facts: [...facts, [words.made, ctx.now().toISOString().slice(0, 10)]],
    summary: [],
    blocks: blocksOfProfile(ctx, { noun, record, overview, publicUrl }),
    evidence: [],
    words: exportWords[ctx.locale],
    pictures: face,
  }
  const bytes = await setFile(ctx, { format: 'pdf', data })
  const detail = { format: 'pdf', kind: 'profile', title: record.name }
  await audit(ctx, { act: 'export', noun, recordId: id, reason, detail })
  const name = fileName(`${words[noun]} ${record.name}`, 'pdf')
  return { name, mediaType: mediaTypes.pdf, content: contentOf(bytes) }
}

/** Fields that precede the other facts: the assessment and the location. */
const leading = {
  og: ['eng_name', 'danger_level', 'region', 'weight'],
  person: ['is_focus', 'score', 'region', 'aliases'],
}

/** The known facts with the field labels, without empty ones. */
async function factsOf(ctx: Ctx, noun: PartyEntity, record: Og | Person): Promise<[string, string][]> {
  const schema: Fields = schemas[noun]
  const adapter = { og: ogExport, person: personExport }[noun]
  const known = Object.entries(schema).filter(([, field]) => (field as FieldDefinition).isFact)
  const names = [...new Set([...leading[noun], ...known.map(([name]) => name)])]
  const cells = (await adapter.cellsOf(ctx, names, false))(record as never)
  const words = profileWords[ctx.locale]
  return names.flatMap((name, n): [string, string][] => {
    const text = cutText(clean(textOf(cells[n] ?? null, words)).trim(), factChars)
    const label = schema[name]?.label[ctx.locale]
    return text === '' || label === undefined ? [] : [[label, text]]
  })
}

function textOf(cell: ExportCell, words: { yes: string; no: string }): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? words.yes : words.no
  if (Array.isArray(cell)) return cell.map(String).join(', ')
  if (typeof cell === 'object') return 'date' in cell ? cell.date : cell.instant.slice(0, 10)
  return String(cell)
}

const mostFacePixels = 1_000

/** The picture of the record in a format that files can contain; one that cannot be read is left out. */
async function faceOf(ctx: Ctx, icon: string | null): Promise<ExportData['pictures']> {
  if (icon === null) return []
  const face = await fitPicture(Buffer.from(icon.slice(icon.indexOf(',') + 1), 'base64'), mostFacePixels, false)
  if (!face) ctx.log.warn('profile: picture unreadable, the document omits it')
  return face ? [{ id: 0, type: 'png', ...face }] : []
}
