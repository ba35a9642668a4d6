// For the pages of organisations and persons; their forms: `form.ts`.
export { ContactFacts, FirstMore, IdentifierFacts } from './facts.tsx'
