import { exportOgProfile, exportPersonProfile } from '#contract/overview.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { download, saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { closeNotice, notify } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { ReasonDialog } from '#web/record/reason-dialog.tsx'
import { overviewMessages } from './messages.ts'
import { profileMessages } from './profile-messages.ts'

const calls = { og: exportOgProfile, person: exportPersonProfile }

/** Exports the record as a PDF of two pages; requires a reason. */
export default function ProfileDialog({ noun, id, onClose }: { noun: PartyEntity; id: number; onClose: () => void }) {
  const t = useT(overviewMessages)
  const name = useT(profileMessages)

  async function write(reason: string) {
    onClose()
    const notice = notify({ kind: 'loading', text: t('profileBusy') })
    try {
      const file = await download(calls[noun], { params: { id }, query: { reason } })
      saveFile(file)
      notify({ id: notice, kind: 'success', text: t('profileDone', { name: file.fileName }) })
    } catch (error) {
      closeNotice(notice)
      showError(error)
    }
  }

  return (
    <ReasonDialog
      title={name('profile')}
      text={t('profileText')}
      onClose={onClose}
      onDone={reason => void write(reason)}
    />
  )
}
