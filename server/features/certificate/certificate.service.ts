import type { CertificateContent, certifyName, verifyCertificate } from '#contract/certificate.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { findListsBehind } from '#server/features/coverage/coverage.service.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { getPerson } from '#server/features/person/person.service.ts'
import { contentOf, fileName, mediaTypes } from '#server/features/report/report.service.ts'
import {
  comparedParty,
  engineOptions,
  listScreenings,
  listsNow,
  type MatchHit,
  matchLists,
  partyOf,
  readRule,
  readRuleOf,
  type VersionedRule,
} from '#server/features/screening/screening.service.ts'
import { readForCertificate } from '#server/features/screening_file/screening_file.service.ts'
import type { OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import type { Party } from '#server/name/name.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import {
  findCertificate,
  findListVersionsOfCertificate,
  insertCertificate,
  insertKey,
  lockKey,
} from './certificate.queries.ts'
import { pdfOf } from './pdf.ts'
import { canonical, codeOf, formatCode, hashOf, isSigned, newKey, signHash, typedCode } from './seal.ts'
import { certificateWords } from './words.ts'

const mostHits = 100
const blank = '▇▇▇'

type CertificateDraft = Omit<CertificateContent, 'made_at' | 'made_by' | 'scoring'> & { rule: VersionedRule }

/** Renders the file, signs its content and stores both; only a stored certificate leaves the console. */
async function certify(ctx: Ctx, { rule, ...draft }: CertificateDraft, title: string): Promise<OutgoingFile> {
  const { version, threshold, strong } = rule
  const weights_sha256 = hashOf(canonical(engineOptions(rule).weights)).toString('hex')
  const content: CertificateContent = {
    ...draft,
    made_at: ctx.now().toISOString(),
    made_by: ctx.actor.kind === 'user' ? ctx.actor.username : '',
    scoring: { engine: 'og-names', rule: version, threshold, strong, weights_sha256 },
  }
  const key = await inTransaction(ctx, async ctx => (await lockKey(ctx)) ?? (await insertKey(ctx, newKey())))
  const content_hash = hashOf(canonical(content))
  const signature = signHash(content_hash, key)
  const code_key = codeOf(signature)
  const bytes = await pdfOf(ctx, content, { code: formatCode(code_key), hash: content_hash, signature })
  const file_hash = hashOf(bytes)
  await inTransaction(ctx, async ctx => {
    const id = await insertCertificate(ctx, { code_key, content, content_hash, signature, key_id: key.id, file_hash })
    const target = draft.record
      ? { noun: draft.record.noun, recordId: draft.record.id }
      : { noun: 'certificate' as const, recordId: id }
    await audit(ctx, {
      act: 'certify',
      ...target,
      detail: { certificate_id: id, kind: draft.kind, code: formatCode(code_key) },
    })
  })
  const name = fileName(`${certificateWords[ctx.locale].title} ${title}`, 'pdf')
  return { name, mediaType: mediaTypes.pdf, content: contentOf(bytes) }
}

/** Compares one party with all lists, as they are now. */
async function compareNow(ctx: Ctx, party: Party) {
  const [rule, lists, behind] = await Promise.all([readRule(ctx), listsNow(ctx), findListsBehind(ctx)])
  const { threshold, weights } = engineOptions(rule)
  const [answer] = await matchLists(ctx, lists, [party], { cutoff: threshold, limit: mostHits, weights })
  const { hits, count, uncompared } = answer!
  const versions = await findListVersionsOfCertificate(ctx, lists)
  const result = { hits, hit_count: count, ...uncomparedOf(uncompared) }
  return { rule, lists: versions, behind, party: comparedParty(party), ...result }
}

const uncomparedOf = (uncompared: number) => (uncompared > 0 ? { uncompared } : {})

const describeHit = ({ list, key, caption, score, features }: MatchHit) => ({
  list: list.name,
  key,
  caption,
  score,
  features,
})

