import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins, supers } from './role.ts'
import { Id, Instant, matches, Required, Rev, Text } from './wire.ts'

/** The organisation's logo for its files: a PNG of at most 600 × 180 pixels as a data URL. */
export const LogoValue = z
  .string()
  .check(z.maxLength(400_000), matches(/^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/, 'logo'))

const Colour = z.string().check(z.maxLength(7), matches(/^#[0-9a-fA-F]{6}$/, 'colour'))

const templateWriteFields = {
  /** Shown above every title; nothing if empty. */
  organisation: Text(120),
  /** Markings that writers choose from; the chosen one appears on every page. */
  markings: z.array(Required(40)).check(
    z.maxLength(20),
    z.refine(list => new Set(list).size === list.length, { params: { code: 'said_twice' } }),
  ),
  /** The marking of reports that choose none; null for no marking. */
  marking: z.nullable(Required(40)),
  /** Colour of titles, headings and lines. */
  color: Colour,
  logo: z.nullable(LogoValue),
}
const isAmong = z.refine<{ marking: string | null; markings: string[] }>(
  ({ marking, markings }) => marking === null || markings.includes(marking),
  { path: ['marking'], params: { code: 'no_such_marking' } },
)

/** The design of reports and profiles as files. */
export const ReportTemplate = z.strictObject({
  ...templateWriteFields,
  rev: z.int(),
  updated_at: z.nullable(Instant),
  updated_by: z.nullable(z.strictObject({ id: Id, name: z.string() })),
})
export type ReportTemplate = z.output<typeof ReportTemplate>

export const TemplateValues = z.strictObject(templateWriteFields).check(isAmong)
export type TemplateValues = z.output<typeof TemplateValues>

/** The default, without an organisation. */
export const defaultTemplate: TemplateValues = {
  organisation: '',
  markings: [],
  marking: null,
  color: '#1F2A44',
  logo: null,
}

export const getReportTemplate = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/report_template',
  roles: supers,
  summary: 'The report template, and the markings that a report can have',
  reply: ReportTemplate,
})

export const setReportTemplate = endpoint({
  method: 'PUT',
  path: '/v1/report_template',
  roles: admins,
  bound: 'write',
  summary: 'Replace the report template; it applies from the next file on',
  body: z.strictObject({ ...templateWriteFields, rev: Rev }).check(isAmong),
  reply: ReportTemplate,
  errors: ['invalid', 'stale'],
})

export const createLogo = endpoint({
  method: 'POST',
  path: '/v1/report_template/logo',
  roles: admins,
  bound: 'file',
  summary: 'Convert a picture (PNG, JPEG, WebP, SVG; at most 2 MB) to a logo value; nothing is saved',
  accepts: 'file',
  reply: z.strictObject({ logo: LogoValue }),
  errors: ['unsupported_media', 'too_large', 'invalid'],
})

export const previewReportTemplate = endpoint({
  method: 'POST',
  path: '/v1/report_template/preview',
  roles: admins,
  bound: 'trial',
  summary: 'A sample report as PDF with this template; nothing is saved',
  body: TemplateValues,
  replies: 'stream',
  reply: z.unknown(),
  errors: ['invalid'],
})
