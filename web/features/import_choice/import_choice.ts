export { asQuery, ChoicePanel, type ChoicesOf } from './choice-panel.tsx'
