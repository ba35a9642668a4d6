export { linkedMessages, linkingMessages } from './type-names.ts'
