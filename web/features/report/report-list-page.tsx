export { default } from '#web/features/exception/not-yet-page.tsx'
