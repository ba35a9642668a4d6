export { AssistantNote } from './assistant-note.tsx'
