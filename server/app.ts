import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Kysely } from 'kysely'
import { ogReaders, uploaders } from '#contract/role.ts'
import {
  attachmentHolders,
  claimAdapters,
  erasureAdapters,
  exportAdapters,
  importAdapters,
  screeningAdapters,
  ticketAdapters,
} from './adapters.ts'
import { assistantDraftRoutes, assistantRoutes } from './features/assistant/assistant.routes.ts'
import { attachmentRoutes } from './features/attachment/attachment.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { openReads } from './features/audit/read.ts'
import { certificateRoutes } from './features/certificate/certificate.routes.ts'
import { claimRoutes } from './features/claim/claim.routes.ts'
import { confirmationRoutes } from './features/confirmation/confirmation.routes.ts'
import { coverageRoutes } from './features/coverage/coverage.routes.ts'
import { pageArchiveRoutes } from './features/crawl/archive/archive.routes.ts'
import { customFieldRoutes } from './features/custom_field/custom_field.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { demoRoutes } from './features/demo/demo.routes.ts'
import { deviceRoutes } from './features/device/device.routes.ts'
import { diffRoutes } from './features/diff/diff.routes.ts'
import { countChanges } from './features/diff/diff.service.ts'
import { duplicateRoutes } from './features/duplicate/duplicate.routes.ts'
import { erasureRoutes } from './features/erasure/erasure.routes.ts'
import { eventRoutes } from './features/event/event.routes.ts'
import { examinerRoutes } from './features/examiner/examiner.routes.ts'
import { exportRoutes } from './features/export/export.routes.ts'
import { factorRoutes } from './features/factor/factor.routes.ts'
import { requireSecond, siteOf } from './features/factor/factor.service.ts'
import { feedRoutes } from './features/feed/feed.routes.ts'
import { figureRoutes } from './features/figure/figure.routes.ts'
import { groupRoutes } from './features/group/group.routes.ts'
import { iconRoutes } from './features/icon/icon.routes.ts'
import { identifierRoutes } from './features/identifier/identifier.routes.ts'
import { identityRoutes } from './features/identity/identity.routes.ts'
import { openIdentities } from './features/identity/identity.service.ts'
import { importRoutes } from './features/import/import.routes.ts'
import { importChoiceRoutes } from './features/import_choice/import_choice.routes.ts'
import { importRunRoutes } from './features/import_run/import_run.routes.ts'
import { inboxRoutes } from './features/inbox/inbox.routes.ts'
import { interchangeRoutes } from './features/interchange/interchange.routes.ts'
import { issueRoutes } from './features/issue/issue.routes.ts'
import { listRoutes } from './features/list/list.routes.ts'
import { mailboxRoutes } from './features/mailbox/mailbox.routes.ts'
import { membershipRoutes } from './features/membership/membership.routes.ts'
import { mentionRoutes } from './features/mention/mention.routes.ts'
import { modelRoutes } from './features/model/model.routes.ts'
import { namesakeRoutes } from './features/namesake/namesake.routes.ts'
import { notificationRoutes } from './features/notification/notification.routes.ts'
import { openStreams } from './features/notification/streams.ts'
import { ogRoutes } from './features/og/og.routes.ts'
import { ogCateRoutes } from './features/og_cate/og_cate.routes.ts'
import { ogRelationRoutes } from './features/og_relation/og_relation.routes.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { openPageLook } from './features/page/archive/look-ticket.ts'
import { pageRoutes } from './features/page/page.routes.ts'
import { personRoutes } from './features/person/person.routes.ts'
import { reconcileRoutes } from './features/reconcile/reconcile.routes.ts'
import { relationRoutes } from './features/relation/relation.routes.ts'
import { reportRoutes } from './features/report/report.routes.ts'
import { scimCredentialRoutes, scimRoutes } from './features/scim/scim.routes.ts'
import { screeningRoutes } from './features/screening/screening.routes.ts'
import { screeningFileRoutes } from './features/screening_file/screening_file.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { openIdentify } from './features/session/session.service.ts'
import { quarantineRoutes } from './features/set_aside/set_aside.routes.ts'
import { settingRoutes } from './features/setting/setting.routes.ts'
import { siteRoutes } from './features/site/site.routes.ts'
import { fetchAlone } from './features/site/site.service.ts'
import { sourceRoutes } from './features/source/source.routes.ts'
import { sanctionStatusRoutes } from './features/standing/standing.routes.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import { openSystem } from './features/system/system.service.ts'
import { watchRoutes } from './features/system/watch.routes.ts'
import { ticketRoutes } from './features/ticket/ticket.routes.ts'
import { tokenRoutes } from './features/token/token.routes.ts'
import { openTransfers } from './features/upload/transfer/transfer.ts'
import { tusRoutes, uploadRoutes } from './features/upload/upload.routes.ts'
import { userRoutes } from './features/user/user.routes.ts'
import { viewRoutes } from './features/view/view.routes.ts'
import { webhookRoutes } from './features/webhook/webhook.routes.ts'
import { wordRoutes } from './features/word/word.routes.ts'
import { type Blobs, transferFolder } from './platform/blob/blobs.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { DB } from './platform/db/db-types.ts'
import type { Listener } from './platform/db/listen.ts'
import { openApiFetch } from './platform/fetcher/api-fetch.ts'
import { openFetcher } from './platform/fetcher/fetch.ts'
import { openGuard } from './platform/fetcher/guard.ts'
import { type BodyTimeout, watchBodies } from './platform/http/body-timeout.ts'
import { answerBrokenRequest } from './platform/http/broken-request.ts'
import { openCalls } from './platform/http/calls.ts'
import { separateContent } from './platform/http/content-origin.ts'
import {
  answerError,
  binder,
  contextOf,
  handleErrors,
  parseForms,
  requestId,
  tokenContextOf,
} from './platform/http/http.ts'
import { closeIdleConnections } from './platform/http/idle-connections.ts'
import { parseJsonBodies } from './platform/http/json.ts'
import { openApi } from './platform/http/openapi.ts'
import { logRequests } from './platform/http/request-log.ts'
import { openRateLimit } from './platform/jobs/quota.ts'
import { type Mailer, publicUrlOf } from './platform/mail.ts'
import type { Replicas } from './platform/replica/replicas.ts'
import { openSecrets } from './platform/secret.ts'
import { type Metrics, openMetrics } from './platform/watch/metrics.ts'
import { version } from './version.ts'
import { inlineScripts, serveWeb } from './web.ts'

