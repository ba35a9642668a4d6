export { useMentionTab } from './mention-tab.tsx'
