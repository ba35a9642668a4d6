import { defineMessages } from '#web/platform/i18n.ts'

export const cardMessages = defineMessages({ yes: '是', no: '否' }, { yes: 'Yes', no: 'No' })
