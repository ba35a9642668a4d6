import { vi } from 'vitest'
import { getAssistantDraft } from '#contract/assistant.api.ts'
import { listClaims, listFacts, listLinkSupports } from '#contract/claim.api.ts'
import { getScreeningCoverage, getSearchCoverage, getTextCoverage } from '#contract/coverage.api.ts'
import { listCustomFields } from '#contract/custom_field.api.ts'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/error.ts'
import { errorSentence, errors } from '#contract/error.ts'
import { getFactors } from '#contract/factor.api.ts'
import { visibleGroups } from '#contract/group.api.ts'
import { listIdentities, loginProviders } from '#contract/identity.api.ts'
import { type ChoiceCounts, countImportChoices } from '#contract/import_choice.api.ts'
import { listImportRuns } from '#contract/import_run.api.ts'
import { getModel, getModelAdmin } from '#contract/model.api.ts'
import { listFollows } from '#contract/notification.api.ts'
import { ogOverview, personOverview, visitOg, visitPerson } from '#contract/overview.api.ts'
import { ogOwnership } from '#contract/ownership.api.ts'
import { listScreenings } from '#contract/screening.api.ts'
import { getSourceCheck } from '#contract/source.api.ts'
import { listStandings } from '#contract/standing.api.ts'
import { listTokens } from '#contract/token.api.ts'
import { listVolatilePlaces } from '#contract/volatile.api.ts'
import { parseSearch, type Search } from '#web/platform/url.ts'
import { fakeOverview } from './fake-overview.ts'

const noChoices: ChoiceCounts = {
  ...{
    can: ['decide'],
    file_name: '',
    noun: null,
    total: 0,
    records: 0,
    take: 0,
    keep: 0,
    open: 0,
    fields: [],
    by: [],
  },
}

/** One request that the fake received. */
type FakeRequest = { params: Record<string, string>; query: Search; body: unknown }

type FakeHandler = (request: FakeRequest) => unknown
type Row = { endpoint: Endpoint; pattern: RegExp; names: string[]; answer: FakeHandler }

/** Thrown by a handler to fail as the server would; `detail.errors` are the faults of single fields. */
export class FakeFailure extends Error {
  readonly fault: ErrorCode
  readonly detail: Record<string, unknown>
  readonly data: unknown

  constructor(fault: ErrorCode, detail: Record<string, unknown> = {}, data?: unknown) {
    super(fault)
    this.fault = fault
    this.detail = detail
    this.data = data
  }
}

/**
 * Replaces the server for one test: replies are typed by the endpoints, and a request without a handler fails the test.
 */
export function fakeApi() {
  const rows: Row[] = []
  const log: (FakeRequest & { endpoint: Endpoint })[] = []
  const unknown: string[] = []

  function on<E extends Endpoint>(endpoint: E, answer: (request: FakeRequest) => Reply<E> | Promise<Reply<E>>): void {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
    const pattern = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}$`)
    rows.unshift({ endpoint, pattern, names, answer: answer as FakeHandler })
  }

  async function respond(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://fake.example')
    const method = init.method ?? 'GET'
    const row = rows.find(each => each.endpoint.method === method && each.pattern.test(url.pathname))
    if (!row) {
      unknown.push(`${method} ${url.pathname}`)
      return envelope(404, { message: 'no such fake' })
    }
    const values = row.pattern.exec(url.pathname)?.slice(1) ?? []
    const request: FakeRequest = {
      params: Object.fromEntries(row.names.map((name, index) => [name, values[index] ?? ''])),
      query: parseSearch(url.search),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    log.push({ ...request, endpoint: row.endpoint })
    try {
      return envelope(200, { message: 'ok', data: await row.answer(request) })
    } catch (error) {
      if (!(error instanceof FakeFailure)) throw error
      const message = errorSentence(error.fault, 'zh-CN', error.detail)
      const { errors: faults } = error.detail
      return envelope(errors[error.fault].status, { message, data: error.data, ...(faults ? { errors: faults } : {}) })
    }
  }

  // Defaults for requests that every record's page sends: sources, followers and, for organisations and persons, the
  // overview. The dry run of a file requests its conflicting values.
  on(countImportChoices, () => noChoices)
  // Names have marks of the lists that they are on.
  on(listStandings, () => ({ items: [] }))
  // The page of an organisation shows the share that sanctioned parties own of it.
  on(ogOwnership, () => ({
    ...{ nodes: [], owners: [], holdings: [], ultimate: [], sanctioned: null, blocked: [], control: [] },
    ...{ owners_sum: null, is_cut: false },
  }))
  on(listScreenings, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
  on(getSearchCoverage, () => ({
    ...{ at: '2026-11-22T07:00:00.000Z', waiting: 0, oldest_waiting_at: null, quarantined: 0 },
  }))
  on(getTextCoverage, () => ({
    at: '2026-11-21T06:00:00.000Z',
    ...{ texts: 12, searched: 12, unreadable: 0, waiting: 0, oldest_waiting_at: null },
    kinds: [
      { kind: 'page' as const, texts: 9, searched: 9 },
      { kind: 'upload' as const, texts: 3, searched: 3 },
    ],
    documents: { waiting: 0, unreadable: 0, partly_read: 0 },
  }))
  on(getScreeningCoverage, () => ({
    ...{ at: '2026-11-22T07:00:00.000Z', lists: 1, compared_lists: 1, entries: 1 },
    ...{ unreadable: 0, waiting: 0, quarantined: 0, limited: 0, outdated: 0 },
  }))
  for (const overview of [ogOverview, personOverview]) on(overview, () => fakeOverview())
  for (const visit of [visitOg, visitPerson]) on(visit, () => null)
  on(getSourceCheck, () => null)
  on(listVolatilePlaces, () => ({ items: [] }))
  on(listFacts, () => ({ facts: [] }))
  on(listClaims, () => ({ items: [], facts: [], choices: [] }))
  on(listLinkSupports, () => ({ items: [] }))
  on(listCustomFields, () => ({ items: [] }))
  // Pickers of access lists offer groups; the page of a user lists tokens, factors and identities.
  on(visibleGroups, () => [])
  on(listTokens, () => [])
  on(getFactors, () => ({ passkeys: [], has_code: false, recovery: 0, has_password: true, passkey_domain: null }))
  on(listIdentities, () => ({ items: [], has_password: true }))
  on(loginProviders, () => ({ providers: [], has_password: true, has_passkey: false }))
  on(getAssistantDraft, () => null)
  on(getModel, () => ({
    ...{ is_offered: false, is_wanted: true, name: null, host: null },
    ...{ requests: 0, most_requests: 100, tokens: 0, most_tokens: 200_000 },
  }))
  on(getModelAdmin, () => ({ key: 'none' as const, users: [] }))
  on(listFollows, () => ({ items: [], total: 0, current: 1, pageSize: 1 }))
  on(listImportRuns, () => ({ items: [], total: 0, current: 1, pageSize: 1 }))
  vi.stubGlobal('fetch', respond)
  return {
    on,
    /** Every request to an endpoint, oldest first. */
    requests: (endpoint: Endpoint): FakeRequest[] => log.filter(each => each.endpoint === endpoint),
    /** Requests without a handler. */
    unknown,
  }
}

export type FakeApi = ReturnType<typeof fakeApi>

function envelope(code: number, rest: object): Response {
  return new Response(JSON.stringify({ code, ...rest }), {
    status: code,
    headers: { 'Content-Type': 'application/json' },
  })
}
