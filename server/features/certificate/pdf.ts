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
  const words = certificateWords[ctx.locale]
  const { record, party, file, lists, behind = [], uncompared, scoring, hits, hit_count } = content
  const between = ctx.locale === 'zh-CN' ? '；' : '; '
  const line = (label: string, values: readonly string[]) =>
    values.length === 0 ? [] : [[paragraph(`${label}${ctx.locale === 'zh-CN' ? '：' : ': '}${values.join(between)}`)]]
  const about = [
    ...line(words.record, record ? [`${words[record.noun]} #${record.id} ${legible(record.name)}`] : []),
    ...line(words.file, file ? [legible(file.name), fillPlaceholders(words.rows, file)] : []),
    ...line(words.fileHash, file?.sha256 ? [inGroups(file.sha256)] : []),
    ...line(words.names, party?.names.map(legible) ?? []),
    ...line(words.dates, party?.dates ?? []),
    ...line(words.countries, party?.countries ?? []),
    ...line(words.numbers, party?.numbers.map(({ scheme, value }) => `${scheme} ${value}`) ?? []),
  ]
  const listRows = lists.map(list => [
    paragraph(
      [
        `${legible(list.name)}${between}${fillPlaceholders(words.version, { n: list.version, at: minuteOf(list.loaded_at) })}`,
        fillPlaceholders(words.entries, { count: list.entries.toLocaleString('en-US') }),
        ...(list.unreadable
          ? [fillPlaceholders(words.unreadable, { count: list.unreadable.toLocaleString('en-US') })]
          : []),
        list.sha256 && `SHA-256 ${inGroups(list.sha256)}`,
      ]
        .filter(Boolean)
        .join(between),
    ),
  ])
  const missed = behind.map(({ name, version }) => [
    paragraph(fillPlaceholders(version === null ? words.unloaded : words.outdated, { name: legible(name) })),
  ])
  const limit = candidateLimit.toLocaleString('en-US')
  const limited = uncompared
    ? [[paragraph(fillPlaceholders(file ? words.uncomparedRows : words.uncompared, { limit, count: uncompared }))]]
    : []
  const hitLines = (hit: CertifiedHit): ReportNode[] => {
    const { decision } = hit
    const state = decision && stateWords[ctx.locale][decision.state]
    const decided =
      decision?.at && decision.state !== 'open'
        ? [
            fillPlaceholders(words.by, { state: state ?? '', name: decision.by ?? '—', at: minuteOf(decision.at) }),
            decision.reason,
            decision.note,
          ]
        : [decision && words.undecided]
    const head = [
      hit.row && fillPlaceholders(words.row, { n: hit.row.n, name: legible(hit.row.name) }),
      `${legible(hit.caption)} · ${hit.list} · ${hit.key}`,
      fillPlaceholders(words.points, { score: Math.round(hit.score * 100) }),
    ]
    const decidedText = decided.filter(Boolean).join(between)
    return [
      paragraph(head.filter(Boolean).join(between)),
      paragraph(legible(whySentence(hit.features, ctx.locale))),
      ...(decidedText === '' ? [] : [paragraph(`${words.decided} · ${decidedText}`)]),
    ]
  }
  const more = hit_count - hits.length
  const blocks: ReportNode[] = [
    ...[
      heading(words.about),
      ...bullets(about),
      heading(words.lists),
      ...bullets([...listRows, ...missed, ...limited]),
      heading(words.scoring),
    ],
    ...bullets([
      [paragraph(`${words.threshold} ${scoring.threshold}${between}${words.strong} ${scoring.strong}`)],
      [
        paragraph(
          `${scoring.engine}${between}${fillPlaceholders(words.weights, { n: scoring.rule, hash: inGroups(scoring.weights_sha256) })}`,
        ),
      ],
    ]),
    heading(words.result),
    paragraph(hit_count === 0 ? words.noHit : fillPlaceholders(words.hits, { count: hit_count })),
    ...bullets(hits.map(hitLines)),
    ...(more > 0 ? [paragraph(fillPlaceholders(words.more, { count: more }))] : []),
    paragraph(words.limits),
    heading(words.seal),
    ...bullets([
      [paragraph(`${words.code} ${code}`)],
      [paragraph(`${words.hash} ${inGroups(hash.toString('hex'))}`)],
      [paragraph(`${words.signature} ${inGroups(signature.toString('base64'))}`)],
    ]),
    paragraph(words.verify),
  ]
  return await setFile(ctx, {
    format: 'pdf',
    data: {
      ...{ locale: ctx.locale, form: 'profile', house: await houseOf(ctx), number: code, title: words.title },
      ...{ author: content.made_by, summary: [], blocks, evidence: [], words: exportWords[ctx.locale], pictures: [] },
      facts: [
        [words.madeAt, minuteOf(content.made_at)],
        [words.madeBy, content.made_by],
      ],
    },
  })
}
