export { InterchangeButton } from './interchange-button.tsx'