/** A record that the requester may not read is not found. */
export async function certifyRecord(ctx: Ctx, noun: PartyEntity, id: number): Promise<OutgoingFile> {
  const { name } = await { og: getOg, person: getPerson }[noun](ctx, id)
  const party = await partyOf(ctx, noun, id)
  if (!party) throw new AppError('not_found')
  const [{ hits, ...comparison }, pairs] = await Promise.all([
    compareNow(ctx, party),
    listScreenings(ctx, { noun, record_id: id, current: 1, pageSize: mostHits }),
  ])
  const decisionOf = ({ list, key }: MatchHit) => {
    const pair = pairs.items.find(each => each.list.id === list.id && each.entry_key === key)
    if (!pair) return { state: 'open' as const, by: null, at: null, reason: null, note: null }
    const { state, decided_by_name, decided_at, reason, note } = pair
    return { state, by: decided_by_name, at: decided_at, reason, note }
  }
  const certified = hits.map(hit => ({ row: null, ...describeHit(hit), decision: decisionOf(hit) }))
  return await certify(
    ctx,
    { kind: 'record', record: { noun, id, name }, file: null, ...comparison, hits: certified },
    name,
  )
}

const kinds = { person: 'person', organisation: 'organisation', any: 'unknown' } as const

export async function certifyParty(
  ctx: Ctx,
  { kind, name, date, country, number }: Received<typeof certifyName>['body'],
): Promise<OutgoingFile> {
  const { hits, ...comparison } = await compareNow(ctx, {
    kind: kinds[kind],
    names: [{ text: name, strength: 'primary' }],
    dates: date ? [date] : [],
    countries: country ? [country] : [],
    numbers: number ? [{ scheme: 'idNumber', value: number }] : [],
  })
  const certified = hits.map(hit => ({ row: null, ...describeHit(hit), decision: null }))
  return await certify(ctx, { kind: 'name', record: null, file: null, ...comparison, hits: certified }, name)
}

export async function certifyFile(ctx: Ctx, id: number): Promise<OutgoingFile> {
  const { file, rows, total } = await readForCertificate(ctx, id, mostHits)
  const { file_name: name, sha256, row_count, progress, counts, strong } = file
  const rule = { ...(await readRuleOf(ctx, file.rule_version)), threshold: file.plan.threshold, strong }
  const hits = rows.flatMap(({ n, name, hits: [best] }) =>
    best ? [{ row: { n, name }, ...describeHit(best), decision: null }] : [],
  )
  return await certify(
    ctx,
    {
      ...{ kind: 'file', record: null, party: null, rule, hits, hit_count: total },
      file: { name, sha256, rows: row_count, compared: progress, ...counts },
      lists: await findListVersionsOfCertificate(ctx, file.lists),
      ...uncomparedOf(file.uncompared),
    },
    name,
  )
}

type VerifyInput = Received<typeof verifyCertificate>['body']

/** Verifies the stored content again: a row that was changed in the database is reported as broken. */
export async function verifySeal(ctx: Ctx, { code, sha256 }: VerifyInput): Promise<Reply<typeof verifyCertificate>> {
  const fileHash = sha256 ? Buffer.from(sha256, 'hex') : null
  const stored = code
    ? await findCertificate(ctx, { code: typedCode(code) })
    : fileHash && (await findCertificate(ctx, { fileHash }))
  if (!stored) return { state: 'unknown', code: null, content: null, is_same_file: null }
  const isSealed =
    isSigned(stored.content_hash, stored.signature, stored.public_key) && codeOf(stored.signature) === stored.code_key
  const text = canonical(stored.content)
  const isSame = hashOf(text).equals(stored.content_hash)
  const state = !isSealed ? 'broken' : isSame ? 'genuine' : text.includes(blank) ? 'erased' : 'broken'
  const is_same_file = fileHash?.equals(stored.file_hash) ?? null
  return { state, code: formatCode(stored.code_key), content: stored.content, is_same_file }
}
