import anyAscii from 'any-ascii'
import { candidateLimit } from '#contract/candidate-limit.ts'
import type { CertificateContent, CertifiedHit } from '#contract/certificate.api.ts'
import { whySentence } from '#contract/match-reason.ts'
import { fillPlaceholders } from '#contract/text.ts'
import {
  clean,
  exportWords,
  houseOf,
  type InlineRun,
  type ReportNode,
  setFile,
} from '#server/features/report/report.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { certificateWords, stateWords } from './words.ts'

type Seal = { code: string; hash: Buffer; signature: Buffer }

const plainRun = (text: string): InlineRun => ({
  kind: 'text',
  text: clean(text),
  marks: [],
  href: null,
  isRecord: false,
})
const paragraph = (text: string): ReportNode => ({ kind: 'paragraph', runs: [plainRun(text)] })
const heading = (text: string): ReportNode => ({ kind: 'heading', level: 1, runs: [plainRun(text)] })
const bullets = (items: ReportNode[][]): ReportNode[] => (items.length === 0 ? [] : [{ kind: 'bullets', items }])

/** The font has Chinese, Latin, Greek and Cyrillic letters: text in other scripts is also given in Latin letters. */
const legible = (text: string): string =>
  /[^\p{Script=Han}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]|[\u{20000}-\u{3ffff}]/u.test(
    text,
  )
    ? `${text} [${anyAscii(text).trim()}]`
    : text
const minuteOf = (at: string | null) => (at === null ? '—' : `${at.slice(0, 16).replace('T', ' ')} UTC`)
/** Splits a long text into groups, so that it can be wrapped. */
const inGroups = (text: string) => text.match(/.{1,16}/g)?.join(' ') ?? text

/** Renders the certificate as a PDF in the product's layout. */
export async function pdfOf(
  ctx: Ctx,
  content: CertificateContent,
  { code, hash, signature }: Seal,
): Promise<Uint8Array> {
  const say = certificateWords[ctx.locale]
  const { record, party, file, lists, behind = [], uncompared, scoring, hits, hit_count } = content
  const between = ctx.locale === 'zh-CN' ? '；' : '; '
  const said = (label: string, values: readonly string[]) =>
    values.length === 0 ? [] : [[paragraph(`${label}${ctx.locale === 'zh-CN' ? '：' : ': '}${values.join(between)}`)]]
  const about = [
    ...said(say.record, record ? [`${say[record.noun]} #${record.id} ${legible(record.name)}`] : []),
    ...said(say.file, file ? [legible(file.name), fillPlaceholders(say.rows, file)] : []),
    ...said(say.fileHash, file?.sha256 ? [inGroups(file.sha256)] : []),
    ...said(say.names, party?.names.map(legible) ?? []),
    ...said(say.dates, party?.dates ?? []),
    ...said(say.countries, party?.countries ?? []),
    ...said(say.numbers, party?.numbers.map(({ scheme, value }) => `${scheme} ${value}`) ?? []),
  ]
  const asked = lists.map(list => [
    paragraph(
      [
        `${legible(list.name)}${between}${fillPlaceholders(say.version, { n: list.version, at: minuteOf(list.loaded_at) })}`,
        fillPlaceholders(say.entries, { count: list.entries.toLocaleString('en-US') }),
        ...(list.unreadable
          ? [fillPlaceholders(say.unreadable, { count: list.unreadable.toLocaleString('en-US') })]
          : []),
        list.sha256 && `SHA-256 ${inGroups(list.sha256)}`,
      ]
        .filter(Boolean)
        .join(between),
    ),
  ])
  const missed = behind.map(({ name, version }) => [
    paragraph(fillPlaceholders(version === null ? say.unloaded : say.outdated, { name: legible(name) })),
  ])
  const limit = candidateLimit.toLocaleString('en-US')
  const limited = uncompared
    ? [[paragraph(fillPlaceholders(file ? say.uncomparedRows : say.uncompared, { limit, count: uncompared }))]]
    : []
  const hitLines = (hit: CertifiedHit): ReportNode[] => {
    const { decision } = hit
    const state = decision && stateWords[ctx.locale][decision.state]
    const decided =
      decision?.at && decision.state !== 'open'
        ? [
            fillPlaceholders(say.by, { state: state ?? '', name: decision.by ?? '—', at: minuteOf(decision.at) }),
            decision.reason,
            decision.note,
          ]
        : [decision && say.undecided]
    const head = [
      hit.row && fillPlaceholders(say.row, { n: hit.row.n, name: legible(hit.row.name) }),
      `${legible(hit.caption)} · ${hit.list} · ${hit.key}`,
      fillPlaceholders(say.points, { score: Math.round(hit.score * 100) }),
    ]
    const told = decided.filter(Boolean).join(between)
    return [
      paragraph(head.filter(Boolean).join(between)),
      paragraph(legible(whySentence(hit.features, ctx.locale))),
      ...(told === '' ? [] : [paragraph(`${say.decided} · ${told}`)]),
    ]
  }
  const more = hit_count - hits.length
  const blocks: ReportNode[] = [
    ...[
      heading(say.about),
      ...bullets(about),
      heading(say.lists),
      ...bullets([...asked, ...missed, ...limited]),
      heading(say.scoring),
    ],
    ...bullets([
      [paragraph(`${say.threshold} ${scoring.threshold}${between}${say.strong} ${scoring.strong}`)],
      [
        paragraph(
          `${scoring.engine}${between}${fillPlaceholders(say.weights, { n: scoring.rule, hash: inGroups(scoring.weights_sha256) })}`,
        ),
      ],
    ]),
    heading(say.result),
    paragraph(hit_count === 0 ? say.noHit : fillPlaceholders(say.hits, { count: hit_count })),
    ...bullets(hits.map(hitLines)),
    ...(more > 0 ? [paragraph(fillPlaceholders(say.more, { count: more }))] : []),
    paragraph(say.limits),
    heading(say.seal),
    ...bullets([
      [paragraph(`${say.code} ${code}`)],
      [paragraph(`${say.hash} ${inGroups(hash.toString('hex'))}`)],
      [paragraph(`${say.signature} ${inGroups(signature.toString('base64'))}`)],
    ]),
    paragraph(say.verify),
  ]
  return await setFile(ctx, {
    format: 'pdf',
    data: {
      ...{ locale: ctx.locale, form: 'profile', house: await houseOf(ctx), number: code, title: say.title },
      ...{ author: content.made_by, summary: [], blocks, evidence: [], words: exportWords[ctx.locale], pictures: [] },
      facts: [
        [say.madeAt, minuteOf(content.made_at)],
        [say.madeBy, content.made_by],
      ],
    },
  })
}
