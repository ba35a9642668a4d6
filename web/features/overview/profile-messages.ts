import { defineMessages } from '#web/platform/i18n.ts'

/** Separate from the other texts, because every page loads the texts of menus. */
export const profileMessages = defineMessages({
  profile: ['档案（PDF）', 'Profile (PDF)'],
})
