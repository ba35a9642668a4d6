import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readInProcess } from '../reading/read.ts'

const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))
const isThere = existsSync(`${folder}office`)
if (!isThere) console.info('Skipped: the Office and mail files of ../shared/data are not on this machine.')

test.skipIf(!isThere).each([
  ['office/58760.xlsx', 'sheet', ['facebook_campaign', 'fb_campaign_id', 'impressions']],
  ['office/stress005.docx', 'document', ['Technologie- und Innovations-Management', 'Hessenplatz 3', 'Antragsteller']],
  ['mail/jt-0498.msg', 'mail', ['Gaffneydp@aol.com', '1998-04-30']],
  ['mail/empty-preamble.msg', 'mail', ['Das ist ein Test.']],
])('the words of %s are read', async (name, kind, words) => {
  const { summary, parts } = await readInProcess({ path: `${folder}${name}`, name })
  expect(summary).toMatchObject({ kind, failure: null })
  const text = parts.map(part => part.text).join('\n')
  for (const word of words) expect(text).toContain(word)
})
