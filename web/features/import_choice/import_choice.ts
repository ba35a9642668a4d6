export { asQuery, type ChoiceImport, ChoicePanel } from './choice-panel.tsx'
