// For the pages of organisations and persons; the entry point of their forms is `form.ts`.
export { ContactFacts, FirstMore, IdentifierFacts } from './facts.tsx'
