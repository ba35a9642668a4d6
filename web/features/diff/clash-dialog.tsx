import { Button, Modal } from 'antd'
import type { Diff } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { diffTitle } from './diff-parts.tsx'
import { closeClash, type DiffReview, type ReviewConflict, reviewDiff, useReview } from './review.ts'
import { diffReviewMessages } from './review-messages.ts'

/** Shows two conflicting reviews of one difference side by side; the user chooses one. */
export default function ClashDialog() {
  const clash = useReview(state => state.clash)
  return clash && <Clashing clash={clash} />
}

function Clashing({ clash: { mine, theirs } }: { clash: ReviewConflict }) {
  const t = useT(diffReviewMessages)
  const name = theirs.reviewer_name ?? t('someone')
  const fields = (['status', 'note', 'note_reasons'] as const).filter(field => mine[field] !== undefined)
  const show = (field: keyof DiffReview, of: DiffReview | Diff) => {
    if (field === 'status') return of.status ? t(of.status) : t('none')
    if (field === 'note') return of.note || t('none')
    return of.note_reasons?.map(reason => t(reason)).join(' · ') || t('none')
  }
  const useMine = () => {
    closeClash()
    void reviewDiff(theirs, mine)
  }
  return (
    <Modal
      open
      title={t('clashTitle')}
      onCancel={closeClash}
      footer={[
        <Button key="theirs" onClick={closeClash}>
          {t('keepTheirs')}
        </Button>,
        <Button key="mine" type="primary" onClick={useMine}>
          {t('useMine')}
        </Button>,
      ]}
    >
      <p>{diffTitle(theirs)}</p>
      <p className="small quiet">{t('clashText', { name })}</p>
      <table className="table above-4">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('review')}</span>
            </th>
            <th scope="col">{t('mine')}</th>
            <th scope="col">{t('theirs', { name })}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(field => (
            <tr key={field}>
              <th scope="row">{t(field === 'note_reasons' ? 'reason' : field)}</th>
              <td>{show(field, mine)}</td>
              <td>{show(field, theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
