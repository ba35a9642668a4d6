export { MakeReport } from './make-report.tsx'
