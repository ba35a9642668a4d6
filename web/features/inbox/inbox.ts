export { InboxFailures } from './inbox-failures.tsx'
export { InboxList } from './inbox-list.tsx'
export { useInbox } from './use-inbox.ts'
export { useWhen } from './use-when.ts'
