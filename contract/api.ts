import type * as z from 'zod/mini'
import * as attachment from './attachment.ts'
import * as audit from './audit.ts'
import * as certificate from './certificate.ts'
import * as claim from './claim.ts'
import * as coverage from './coverage.ts'
import * as custom_field from './custom_field.ts'
import * as dashboard from './dashboard.ts'
import * as demo from './demo.ts'
import * as device from './device.ts'
import * as diff from './diff.ts'
import * as duplicate from './duplicate.ts'
import * as duplicate_group from './duplicate_group.ts'
import type { Endpoint } from './endpoint.ts'
import * as erasure from './erasure.ts'
import * as event from './event.ts'
import * as event_feed from './event-feed.ts'
import * as event_note from './event-note.ts'
import * as event_view from './event-view.ts'
import * as examiner from './examiner.ts'
import * as exports from './export.ts'
import * as fact_check from './fact_check.ts'
import * as history from './history.ts'
import * as icon from './icon.ts'
import * as identifier from './identifier.ts'
import * as imports from './import.ts'
import * as import_choice from './import_choice.ts'
import * as import_run from './import_run.ts'
import * as interchange from './interchange.ts'
import * as issue from './issue.ts'
import * as list from './list.ts'
import * as match from './match.ts'
import * as membership from './membership.ts'
import * as mention from './mention.ts'
import * as notification from './notification.ts'
import * as og from './og.ts'
import * as ogCate from './og_cate.ts'
import * as og_relation from './og_relation.ts'
import * as overview from './overview.ts'
import * as ownership from './ownership.ts'
import * as page from './page.ts'
import * as person from './person.ts'
import * as reconcile from './reconcile.ts'
import * as relation from './relation.ts'
import * as report from './report.ts'
import * as report_body from './report-body.ts'
import * as report_template from './report-template.ts'
import * as report_version from './report-version.ts'
import * as report_work from './report-work.ts'
import * as screening from './screening.ts'
import * as screening_file from './screening_file.ts'
import * as screening_rule from './screening_rule.ts'
import * as search from './search.ts'
import * as send from './send.ts'
import * as session from './session.ts'
import * as set_aside from './set_aside.ts'
import * as setting from './setting.ts'
import * as site from './site.ts'
import * as source from './source.ts'
import * as standing from './standing.ts'
import * as system from './system.ts'
import * as system_state from './system-state.ts'
import * as ticket from './ticket.ts'
import * as upload from './upload.ts'
import * as upload_text from './upload-text.ts'
import { tusPaths } from './upload-tus.ts'
import * as user from './user.ts'
import * as view from './view.ts'
import * as wire from './wire.ts'
import * as word from './word.ts'

const nouns = {
  session,
  user,
  setting,
  og_cate: ogCate,
  og,
  og_relation: { ...og_relation, ...ownership },
  view,
  icon,
  import: imports,
  import_choice,
  import_run,
  export: exports,
  demo,
  list,
  screening: { ...screening, ...screening_rule },
  screening_file,
  standing,
  certificate,
  reconcile,
  match,
  person,
  membership,
  overview,
  relation,
  event: { ...event, ...event_view },
  event_feed,
  event_note,
  duplicate: { ...duplicate, ...duplicate_group },
  claim,
  identifier,
  coverage,
  examiner,
  custom_field,
  fact_check,
  dashboard,
  interchange,
  site,
  source,
  page,
  diff,
  word,
  mention,
  device,
  upload: { ...upload, ...upload_text },
  report,
  report_template,
  report_version,
  report_work,
  issue,
  attachment,
  search,
  notification,
  send,
  audit,
  erasure,
  system,
  system_state,
  ticket,
  set_aside,
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'roles' in value
}

/**
 * Every endpoint of the API with its name and the entity that exports it. OpenAPI and the permission tests walk this
 * list.
 */
export const api: readonly { noun: string; name: string; endpoint: Endpoint }[] = Object.entries(nouns).flatMap(
  ([noun, module]) =>
    Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [{ noun, name, endpoint: value }] : [])),
)

/** Paths that this API does not define (the tus protocol), for the OpenAPI document. */
export const otherPaths = tusPaths

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/**
 * Every schema that an entity or the shared modules export, with its name. The OpenAPI document describes each of them
 * once.
 */
export const schemas: readonly { name: string; schema: z.ZodMiniType }[] = [
  ...new Map(
    [wire, history, report_body, ...Object.values(nouns)].flatMap(module =>
      Object.entries(module).flatMap(([name, schema]) =>
        isSchema(schema) ? [[schema, { name, schema }] as const] : [],
      ),
    ),
  ).values(),
]
