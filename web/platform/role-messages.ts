import { defineMessages } from './i18n.ts'

/** Display names of the roles, for every screen that names one. */
export const roleMessages = defineMessages(
  {
    admin: '管理员',
    super_editor: '超级编辑',
    editor: '编辑',
    super_reader: '超级用户',
    reader: '普通用户',
    uploader: '上传员',
    device: '测试',
  },
  {
    admin: 'Administrator',
    super_editor: 'Super editor',
    editor: 'Editor',
    super_reader: 'Super reader',
    reader: 'Reader',
    uploader: 'Uploader',
    device: 'Device',
  },
)
