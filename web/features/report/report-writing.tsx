import type { Report } from '#contract/report.ts'

type Props = { report: Report; onLeave: () => void }

export default function ReportWriting(_: Props) {
  return null
}
