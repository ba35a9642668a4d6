import { defineMessages } from '#web/platform/i18n.ts'

/** Apart from the others: every page loads what stands in a menu. */
export const profileMessages = defineMessages({ profile: '档案（PDF）' }, { profile: 'Profile (PDF)' })
