import type { Received } from '#contract/endpoint.ts'
import {
  defaultTemplate,
  type ReportTemplate,
  type setReportTemplate as setEndpoint,
  type TemplateValues,
} from '#contract/report-template.api.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readLogo } from '#server/platform/files/image.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import type { ExportTemplate } from '../export/export-tasks.ts'
import { checkLogo, logoBytes } from './logo.ts'
import { findTemplate, lockTemplate, saveTemplate } from './template.queries.ts'

export async function getTemplate(ctx: Ctx): Promise<ReportTemplate> {
  const row = await findTemplate(ctx)
  if (!row) return { ...defaultTemplate, rev: 0, updated_at: null, updated_by: null }
  const { user_id, user_name, ...values } = row
  return { ...values, updated_by: user_id === null ? null : { id: user_id, name: user_name ?? '' } }
}

/**
 * Stores the whole template; the audit log lists the changed parts, and for the logo only the fact that it changed.
 */
export async function setTemplate(ctx: Ctx, { rev, ...values }: Received<typeof setEndpoint>['body']) {
  if (values.logo !== null) await checkLogo(values.logo)
  return await inTransaction(ctx, async ctx => {
    await lockTemplate(ctx)
    const before = await getTemplate(ctx)
    if (rev !== undefined && rev !== before.rev) throw new AppError('stale', {}, { data: before })
    const changes = changesOf(before, values)
    if (changes.length === 0) return before
    await saveTemplate(ctx, values, before.rev + 1)
    await audit(ctx, { act: 'set_template', noun: 'report', detail: { changes } })
    return await getTemplate(ctx)
  })
}

function changesOf(before: TemplateValues, after: TemplateValues) {
  const fields = Object.keys(defaultTemplate) as (keyof TemplateValues)[]
  return fields
    .filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map(field => (field === 'logo' ? { field } : { field, from: before[field], to: after[field] }))
}

/** A marking must be one of the template's, or the one that the report already has. */
export async function needMarking(ctx: Ctx, wanted: string | null | undefined, before: string | null): Promise<void> {
  if (wanted === undefined || wanted === null || wanted === before) return
  if (!(await getTemplate(ctx)).markings.includes(wanted)) throw fieldError('marking', 'no_such_marking')
}

/** The template for a file; `marking` is the report's own marking, if it has one. */
export async function houseOf(ctx: Ctx, marking: string | null = null): Promise<ExportTemplate> {
  return await houseFrom(ctx, await getTemplate(ctx), marking)
}

/** A logo that can no longer be read is omitted. */
export async function houseFrom(ctx: Ctx, template: TemplateValues, marking: string | null): Promise<ExportTemplate> {
  const { organisation, color } = template
  return { organisation, color, marking: marking ?? template.marking, logo: await logoIn(ctx, template.logo) }
}

async function logoIn(ctx: Ctx, value: string | null): Promise<ExportTemplate['logo']> {
  if (value === null) return null
  const logo = await readLogo(logoBytes(value))
  if (!logo) ctx.log.warn('report: logo of the organisation unreadable, the document omits it')
  return logo
}
