// Exports for the pages of differences, versions, uploads and of the user.

export { DiffSentence } from './diff-sentence.tsx'
export { DraftByModel } from './draft-button.tsx'
export { ModelAdminRows } from './model-admin.tsx'
export { ModelPanel } from './model-panel.tsx'
export { type Passage, TranslateButton, Translation } from './translate-button.tsx'
