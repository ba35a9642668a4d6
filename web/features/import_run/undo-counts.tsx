import { type ImportRun, type UndoVerdict, undoVerdicts } from '#contract/import_run.api.ts'
import { useT } from '#web/platform/i18n.ts'
import steps from '#web/ui/ingest/file-steps.module.css'
import { importRunMessages } from './messages.ts'

export const sumOfCounts = ({ undo }: ImportRun, verdict: UndoVerdict): number =>
  (undo?.counts ?? []).reduce((sum, each) => sum + each[verdict], 0)

/** The outcome per kind of record; columns without values are left out. */
export function UndoCounts({ run }: { run: ImportRun }) {
  const t = useT(importRunMessages)
  const shown = undoVerdicts.filter(
    verdict => verdict === 'remove' || verdict === 'stay' || sumOfCounts(run, verdict) > 0,
  )
  return (
    <section className="scroll-x">
      <table className={steps.table}>
        <thead>
          <tr>
            <th scope="col">{t('noun')}</th>
            {shown.map(verdict => (
              <th key={verdict} scope="col" className={steps.number}>
                {t(verdict)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {run.undo?.counts.map(each => (
            <tr key={each.noun}>
              <th scope="row">{t(each.noun)}</th>
              {shown.map(verdict => (
                <td key={verdict} className={steps.number}>
                  {each[verdict].toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
