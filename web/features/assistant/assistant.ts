export { AssistantNote } from './assistant-note.tsx'
export { StrikeReasonText } from './strike-reason.tsx'
