import { createOgCate, deleteOgCate, type OgCate, restoreOgCate, updateOgCate } from '#contract/og_cate.api.ts'
import { call } from '#web/platform/api.ts'
import { translate } from '#web/platform/i18n.ts'
import { notify, notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { ogCateMessages } from './messages.ts'

const undoLivesMs = 8_000

export async function addOgCate(name: string): Promise<OgCate> {
  const made = await call(createOgCate, { body: { name } })
  await refresh('og_cate')
  return made
}

export async function renameOgCate({ id, rev }: OgCate, name: string): Promise<OgCate> {
  const renamed = await call(updateOgCate, { params: { id }, body: { name, rev } })
  await refresh('og_cate', 'og')
  return renamed
}

/** Deletes at once and offers undo, so no confirmation is needed. */
export async function removeOgCate(category: OgCate): Promise<void> {
  const t = translate(ogCateMessages)
  const { id, name, og_count: count } = category
  try {
    await call(deleteOgCate, { params: { id } })
    notify({
      id: `og_cate:${id}`,
      kind: 'success',
      text: t('deleted', { name, count }),
      action: { label: t('undo'), run: () => void restoreCategory(category) },
      durationMs: undoLivesMs,
    })
  } catch (error) {
    showError(error)
  }
  await refresh('og_cate', 'og')
}

async function restoreCategory({ id, name }: OgCate): Promise<void> {
  try {
    await call(restoreOgCate, { params: { id } })
    notifySuccess(translate(ogCateMessages)('restored', { name }))
  } catch (error) {
    showError(error)
  }
  await refresh('og_cate', 'og')
}