type App = {
  config: Pick<Config, 'trustProxy' | 'dataDir' | 'upload'> &
    Partial<
      Pick<
        Config,
        | 'boundFactor'
        | 'publicUrl'
        | 'host'
        | 'port'
        | 'contentOrigin'
        | 'blobUrl'
        | 'metricsToken'
        | 'outboundAllow'
        | 'secretKey'
      >
    >
  db: Kysely<DB>
  blobs: Blobs
  now: Clock
  log: FastifyBaseLogger
  listener: Listener
  mailer?: Mailer | undefined
  bodyPace?: BodyTimeout
  /** Absent: all reads use the primary. */
  replicas?: Replicas | undefined
  /** Absent: metrics are counted, but not exposed. */
  metrics?: Metrics | undefined
}

const webFolder = fileURLToPath(new URL('../web/dist/', import.meta.url))
const jsonLimitBytes = 1_048_576
const fileLimitBytes = 100 * 1_048_576

/** The HTTP side of the console, without a port: start it with `listen`, or send requests with `inject`. */
export async function buildApp({
  config,
  db,
  blobs,
  now,
  log,
  listener,
  mailer,
  bodyPace,
  replicas,
  ...given
}: App): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonLimitBytes,
    // The metadata of an upload is sent in one header.
    http: { maxHeaderSize: 65_536, headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    // The timeout without a byte in either direction: streams send one every 25 seconds, and the slowest answers begin
    // within two minutes.
    connectionTimeout: 600_000,
    keepAliveTimeout: 72_000,
    trustProxy: config.trustProxy,
    // `/v1/hit` is an alias of `/v1/screening`.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/v1\/hit(?=[/?]|$)/, '/v1/screening'),
    genReqId: request => requestId(request.headers),
    forceCloseConnections: 'idle',
    // Requests that arrive while the server is shutting down are still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
  })
  const metrics = given.metrics ?? openMetrics('api', version)
  closeIdleConnections(app)
  logRequests(app, metrics)
  handleErrors(app)
  parseJsonBodies(app, jsonLimitBytes)
  parseForms(app)
  app.addHook('onRequest', async (request, reply) => {
    // Otherwise restricted records would stay on the reader's disk; web.ts overrides this for the client's own files.
    reply.headers({ req_id: request.id, 'cache-control': 'no-store' })
  })
  watchBodies(app, bodyPace)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts(webFolder)],
        // Component styles are generated at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        ...(config.contentOrigin && { frameSrc: ["'self'", config.contentOrigin] }),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The proxy that has the certificate sets this header.
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    // The bookmark on a page of another site hands that page over to the window that it has opened.
    if (/^\/clip(?:\?|$)/.test(request.url)) reply.header('cross-origin-opener-policy', 'unsafe-none')
  })
  if (config.contentOrigin) separateContent(app, config.contentOrigin)
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 })
  await app.register(multipart, { limits: { files: 1, fields: 5, fileSize: fileLimitBytes } })

  const secrets = openSecrets(config)
  const base = { db, blobs, now, log, mailer, secrets, boundFactor: config.boundFactor }
  const { publicUrl, host = '127.0.0.1', port = 8080 } = config
  const consoleUrl = publicUrlOf({ publicUrl, host, port })
  const outbound = openGuard({ allow: config.outboundAllow ?? [] })
  const services = openApiFetch(outbound, { agentName: `OgGroup/${version}` })
  // Answers of a model may take minutes, so they do not share the connections of others.
  const models = openFetcher(outbound, { agentName: `OgGroup/${version}`, connectMs: 5_000, connections: 50 })
  app.addHook('onClose', async () => void (await Promise.all([services.close(), models.close()])))
  const pace = openRateLimit()
  const identify = openIdentify(pace, { withPlace: replicas !== undefined })
  const noteAnswer = openReads()
  const { bind, call } = openCalls(binder(app, base, identify, pace, { replicas, noteAnswer }), pace, noteAnswer)
  const factors = { secrets, site: siteOf(consoleUrl) }
  sessionRoutes(bind, (ctx, userId) => requireSecond(ctx, factors, userId))
  factorRoutes(bind, factors)
  tokenRoutes(bind)
  feedRoutes(bind, { publicUrl: config.publicUrl })
  webhookRoutes(bind, outbound)
  mailboxRoutes(bind, outbound)
  userRoutes(bind)
  settingRoutes(bind)
  viewRoutes(bind)
  iconRoutes(bind)
  demoRoutes(bind)
  customFieldRoutes(bind)
  ogCateRoutes(bind)
  ogRoutes(bind)
  membershipRoutes(bind)
  relationRoutes(bind)
  ogRelationRoutes(bind)
  personRoutes(bind)
  eventRoutes(bind, { publicUrl: config.publicUrl })
  duplicateRoutes(bind)
  claimRoutes(bind, claimAdapters)
  groupRoutes(bind)
  identifierRoutes(bind)
  const hasPasskeys = factors.site !== undefined
  const identities = openIdentities({ publicUrl: consoleUrl, secrets, hasPasskeys }, services)
  identityRoutes(bind, identities)
  confirmationRoutes(bind, factors, identities)
  scimCredentialRoutes(bind, consoleUrl)
  await scimRoutes(app, { base, pace, publicUrl: consoleUrl })
  dashboardRoutes(bind)
  inboxRoutes(bind)
  importRoutes(bind, importAdapters)
  importChoiceRoutes(bind)
  importRunRoutes(bind)
  exportRoutes(bind, exportAdapters)
  interchangeRoutes(bind)
  listRoutes(bind)
  screeningRoutes(bind, screeningAdapters)
  screeningFileRoutes(bind)
  sanctionStatusRoutes(bind)
  certificateRoutes(bind)
  reconcileRoutes(bind, { publicUrl: config.publicUrl })
  siteRoutes(bind)
  pageRoutes(bind, { fetchAlone, countChanges, contentOrigin: config.contentOrigin })
  pageArchiveRoutes(bind)
  figureRoutes(bind)
  diffRoutes(bind)
  deviceRoutes(bind)
  wordRoutes(bind)
  namesakeRoutes(bind)
  mentionRoutes(bind)
  const transfers = openTransfers(transferFolder({ blobUrl: 'file:', ...config }), config.upload)
  overviewRoutes(bind, { publicUrl: config.publicUrl })
  uploadRoutes(bind, importAdapters, transfers)
  tusRoutes(app, transfers, {
    contextOf: request => contextOf(base, identify, { roles: uploaders, scope: 'write' }, request, pace),
    fileBytes: config.upload.fileBytes,
  })
  reportRoutes(bind, { publicUrl: config.publicUrl })
  issueRoutes(bind)
  sourceRoutes(bind)
  attachmentRoutes(bind, attachmentHolders)
  searchRoutes(bind)
  const streams = openStreams(base, listener)
  app.addHook('preClose', () => streams.close())
  notificationRoutes(bind, streams)
  auditRoutes(bind)
  erasureRoutes(bind, erasureAdapters)
  const system = openSystem(base, config, replicas)
  systemRoutes(bind, system)
  coverageRoutes(bind)
  examinerRoutes(bind)
  ticketRoutes(
    bind,
    { ...ticketAdapters, page_look: (ctx, id, since) => openPageLook(ctx, id, since, countChanges) },
    { publicUrl: config.publicUrl },
  )
  quarantineRoutes(bind)
  assistantDraftRoutes(bind)
  modelRoutes(bind, { post: models.post, call })
  assistantRoutes(app, call, {
    publicUrl: config.publicUrl,
    version,
    contextOf: request => tokenContextOf(base, identify, { roles: ogReaders, scope: 'assistant' }, request, pace),
  })

  app.get('/v1/openapi.json', () => openApi())
  watchRoutes(app, { base, config, system, metrics })
  if (existsSync(webFolder)) await serveWeb(app, webFolder)
  return app
}
