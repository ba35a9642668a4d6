import { defineMessages } from './i18n.ts'

/** Display names of the roles, for every screen that names one. */
export const roleMessages = defineMessages({
  admin: ['管理员', 'Administrator'],
  super_editor: ['超级编辑', 'Super editor'],
  editor: ['编辑', 'Editor'],
  super_reader: ['超级用户', 'Super reader'],
  reader: ['普通用户', 'Reader'],
  uploader: ['上传员', 'Uploader'],
  device: ['测试', 'Device'],
})
