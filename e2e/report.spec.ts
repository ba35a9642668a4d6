import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Document, Packer, Paragraph } from 'docx'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, type TeamMember, test } from './journey.ts'

const people = join(process.cwd(), '../shared/data/persons/legislators.csv')
type CallApi = <T>(
  who: TeamMember,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>
type List<T> = { items: T[] }

/** Lines of a real file if available, otherwise a few generated ones, as an analyst would receive them. */
function realLines(): string[] {
  if (existsSync(people)) return readFileSync(people, 'utf8').split('\n').slice(1, 40)
  test.info().annotations.push({ type: 'skipped data', description: `no ${people}: a made-up text is uploaded` })
  return ['The harbour board meets on Mondays and tells what it decides in the evening.']
}

test('an upload is found, reviewed, cited in a report, published and exported', async ({
  page,
  browser,
  url,
  admin,
  member,
  enter,
  callApi,
}) => {
  test.setTimeout(180_000)
  const get = callApi as CallApi
  const mark = Date.now().toString(36)
  const name = `Rosalind ${mark} Achterberg`
  const uploader = await member('uploader')
  const writer = await member('super_editor')
  const person = await get<{ id: number }>(writer, 'POST', '/v1/person', { name, is_focus: true })
  await get(admin, 'POST', '/v1/word', { word: `embargo${mark}`, level: 3 })

  await test.step('an uploader drops a document', async () => {
    const sentence = `${name} asked the committee about the embargo${mark} 并要求公开会议记录。`
    const document = new Document({
      sections: [{ children: [...realLines(), sentence].map(text => new Paragraph(text)) }],
    })
    await enter(page, uploader, '/upload', 'en-US')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: `minutes-${mark}.docx`,
        mimeType: 'application/octet-stream',
        buffer: await Packer.toBuffer(document),
      })
    await page.getByRole('button', { name: 'Send 1 file' }).click()
    await expect(page.getByText('Received').first()).toBeVisible()
  })
  const upload = async () =>
    (await get<List<{ id: number; status: string; hits: number }>>(admin, 'GET', `/v1/upload?keyword=minutes-${mark}`))
      .items[0]
  await expect.poll(upload, { timeout: 60_000 }).toMatchObject({ status: 'ready', hits: 1 })
  const { id } = (await upload()) as { id: number }

  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  try {
    await test.step('its text is found by words in both languages', async () => {
      await enter(desk, writer, `/search?keyword=${encodeURIComponent(`embargo${mark}`)}`, 'en-US')
      await expect(desk.getByRole('link', { name: `minutes-${mark}` }).first()).toBeVisible({ timeout: 30_000 })
      const found = await get<List<{ noun: string; id: number }>>(
        writer,
        'GET',
        `/v1/search?keyword=${encodeURIComponent(`${mark} 会议记录`)}`,
      )
      expect(found.items.map(item => `${item.noun}${item.id}`)).toContain(`upload${id}`)
    })

    await test.step('it is reviewed with one key', async () => {
      await desk.goto(`${url}/upload?id=${id}`)
      await expect(desk.getByText(`embargo${mark}`).first()).toBeVisible()
      await expect(desk.getByText(name).first()).toBeVisible()
      await desk.keyboard.press('a')
      await expect.poll(async () => (await upload())?.status).toBe('accepted')
    })

    const title = `On the harbour ${mark}`
    await test.step('a report is written that names the person and cites the document', async () => {
      await desk.goto(`${url}/report`)
      await desk.getByRole('button', { name: 'Add', exact: true }).first().click()
      const form = desk.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(desk).toHaveURL(/\/report\/\d+/)
      await desk.locator('.ProseMirror').click()
      await desk.keyboard.type('The committee heard ')
      await desk.keyboard.type(`@${mark}`)
      await desk.getByRole('option', { name }).click()
      await desk.keyboard.type(' 在会议上发言。')
      await desk.getByRole('button', { name: 'Insert evidence' }).click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByRole('button', { name: new RegExp(`minutes-${mark}`) }).click()
      await dialog.getByLabel('Quoted text').fill(`asked the committee about the embargo${mark}`)
      await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
      await expect(dialog).toBeHidden()
      await desk.getByRole('button', { name: 'Save version' }).click()
      await expect(desk.getByText(/Version \d+ saved/).first()).toBeVisible()
      await desk.getByRole('button', { name: 'Done', exact: true }).click()
    })
    const report = (await get<List<{ id: number; number: string }>>(writer, 'GET', `/v1/report?keyword=${mark}`))
      .items[0] as { id: number; number: string }

    await test.step('it is reviewed by another user and published', async () => {
      await desk.getByRole('button', { name: 'Submit for review' }).click()
      await desk.getByRole('dialog').getByRole('button', { name: 'Submit for review' }).click()
      await expect(desk.getByText('In review').first()).toBeVisible()
      const second = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
      const reviewing = await second.newPage()
      await enter(reviewing, admin, `/report/${report.id}`, 'en-US')
      await reviewing.getByRole('button', { name: 'Publish', exact: true }).click()
      await reviewing.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(reviewing.getByText('Published').first()).toBeVisible()
      await expect
        .poll(async () => (await get<{ status: string }>(admin, 'GET', `/v1/report/${report.id}`)).status)
        .toBe('published')
      await second.close()
    })

    await test.step('an administrator adds a marking to the report files', async () => {
      const third = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
      const setting = await third.newPage()
      await enter(setting, admin, '/admin/report_template', 'en-US')
      await setting.getByLabel('Name of the organisation').fill(`House ${mark}`)
      await setting.getByRole('combobox', { name: 'Markings' }).fill(`Internal ${mark}`)
      await setting.keyboard.press('Enter')
      await setting.getByRole('combobox', { name: 'Default marking' }).click()
      await setting.getByTitle(`Internal ${mark}`).last().click()
      await setting.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(setting.getByText('Report template saved')).toBeVisible()
      await third.close()
    })

    const reader = await member('super_reader')
    const note = `See the second part, ${mark}`
    await test.step('it is sent to a colleague with a note; users who may not read it are not offered', async () => {
      const stranger = await member('reader')
      await enter(desk, writer, `/report/${report.id}`, 'en-US')
      await desk.getByRole('button', { name: 'Send', exact: true }).click()
      const dialog = desk.getByRole('dialog')
      const to = dialog.getByRole('combobox', { name: 'To' })
      await to.fill(stranger.username)
      await expect(desk.getByText('No one else can view this record')).toBeVisible()
      await to.fill(reader.username)
      await expect(desk.getByTitle(reader.username)).toBeVisible()
      await desk.keyboard.press('Enter')
      await dialog.getByLabel('Note (optional)').fill(note)
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(desk.getByText('Sent to 1 colleague')).toBeVisible()
    })

    await test.step('its reader is notified, reads it and downloads it as a PDF with the same content', async () => {
      const third = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
      const reading = await third.newPage()
      await enter(reading, reader, '/notification', 'en-US')
      await expect(reading.getByText(note)).toBeVisible()
      await reading.getByRole('link', { name: `Report ${title}` }).click()
      await expect(reading).toHaveURL(new RegExp(`/report/${report.id}`))
      await expect(reading.getByRole('link', { name }).first()).toBeVisible()
      await expect(reading.getByText(`asked the committee about the embargo${mark}`)).toBeVisible()
      await reading.getByRole('button', { name: 'Export', exact: true }).click()
      await reading.getByRole('menuitem', { name: /PDF/ }).click()
      await reading.getByLabel('Reason for the export').fill('for the compliance committee')
      const coming = reading.waitForEvent('download')
      await reading.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
      const pdf = await getDocumentProxy(new Uint8Array(readFileSync(await (await coming).path())))
      const { text } = await extractText(pdf, { mergePages: true })
      for (const words of [report.number, title, '在会议上发言', `embargo${mark}`, `House ${mark}`, `Internal ${mark}`])
        expect(text).toContain(words)
      await third.close()
    })
    for (const format of ['docx', 'md']) {
      const file = await desk.request.get(`${url}/v1/report/${report.id}/export?format=${format}&reason=check`, {
        headers: { authorization: `Bearer ${writer.token}` },
      })
      expect([format, file.status(), (await file.body()).length > 300]).toEqual([format, 200, true])
    }
    const trail = await get<List<{ act: string; reason: string | null }>>(
      admin,
      'GET',
      `/v1/audit?noun=report&record_id=${report.id}&act=export`,
    )
    expect(trail.items.map(entry => entry.reason)).toContain('for the compliance committee')
    expect(await get<{ id: number }>(writer, 'GET', `/v1/person/${person.id}`)).toMatchObject({ id: person.id })
  } finally {
    await context.close()
  }
})
