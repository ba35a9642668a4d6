import type * as z from 'zod/mini'
import * as assistant from './assistant.api.ts'
import * as attachment from './attachment.api.ts'
import * as audit from './audit.api.ts'
import * as certificate from './certificate.api.ts'
import * as claim from './claim.api.ts'
import * as clip from './clip.api.ts'
import * as coverage from './coverage.api.ts'
import * as custom_field from './custom_field.api.ts'
import * as dashboard from './dashboard.api.ts'
import * as demo from './demo.api.ts'
import * as device from './device.api.ts'
import * as diff from './diff.api.ts'
import * as duplicate from './duplicate.api.ts'
import * as duplicate_group from './duplicate_group.api.ts'
import type { Endpoint } from './endpoint.ts'
import * as erasure from './erasure.api.ts'
import * as event from './event.api.ts'
import * as event_feed from './event-feed.api.ts'
import * as event_note from './event-note.api.ts'
import * as event_view from './event-view.api.ts'
import * as examiner from './examiner.api.ts'
import * as exports from './export.api.ts'
import * as fact_check from './fact_check.api.ts'
import * as factor from './factor.api.ts'
import * as feed from './feed.api.ts'
import * as figure from './figure.api.ts'
import * as group from './group.api.ts'
import * as history from './history.ts'
import * as icon from './icon.api.ts'
import * as identifier from './identifier.api.ts'
import * as identity from './identity.api.ts'
import * as imports from './import.api.ts'
import * as import_choice from './import_choice.api.ts'
import * as import_run from './import_run.api.ts'
import * as inbox from './inbox.api.ts'
import * as interchange from './interchange.api.ts'
import * as issue from './issue.api.ts'
import * as list from './list.api.ts'
import * as mailbox from './mailbox.api.ts'
import * as match from './match.api.ts'
import * as membership from './membership.api.ts'
import * as mention from './mention.api.ts'
import * as model from './model.api.ts'
import * as notification from './notification.api.ts'
import * as og from './og.api.ts'
import * as ogCate from './og_cate.api.ts'
import * as og_relation from './og_relation.api.ts'
import * as overview from './overview.api.ts'
import * as ownership from './ownership.api.ts'
import * as page from './page.api.ts'
import * as pageArchive from './page-archive.api.ts'
import * as pagePhrase from './page-phrase.api.ts'
import * as pageSnapshot from './page-snapshot.api.ts'
import * as pageVisit from './page-visit.api.ts'
import * as person from './person.api.ts'
import * as reconcile from './reconcile.api.ts'
import * as relation from './relation.api.ts'
import * as report from './report.api.ts'
import * as report_body from './report-body.ts'
import * as report_template from './report-template.api.ts'
import * as report_version from './report-version.api.ts'
import * as report_work from './report-work.api.ts'
import * as scim from './scim.api.ts'
import * as screening from './screening.api.ts'
import * as screening_file from './screening_file.api.ts'
import * as screening_rule from './screening_rule.api.ts'
import * as search from './search.api.ts'
import * as send from './send.api.ts'
import * as session from './session.api.ts'
import * as set_aside from './set_aside.api.ts'
import * as setting from './setting.api.ts'
import * as site from './site.api.ts'
import * as source from './source.api.ts'
import * as standing from './standing.api.ts'
import * as system from './system.api.ts'
import * as system_state from './system-state.api.ts'
import * as ticket from './ticket.api.ts'
import * as token from './token.api.ts'
import * as upload from './upload.api.ts'
import * as upload_mail from './upload-mail.api.ts'
import * as upload_text from './upload-text.api.ts'
import { tusPaths } from './upload-tus.ts'
import * as user from './user.api.ts'
import * as view from './view.api.ts'
import * as volatile from './volatile.api.ts'
import * as webhook from './webhook.api.ts'
import * as wire from './wire.ts'
import * as word from './word.api.ts'

const nouns = {
  session,
  token,
  webhook,
  assistant,
  feed,
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
  scim,
  screening: { ...screening, ...screening_rule },
  screening_file,
  standing,
  certificate,
  reconcile,
  mailbox,
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
  group,
  identifier,
  identity,
  coverage,
  examiner,
  custom_field,
  fact_check,
  factor,
  figure,
  dashboard,
  inbox,
  interchange,
  site,
  source,
  page,
  clip,
  pageArchive,
  pagePhrase,
  pageSnapshot,
  pageVisit,
  diff: { ...diff, ...volatile },
  word,
  mention,
  model,
  device,
  upload: { ...upload, ...upload_mail, ...upload_text },
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
