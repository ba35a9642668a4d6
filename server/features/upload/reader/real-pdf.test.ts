import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPdf } from '#server/text/pdf.ts'
import { readInProcess } from '../reading/read.ts'

const folder = fileURLToPath(new URL('../../../../../shared/data/pdf/', import.meta.url))
const isThere = existsSync(folder)
if (!isThere) console.info('Skipped: the PDFs of ../shared/data are not on this machine.')

const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '')

test.skipIf(!isThere).each([
  ['90ms_rksj_h_sample.pdf', ['Hello ASCII', '日本語テスト']],
  ['issue13343.pdf', ['【要約】', '指定国・地域']],
  ['issue16176.pdf', ['𠮷']],
  ['issue19182.pdf', ['中文姓名', '胡駿']],
  ['issue2128r.pdf', ['浅谈校长的魅力', '山西省闻喜县']],
  ['issue5010.pdf', ['인터뷰', '홍인혜', '카피라이터']],
  ['mixedfonts.pdf', ['[CID-0 font]']],
  ['noembed-eucjp.pdf', ['あいうえお']],
])('the words of %s are read, as an upload and as a page', async (name, words) => {
  const path = `${folder}${name}`
  const { summary, parts } = await readInProcess({ path, name })
  const page = await readPdf(await readFile(path))
  expect(summary).toMatchObject({ failure: null, flags: [] })
  const texts = [parts.map(part => part.text).join('\n'), page.ok ? page.text : page.detail]
  for (const word of words) for (const text of texts) expect(plain(text)).toContain(plain(word))
})
