// A report of some 200 pages, Chinese and English, exported to files; and the latency of a list request meanwhile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import type { ReportBlock, ReportBody } from '#contract/report-body.ts'
import { textOfBody } from '#contract/report-text.ts'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, latencies, signIn, startProcess, table } from './kit.ts'

const port = 18_213
const base = `http://127.0.0.1:${port}`
const pages = 200
const formats = ['docx', 'pdf', 'md'] as const

/** With `--data DIR` the files stay there for inspection. `--rows` is the number of chapters. */
export async function run({ rows = 72, data }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'og-bench-report-'))
  const postgres = await startPostgres(folder, { fsync: 'off' })
  const pool = openPool(postgres.url)
  await migrate(pool)
  const token = await signIn(pool, 'admin', 'bench-admin')
  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, PORT: String(port), OG_LOG_LEVEL: 'warn' }
  const api = await startProcess('server/main.ts', env, /listens/)
  try {
    return await measure(token, rows, data)
  } finally {
    api.kill()
    await pool.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(token: string, chapters: number, data: string | undefined) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = longBody(chapters)
  const post = async (title: string, text: ReportBody) => {
    const response = await fetch(`${base}/v1/report`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title, body: text }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: { id: number } }).data.id
  }
  const savedAt = performance.now()
  const id = await post('光华机械集团年度尽职调查报告 Annual due diligence', body)
  const saveMs = performance.now() - savedAt
  for (let n = 0; n < 100; n += 1) await post(`Report ${n}`, longBody(0))
  const list = [`${base}/v1/report?pageSize=20`]
  const quiet = await latencies(list, token, 200)

  const rows: Record<string, { seconds: number; again: number; p95: number; mb: number; pages: number }> = {}
  for (const format of formats) {
    const made = async () => {
      const startedAt = performance.now()
      const response = await fetch(`${base}/v1/report/${id}/export?format=${format}&reason=bench`, { headers })
      const file = Buffer.from(await response.arrayBuffer())
      if (!response.ok) throw new Error(`${format}: ${response.status} ${file}`)
      return { file, seconds: (performance.now() - startedAt) / 1_000 }
    }
    // The first one starts the thread and reads the fonts; lists are requested meanwhile.
    let isDone = false
    const first = made().finally(() => {
      isDone = true
    })
    const times: number[] = []
    while (!isDone) times.push((await latencies(list, token, 1)).p95)
    const { file, seconds } = await first
    const second = await made()
    times.sort((a, b) => a - b)
    if (data) await writeFile(join(data, `report.${format}`), file)
    rows[format] = {
      seconds: round(seconds),
      again: round(second.seconds),
      p95: round(times[Math.floor(times.length * 0.95)] ?? 0),
      mb: round(file.length / 1_048_576),
      pages: format === 'pdf' ? (await getDocumentProxy(new Uint8Array(file))).numPages : 0,
    }
  }
  const head = ['file', 'first, s', 'again, s', 'list meanwhile p95, ms', 'MB', 'pages']
  console.log(describeMachine())
  console.log(`Text: ${textOfBody(body).length} characters, saved in ${Math.round(saveMs)} ms`)
  console.log(
    table(
      head,
      formats.map(format => [format, ...Object.values(rows[format] ?? {})]),
    ),
  )
  console.log(`List when nothing is set: p95 ${round(quiet.p95)} ms; aim: ${pages} pages in under 5 s`)
  return { ...rows, list_p95_ms: round(quiet.p95), save_ms: Math.round(saveMs) }
}

const round = (value: number) => Math.round(value * 100) / 100

const chinese =
  '光华机械股份有限公司成立于1995年，主要从事精密机床的研发、生产与销售，总部设在华东地区，在全国设有十二家分公司。报告期内公司更换了两名董事，并与若干关联方签署了供货协议。'
const english =
  'Guanghua Machinery Co., Ltd. was founded in 1995 and makes precision machine tools. During the period two directors were replaced, and supply agreements were signed with several related parties. '

/** A chapter takes nearly three pages: a heading, long paragraphs of both languages, a list, a table, a quotation. */
export function longBody(chapters: number): ReportBody {
  const text = (value: string, ...marks: ('bold' | 'italic')[]) => ({
    type: 'text' as const,
    text: value,
    ...(marks.length > 0 && { marks: marks.map(type => ({ type })) }),
  })
  const paragraph = (value: string): ReportBlock => ({ type: 'paragraph', content: [text(value)] })
  const chapter = (n: number): ReportBlock[] => [
    { type: 'heading', attrs: { level: 1 }, content: [text(`第${n + 1}章 Chapter ${n + 1}`)] },
    { type: 'paragraph', content: [text('要点：', 'bold'), text(chinese), text('as it was told', 'italic')] },
    ...Array.from({ length: 9 }, (_, k) => paragraph(`${k + 1}. ${chinese.repeat(2)}${english}`)),
    { type: 'heading', attrs: { level: 2 }, content: [text(`事实 Facts ${n + 1}`)] },
    {
      type: 'bulletList',
      content: Array.from({ length: 4 }, (_, k) => ({ type: 'listItem', content: [paragraph(`${k} ${english}`)] })),
    },
    {
      type: 'table',
      content: Array.from({ length: 6 }, (_, y) => ({
        type: 'tableRow' as const,
        content: Array.from({ length: 4 }, (_, x) => ({
          type: y === 0 ? ('tableHeader' as const) : ('tableCell' as const),
          content: [paragraph(y === 0 ? `项目 ${x}` : `${n * y + x} 万元`)],
        })),
      })),
    },
    ...Array.from({ length: 6 }, () => paragraph(english.repeat(2) + chinese)),
    { type: 'blockquote', content: [paragraph(chinese)] },
  ]
  const content = Array.from({ length: chapters }, (_, n) => chapter(n)).flat()
  return { type: 'doc', content: content.length > 0 ? content : [paragraph(english)] }
}
